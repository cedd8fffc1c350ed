"""The end of an evening: a ledger of the session for the channel, and one's own line for whoever leaves."""

import re

BIG_HAND = "As 2c Ah 3d Ad 4h Kc 9s Ks 8c"


async def all_in(here):
    await here.press(here.asked(), re.compile("^All-in"), here.table())
    await here.press(here.asked(), re.compile("^All-in"), here.private(here.asked()))
    await here.wait(1.5)
    await here.press(here.asked(), re.compile("^Call"), here.table())
    for _ in range(2):
        await here.press(here.asked(), "Stand pat", here.private(here.asked()))


def posts(here):
    return [seen for seen in here.rail.messages(here.channel) if not seen.ephemeral]


async def test_a_table_that_stops_posts_who_brought_and_took_what(evening):
    here = await evening("one", "two", "three", cards=BIG_HAND)
    await here.slash("one", "table start", variant="simple")
    await here.press("two", "Join")
    await here.press("one", "Deal")
    await all_in(here)
    broke = next(name for name in here.people if "Your stack is 0." in here.private(name).text)
    await here.press(broke, "Rebuy", here.table())
    await here.press("three", "Join", here.table())
    await here.slash("one", "table stop")
    await here.wait(2)
    ledger = posts(here)[-1]
    winner = {"one": "two", "two": "one"}[broke]
    lines = ledger.text.splitlines()
    assert lines[0] == "### Session over after 1 hand"
    assert [" ".join(line.strip("`").split()) for line in lines[2:5]] == [
        f"{winner} 1,000 → 2,000 +1,000 1",
        "three 1,000 → 1,000 0 0",
        f"{broke} 2,000 → 1,000 −1,000 1",
    ]
    assert len({len(line) for line in lines[2:5]}) == 1, "the columns stand under each other"
    assert lines[5] == f"Biggest pot: 2,000, won by **{winner}** in hand 1"
    assert "The table is closed.\nYou brought 2,000 and left with 1,000: −1,000 in 1 hand." in {
        seen.text for seen in here.people[broke].messages(here.channel)
    }
    assert here.private("three").text == "The table is closed."


async def test_who_leaves_reads_what_the_session_brought_them(evening):
    here = await evening("one", "two", cards=BIG_HAND)
    await here.seated(variant="simple")
    await all_in(here)
    winner = next(name for name in here.people if "You won" in here.private(name).text)
    await here.slash(winner, "table leave")
    assert "You brought 1,000 and left with 2,000: +1,000 in 1 hand." in here.private(winner).text


async def test_a_table_without_a_hand_has_no_session(evening):
    here = await evening("one", "two")
    await here.seated(deal=False)
    before = len(posts(here))
    await here.slash("one", "table stop")
    await here.wait(2)
    assert len(posts(here)) == before


async def test_the_house_is_in_the_ledger_of_a_practice_table(evening):
    here = await evening("one")
    await here.slash("one", "table start", variant="simple")
    await here.press("one", "Add house player")
    await here.press("one", "Deal")
    while not here.view().hand.view.over:
        name = here.view().hand.players[here.view().hand.prompt_seat].name
        if name == "one":
            await here.press("one", "Fold", here.table())
        else:
            await here.wait(5)
    await here.slash("one", "table stop")
    await here.wait(2)
    lines = posts(here)[-1].text.splitlines()
    nets = [
        int(re.search(r"([+−]?\d+)  \d+`$", line)[1].replace("−", "-")) for line in lines if "→" in line and line.startswith("`")
    ]
    assert len(nets) == 2
    assert sum(nets) == 0
