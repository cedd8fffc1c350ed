"""rules.md 2.1 and 2.10: button, blinds, sitting out, leaving and the clock, row by row, through the service."""

import pytest

from tests.tables.evening_talk import PEOPLE, Evening, evenings
from tests.tables.room import Room

BUTTON = """
D-4  the button moves clockwise to whoever is dealt in
    seats  A, B, C, D
    deal   BTN A, SB B, BB C, nobody posts
    fold out
    deal   BTN B, SB C, BB D, nobody posts
    fold out
    deal   BTN C, SB D, BB A
    fold out
    B sits out
    deal   BTN D, SB A, BB C, dealt A C D

D-4  the button survives a restart
    seats  A, B, C
    deal   BTN A, SB B, BB C
    restart
    fold out
    restart
    deal   BTN B, SB C, BB A

D-5  two players: the button is the small blind
    seats  A, B
    deal   BTN A, SB A, BB B
    asked  A
    fold out
    deal   BTN B, SB B, BB A
    asked  B

D-4  EC-B16: the button leaves three
    seats  A, B, C
    deal   BTN A, SB B, BB C
    A leaves
    fold out
    deal   BTN C, SB C, BB B

D-4  EC-B17: the small blind leaves three
    seats  A, B, C
    deal   BTN A, SB B, BB C
    B leaves
    fold out
    deal   BTN C, SB C, BB A

D-5  the big blind leaves three
    seats  A, B, C
    deal   BTN A, SB B, BB C
    fold out
    C leaves
    deal   BTN B, SB B, BB A

D-5  a third player sits down between two hands of two
    seats  A, B
    deal   BTN A, SB A, BB B
    fold out
    C joins
    deal   BTN B, SB C, BB A, nobody posts

D-3  an ante-only game has a button and no blinds
    game   ante 5, blinds 0/0
    seats  A, B, C
    deal   BTN A, nobody posts
    stacks A 995, B 995, C 995
    fold out
    A sits out
    deal   BTN B
    fold out
    A comes back
    status A ready
    deal   BTN C, dealt A B C, nobody posts

D-3  new stakes hold from the next hand
    seats  A, B, C
    deal   BTN A
    set    blinds 10/20
    fold out
    stacks A 1000, B 995, C 1005
    deal   BTN B, SB C, BB A
    stacks A 980, B 995, C 995
"""

DEAD_BUTTON = """
D-4  a dead button goes round as any other while nobody leaves
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C, nobody posts
    fold out
    deal   BTN B, SB C, BB D
    fold out
    deal   BTN C, SB D, BB A
    fold out
    deal   BTN D, SB A, BB B

D-4  the small blind leaves: the button goes to the empty seat, and waits there for a hand
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    B leaves
    fold out
    deal   BTN 1, SB C, BB D, dealt A C D
    asked  A
    fold out
    deal   BTN C, SB D, BB A

D-4  the big blind leaves: the small blind is dead, and then the button
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    C leaves
    deal   BTN B, SB dead, BB D, dealt A B D, nobody posts
    stacks A 1000, B 995, D 990
    asked  A
    fold out
    deal   BTN 2, SB D, BB A
    fold out
    deal   BTN D, SB A, BB B

D-4  the button leaves: the blinds go on as they would have
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    A leaves
    fold out
    deal   BTN B, SB C, BB D
    fold out
    deal   BTN C, SB D, BB B

D-4  both blinds leave at once: button and small blind are dead, and nobody pays sooner
    game   button dead
    seats  A, B, C, D, E
    deal   BTN A, SB B, BB C
    fold out
    B leaves
    C leaves
    deal   BTN 1, SB dead, BB D, dealt A D E
    asked  E
    fold out
    deal   BTN 2, SB D, BB E
    fold out
    deal   BTN D, SB E, BB A

D-4  who is next for the big blind leaves: it goes to the one after, and the button follows as ever
    game   button dead
    seats  A, B, C, D, E
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB E
    fold out
    deal   BTN C, SB E, BB A

D-4  who sits down between the blinds is dealt in when the button has passed, and owes nothing
    game   button dead
    seats  A, B, C, D, E
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB E
    F joins
    at     F 3
    status F awaits-button
    fold out
    deal   BTN C, SB E, BB A, dealt A B C E, nobody posts
    status F ready
    fold out
    deal   BTN E, SB A, BB B, dealt A B C E F, nobody posts

D-4  who sits down left of the big blind has it next
    game   button dead
    seats  A, B, C
    deal   BTN A, SB B, BB C
    D joins
    status D ready
    fold out
    deal   BTN B, SB C, BB D, nobody posts

D-4  who sits down where the big blind was has the small one
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    C leaves
    E joins
    at     E 2
    deal   BTN B, SB E, BB D, dealt A B D E

D-4  who sits down where the small blind was has the button
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    B leaves
    E joins
    at     E 1
    deal   BTN E, SB C, BB D, dealt A C D E

D-5  the button leaves three: nobody is big blind twice
    game   button dead
    seats  A, B, C
    deal   BTN A, SB B, BB C
    A leaves
    fold out
    deal   BTN C, SB C, BB B
    asked  C

D-5  the small blind leaves three
    game   button dead
    seats  A, B, C
    deal   BTN A, SB B, BB C
    B leaves
    fold out
    deal   BTN C, SB C, BB A

D-5  the big blind leaves three: of two players one has button and small blind
    game   button dead
    seats  A, B, C
    deal   BTN A, SB B, BB C
    fold out
    C leaves
    deal   BTN B, SB B, BB A
    fold out
    deal   BTN A, SB A, BB B

D-5  a third player sits down left of the big blind of two
    game   button dead
    seats  A, B
    deal   BTN A, SB A, BB B
    C joins
    fold out
    deal   BTN A, SB B, BB C

D-5  a third player sits down between the blinds of two, and is dealt in: two alone hold nobody back
    game   button dead
    seats  A, B
    deal   BTN A, SB A, BB B
    fold out
    deal   BTN B, SB B, BB A
    C joins
    status C ready
    fold out
    deal   BTN C, SB A, BB B, dealt A B C, nobody posts
    fold out
    deal   BTN A, SB B, BB C

D-5  two sit down between two hands of two, one on either side
    game   button dead
    seats  A, B, C
    deal   BTN A, SB B, BB C
    B leaves
    fold out
    deal   BTN C, SB C, BB A
    D joins
    E joins
    at     D 1, E 3
    status D ready, E awaits-button
    fold out
    deal   BTN C, SB A, BB D, dealt A C D
    fold out
    deal   BTN A, SB D, BB C, dealt A C D E, nobody posts

D-29  who sits out after the big blind owes the small one, which is dead
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    C sits out
    deal   BTN B, SB dead, BB D, dealt A B D
    fold out
    C comes back
    status C waiting
    deal   BTN 2, SB D, BB A, dealt A B D
    fold out
    C posts
    deal   BTN D, SB A, BB B, C posts 0+5, dealt A B C D

D-29  who leaves after the big blind and sits down again owes the small one
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    C leaves
    deal   BTN B, SB dead, BB D
    C joins
    status C waiting
    fold out
    deal   BTN 2, SB D, BB A, dealt A B D
    fold out
    deal   BTN D, SB A, BB B, dealt A B D
    fold out
    deal   BTN A, SB B, BB C, dealt A B C D, nobody posts

D-29  with a dead button, too, the big blind comes to who waits for it
    game   button dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A, dealt A B C
    D comes back
    fold out
    deal   BTN C, SB A, BB B, dealt A B C
    fold out
    deal   BTN A, SB B, BB C, dealt A B C
    fold out
    deal   BTN B, SB C, BB D, dealt A B C D, nobody posts

D-4  dead button and dead small blind survive a restart
    game   button dead
    seats  A, B, C, D, E
    deal   BTN A, SB B, BB C
    fold out
    B leaves
    C leaves
    deal   BTN 1, SB dead, BB D
    restart
    E calls
    restart
    asked  A
    fold out
    restart
    deal   BTN 2, SB D, BB E

D-4  a dead button is agreed from the next hand on, and given up likewise
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    set    button dead
    B leaves
    fold out
    deal   BTN 1, SB C, BB D
    set    button moving
    C leaves
    fold out
    deal   BTN D, SB D, BB A
"""

SITTING_OUT = """
D-29  sitting out takes effect after the hand
    seats  A, B, C
    deal   dealt A B C
    C sits out
    A folds
    B folds
    stacks C 1005
    deal   dealt A B

D-29  who was away past no blind owes nothing
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    A sits out
    deal   BTN B, SB C, BB D
    fold out
    A comes back
    status A ready
    deal   BTN C, SB D, BB A

D-29  who was away past the big blind waits for it
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A, dealt A B C
    fold out
    D comes back
    status D waiting
    deal   BTN C, SB A, BB B, dealt A B C
    fold out
    deal   BTN A, SB B, BB C, dealt A B C
    fold out
    deal   BTN B, SB C, BB D, dealt A B C D, nobody posts
    status D ready

D-29  who comes back may post: a live big blind and, where it was missed, a dead small one
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A
    fold out
    deal   BTN C, SB A, BB B
    fold out
    D posts
    deal   BTN A, SB B, BB C, D posts 10+5, dealt A B C D
    stacks D 985

D-29  the choice to post survives a restart
    seats  A, B, C, D
    deal
    D sits out
    fold out
    deal   BTN B, SB C, BB A
    fold out
    D posts
    restart
    deal   D posts 10+0, dealt A B C D

D-29  who waits stays waiting when somebody leaves and two are left, and has the big blind next
    seats  A, B, C
    deal   BTN A, SB B, BB C
    fold out
    A sits out
    deal   BTN C, SB C, BB B
    fold out
    A comes back
    status A waiting
    deal   BTN B, SB B, BB C, nobody posts, dealt B C
    fold out
    B leaves
    deal   BTN C, SB C, BB A, nobody posts

D-29  who waits is not made to post when the others leave
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A
    fold out
    deal   BTN C, SB A, BB B
    fold out
    D comes back
    C leaves
    deal   BTN A, SB B, BB D, nobody posts
    fold out
    B leaves
    deal   BTN D, SB D, BB A, nobody posts

D-29  a game without blinds is not waited for
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A
    D comes back
    status D waiting
    set    blinds 0/0, ante 5
    status D ready
    fold out
    deal   BTN C, dealt A B C D, nobody posts

D-29  one is left beside one who waits: the big blind is theirs
    seats  A, B, C
    deal   BTN A, SB B, BB C
    C sits out
    fold out
    deal   BTN B, SB B, BB A
    fold out
    deal   BTN A, SB A, BB B
    fold out
    deal   BTN B, SB B, BB A
    fold out
    C comes back
    status C waiting
    B leaves
    deal   BTN A, SB A, BB C, nobody posts, dealt A C
    stacks C 995

D-29  one is left beside two who wait: the second goes on waiting
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    C sits out
    D sits out
    fold out
    deal   BTN B, SB B, BB A
    fold out
    deal   BTN A, SB A, BB B
    fold out
    C comes back
    D comes back
    status C waiting, D waiting
    B leaves
    deal   BTN A, SB A, BB C, nobody posts, dealt A C
    status D waiting
    fold out
    deal   BTN A, SB C, BB D, nobody posts, dealt A C D

D-29  all who are left wait: they play, and nobody posts
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    C sits out
    D sits out
    fold out
    deal   BTN B, SB B, BB A
    fold out
    deal   BTN A, SB A, BB B
    fold out
    A leaves
    B leaves
    C comes back
    D comes back
    deal   BTN D, SB D, BB C, nobody posts, dealt C D

D-29  who is new owes nothing
    seats  A, B, C
    deal   BTN A, SB B, BB C
    D joins
    fold out
    deal   BTN B, SB C, BB D, nobody posts, dealt A B C D

D-29  who tops up after the blinds have passed owes them
    game   simple
    seats  A, B, C 200, D
    deck   2c 2d 2h As 3d 3h 3s Ah 7h 7s 7c Ad 8s 8c 8d Kc Tc Td Th Ks
    deal   BTN A, SB B, BB C
    D folds
    A shoves
    B folds
    C shoves
    all in
    status C broke
    deal   BTN B, SB D, BB A, dealt A B D
    fold out
    deal   BTN D, SB A, BB B
    fold out
    deal   BTN A, SB B, BB D
    fold out
    C tops up 200
    status C waiting
    deal   BTN B, SB D, BB A, dealt A B D
    fold out
    C posts
    deal   BTN D, SB A, BB B, C posts 10+5
"""

LEAVING = """
D-29  who leaves when the blinds are due and joins during that hand owes them
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB A
    D joins
    status D waiting
    at     D 3
    fold out
    deal   BTN C, SB A, BB B, dealt A B C
    fold out
    deal   BTN A, SB B, BB C, dealt A B C
    fold out
    deal   BTN B, SB C, BB D, nobody posts

D-29  who left owing owes on
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    D sits out
    fold out
    deal   BTN B, SB C, BB A
    fold out
    D leaves
    D joins
    status D waiting
    D posts
    deal   D posts 10+0, dealt A B C D

D-29  what a leaver missed is posted like what somebody away did: live and dead
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB A
    fold out
    deal   BTN C, SB A, BB B
    fold out
    D joins
    D posts
    deal   BTN A, SB B, BB C, D posts 10+5

D-29  it is owed at another seat, too, and when somebody else has the old one
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    E joins
    at     E 3
    deal   BTN B, SB C, BB E
    D joins
    at     D 4
    status D waiting

D-29  another seat is no way round a blind that is due
    game   seats 5
    seats  A, B, C, D, E
    deal   BTN A, SB B, BB C
    A leaves
    fold out
    D leaves
    F joins
    G joins
    at     F 0, G 3
    F leaves
    D joins
    at     D 0
    status D waiting

D-29  who leaves and sits down again before a blind has passed owes nothing
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    A leaves
    A joins
    at     A 0
    status A ready
    deal   BTN B, SB C, BB D, nobody posts, dealt A B C D

D-29  it outlives a restart
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    restart
    deal   BTN B, SB C, BB A
    restart
    D joins
    restart
    status D waiting

D-29  it outlives /forget
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB A
    forget D
    daily  D
    D joins
    status D waiting

D-29  a table that opens anew remembers nothing
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D leaves
    deal   BTN B, SB C, BB A
    fold out
    stop
    seats  A, B, C
    D joins
    status D ready

D-29  it outlives being kicked
    seats  A, B, C, D
    deal   BTN A, SB B, BB C
    fold out
    D is kicked
    deal   BTN B, SB C, BB A
    D joins
    status D waiting

D-28  who leaves folds at once, and goes when the hand is over
    seats  A, B, C
    deal   BTN A, SB B, BB C
    B leaves
    status B leaving
    asked  A
    A folds
    stacks A 1000, C 1005
    refused B leaves

D-28  who is about to leave may stay
    seats  A, B, C
    deal   BTN A, SB B, BB C
    B leaves
    B joins
    fold out
    deal   BTN B, SB C, BB A, nobody posts, dealt A B C

D-30  chips come between hands
    seats  A, B 500, C
    deal   BTN A, SB B, BB C
    B tops up 300
    stacks B 495
    fold out
    stacks B 795
    refused B tops up 300
    B tops up
    stacks B 1000

D-31  what is asked of nobody is refused
    seats  A, B, C
    refused A joins
    refused A comes back
    deal
    fold out
    A sits out
    refused A sits out
    refused D leaves
    refused D sits out
    refused D posts
"""

POTS = """
D-22  a pot that nobody opened is carried to the next hand, and goes back when the table closes
    game   blinds 0/0, ante 5, carry carry
    seats  A, B, C
    deal   BTN A
    check out
    stacks A 995, B 995, C 995
    chips  A 4995, B 4995, C 4995
    stop
    chips  A 5000, B 5000, C 5000

D-22  two carried pots go back as well, to each what they put in
    game   blinds 0/0, ante 5, carry carry
    seats  A, B, C
    deal   BTN A
    check out
    restart
    C sits out
    deal   BTN B
    check out
    stacks A 990, B 990, C 995
    restart
    stop
    chips  A 5000, B 5000, C 5000
"""

CLOCK = """
D-25  who runs out of time folds where there is a price, and checks where there is none
    game   clock 30
    seats  A, B, C
    deal   BTN A, SB B, BB C
    A times out
    asked  B
    B times out
    stacks A 1000, B 995, C 1005

D-27  who runs out of time twice in a row sits out
    game   simple, clock 15
    seats  A, B
    deal   BTN A, BB B
    A times out
    status A ready
    deal   BTN B, BB A
    B folds
    deal   BTN A, BB B
    A times out
    status A away
    no     deal

D-27  an answer in between begins the count anew
    game   simple, clock 15
    seats  A, B
    deal   BTN A, BB B
    A times out
    deal   BTN B, BB A
    B calls
    A checks
    A times out
    fold out
    status A ready

D-27  who is away is back when they say so, and not before a restart's end
    game   simple, clock 15
    seats  A, B
    deal   BTN A, BB B
    A times out
    restart
    deal   BTN B, BB A
    B folds
    restart
    deal   BTN A, BB B
    A times out
    status A away
    restart
    status A away
    A comes back
    status A ready
    deal   BTN B, BB A

D-33  a restart gives the open prompt its clock anew
    game   clock 60
    seats  A, B, C
    deal   BTN A, SB B, BB C
    later  50
    restart
    later  50
    asked  A
    A times out
    asked  B

D-32  a hand that was running goes on after a restart, with the same blinds
    seats  A, B, C
    deal   BTN A, SB B, BB C
    A calls
    restart
    asked  B
    B folds
    fold out
    deal   BTN B, SB C, BB A
"""

ROWS = {
    name: script for text in (BUTTON, DEAD_BUTTON, SITTING_OUT, LEAVING, POTS, CLOCK) for name, script in evenings(text).items()
}


@pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in ROWS.items()])
async def test_row(room: Room, script: str) -> None:
    await Evening(room).tell(script)


async def test_a_table_keeps_no_id_of_who_has_left_it(room: Room) -> None:
    """Who is forgotten is in no file of ours, though what they owe is remembered."""
    evening = Evening(room)
    await evening.tell("""
        seats  A, B, C, D
        deal   BTN A
        fold out
        D leaves
        deal   BTN B
        forget D
        fold out
    """)
    async with room.store.reading() as t:
        row = await t.tables.by_id(evening.table_id)
    assert row is not None
    assert [(left["missed_big"], left["missed_small"]) for left in row.facts["leavers"]] == [(True, False)]
    assert str(PEOPLE["D"].id) not in str(row)
