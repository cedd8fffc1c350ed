"""Whole hands, pressed: who is answered where, and with how many requests."""

from tests.ui.evening import names_of


async def test_first_hand(evening):
    here = await evening("one", "two", "three")
    await here.seated()
    print(here.table().text, names_of(here.table().buttons))
    print(here.kinds())
    for name in here.people:
        for m in here.people[name].messages(here.channel):
            print(name, m)
    assert here.view().hand is not None
