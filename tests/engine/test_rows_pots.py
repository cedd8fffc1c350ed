"""rules.md 3.4 and the showdowns of 3.7: pots, splits and who shows, row by row."""

from tests.engine.table_talk import each, row

POTS = """
EC-P01  three pots and an uncalled part
    game   simple, blinds 5/10
    seats  BTN 60, SB 10, BB 25, UTG 150
    best   SB > BB > BTN > UTG
    UTG shoves, BTN shoves, SB calls, BB calls
    all stand pat
    over
    pots   40 SB BB BTN UTG, 45 BB BTN UTG, 70 BTN UTG
    returned UTG 90
    stacks SB 40, BB 45, BTN 70, UTG 90

EC-P01 sequential
    game   sequential, blinds 5/10
    seats  BTN 60, SB 10, BB 25, UTG 150
    best   SB > BB > BTN > UTG
    UTG shoves, BTN shoves, SB calls, BB calls
    all stand pat
    over
    stacks SB 40, BB 45, BTN 70, UTG 90

EC-P04  the largest covered stack wins all
    game   simple, blinds 5/10
    seats  BTN 60, SB 10, BB 25, UTG 150
    best   BTN > SB > BB > UTG
    UTG shoves, BTN shoves, SB calls, BB calls
    all stand pat
    stacks SB 0, BB 0, BTN 155, UTG 90

EC-P07  three pots of an ante game
    game   simple, ante 4, min 10
    seats  BTN 204, SB 104, BB 34, UTG 79
    best   BB > SB > UTG > BTN
    SB checks, BB shoves, UTG shoves, BTN shoves, SB shoves
    all stand pat
    over
    pots   136 SB BB UTG BTN, 135 SB UTG BTN, 50 SB BTN
    returned BTN 100
    stacks BB 136, SB 185, UTG 0, BTN 100

EC-P09  equal levels are one pot
    game   simple, blinds 5/10
    seats  BTN 200, SB 40, BB 40
    best   SB > BB > BTN
    BTN raises to 40, SB shoves, BB shoves
    all stand pat
    pots   120 SB BB BTN
    stacks SB 120, BB 0, BTN 160

EC-P11  heads-up all-in
    game   simple, blinds 5/10
    seats  BTN 40, BB 100
    best   BTN > BB
    BTN shoves, BB calls
    pot    80
    asked  BB: draw
    BB stands pat
    asked  BTN: draw
    BTN stands pat
    over
    stacks BTN 80, BB 60

EC-P12  a raise that nobody calls
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    BTN raises to 30, SB folds, BB folds
    over
    stacks BTN 115, SB 95, BB 90
    returned BTN 20
    pots   25 BTN
    shown  nobody

bugs-29  100 beats a shove of 300
    game   simple, blinds 5/10
    seats  BTN 100, BB 300
    best   BTN > BB
    BTN calls, BB shoves, BTN calls
    all stand pat
    returned BB 200
    stacks BTN 200, BB 200

bugs-5  a folded short stack's chips fill the layers that they reach (D-19)
    game   simple, blinds 5/10
    seats  BTN 100, SB 30, BB 100, UTG 100
    best   SB > BB > UTG > BTN
    UTG raises to 20, BTN raises to 50, SB shoves, BB calls, UTG calls
    all stand pat
    BB checks, UTG bets 50, BTN folds, BB calls
    pots   120 SB BB UTG, 160 BB UTG
    stacks SB 120, BB 160, UTG 0, BTN 50

bugs-7  unequal all-ins give back the excess alone
    game   simple, blinds 5/10
    seats  BTN 300, SB 100, BB 200
    best   BTN > BB > SB
    BTN shoves, SB shoves, BB shoves
    all stand pat
    pots   300 SB BB BTN, 200 BB BTN
    returned BTN 100
    stacks BTN 600, SB 0, BB 0
"""

SPLITS = """
EC-S01  100 among three
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100
    best   BTN = SB = BB > UTG
    UTG calls, BTN raises to 30, SB calls, BB calls, UTG folds
    all stand pat
    order  SB BB BTN
    pots   100 SB BB BTN
    stacks SB 104, BB 103, BTN 103, UTG 90

EC-S02  101 among three: two odd chips
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100
    best   BTN = UTG = BB > SB
    UTG raises to 32, BTN calls, SB folds, BB calls
    all stand pat
    order  BB UTG BTN
    pots   101 BB UTG BTN
    stacks SB 95, BB 102, UTG 102, BTN 101

EC-S03  25 between two
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100
    best   BTN = BB > SB
    BTN calls, SB folds, BB checks
    all stand pat
    order  BB BTN
    pots   25 BB BTN
    stacks BTN 102, SB 95, BB 103

EC-S05  each pot is split by itself
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 25
    best   SB = BB > BTN
    BTN raises to 75, SB calls, BB calls
    all stand pat
    order  SB BTN
    pots   75 SB BB BTN, 100 SB BTN
    stacks SB 163, BB 37, BTN 25

D-23.6  nobody gets two odd chips of one pot, but one of each pot
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 28, UTG 200
    best   SB = BB = BTN > UTG
    UTG calls, BTN raises to 75, SB calls, BB calls, UTG folds
    all stand pat
    order  SB BTN
    pots   94 SB BB BTN, 94 SB BTN
    stacks SB 204, BB 31, BTN 203, UTG 190

bugs-8  four winners of one pot
    game   simple, blinds 5/10
    seats  BTN 100, SB 100, BB 100, UTG 100
    best   BTN = SB = BB = UTG
    order  UTG BTN SB BB
    all stand pat
    order  SB BB UTG BTN
    pots   40 SB BB UTG BTN
    stacks BTN 100, SB 100, BB 100, UTG 100
"""

SHOWDOWNS = """
EC-X01  the last aggressor first
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 200
    best   BB > BTN > SB
    all check
    all stand pat
    SB checks, BB bets 20, BTN raises to 60, SB folds, BB calls
    shown  BTN BB
    mucked nobody

EC-X02  a checked last round
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 200
    best   BTN > BB > SB
    all check
    all stand pat
    all check
    shown  SB BB BTN

EC-X03  an earlier raise does not matter
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 200
    best   BTN > BB > SB
    BTN raises to 30, SB calls, BB calls
    all stand pat
    all check
    shown  SB BB BTN

EC-X06  beaten hands are mucked
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 200
    best   BTN > BB > SB
    all check
    all stand pat
    SB checks, BB checks, BTN bets 20, SB calls, BB calls
    shown  BTN
    mucked SB BB

EC-X06 shown later  show one, show all
    game   simple, blinds 5/10
    seats  BTN 200, SB 200, BB 200
    best   BTN > BB > SB
    all check
    all stand pat
    SB checks, BB checks, BTN bets 20, SB calls, BB calls
    shown  BTN
    SB shows
    shown  BTN SB
    mucked BB

EC-X06 all-in  all hands are tabled (D-23.3)
    game   simple, blinds 5/10
    seats  BTN 30, SB 200, BB 200
    best   BTN > BB > SB
    all check
    all stand pat
    SB checks, BB checks, BTN shoves, SB calls, BB calls
    shown  BTN SB BB
    mucked nobody

EC-X06 switched off  tables may let beaten all-ins muck
    game   simple, blinds 5/10, muck-all-ins
    seats  BTN 30, SB 200, BB 200
    best   BTN > BB > SB
    all check
    all stand pat
    SB checks, BB checks, BTN shoves, SB calls, BB calls
    shown  BTN
    mucked SB BB

EC-X05  the latest side pot shows before who is all-in for the main pot alone (D-23.2)
    game   simple, blinds 5/10
    seats  BTN 200, SB 30, BB 200
    best   BB > SB > BTN
    BTN raises to 30, SB shoves, BB calls
    all stand pat
    BB bets 40, BTN calls
    shown  BB BTN SB
    stacks BB 300, SB 0, BTN 130

EC-X05 checked  with side pots and no bet
    game   simple, blinds 5/10
    seats  BTN 200, SB 30, BB 200
    best   BTN > BB > SB
    BTN raises to 60, SB shoves, BB calls
    all stand pat
    all check
    shown  BB BTN SB

EC-X07  who leaves while all-in plays on
    game   simple, blinds 5/10
    seats  BTN 50, SB 100, BB 100
    best   BTN > SB > BB
    BTN shoves, BTN leaves, SB calls, BB folds
    asked  SB: draw
    SB stands pat
    over
    stacks BTN 110, SB 50, BB 90
    returned nothing
"""


@each(POTS)
def test_pots(script: str) -> None:
    row(script)


@each(SPLITS)
def test_splits(script: str) -> None:
    row(script)


@each(SHOWDOWNS)
def test_showdowns(script: str) -> None:
    row(script)
