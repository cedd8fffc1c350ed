"""The watch of `python -m tests.bench soak`: it finds a card that somebody must not see, and none where all is well."""

from collections import OrderedDict

from bot.engine import parse_cards
from tests.tables.room import in_memory


async def test_the_watch_finds_a_leak(evening):
    """Somebody else's card in a public message, a custom_id or another's private one: each is seen."""
    from bot.sandbox.traffic import Exchange
    from tests.trouble.watch import Watch

    here = await evening("one", "two")
    await here.seated()
    watch = Watch()
    watch.at(here.stage.world, here.bot.tables)
    live = in_memory(here.bot.tables, here.view().table_id).state.live
    mine = next(player for player in live.hand.table.players if live.players[player.seat].name == "one")
    card = mine.cards[0]
    face = str(card)[0] + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[str(card)[1]]
    answer = await here.press("one", "My hand")
    callback = f"/api/v10/interactions/{answer.id}/{answer.token}/callback"
    own = Exchange("POST", callback, {"type": 4, "data": {"flags": 64, "components": [{"content": face}]}}, 200, None)
    watch.record(own)
    assert watch.leaks == []
    answer.user = here.people["two"].user
    watch.record(own)
    public = f"/api/v10/channels/{here.channel.id}/messages"
    watch.record(Exchange("POST", public, {"components": [{"content": f"x {face}"}]}, 200, {}))
    watch.record(Exchange("POST", public, {"components": [{"content": f"<:{card}:123>"}]}, 200, {}))
    watch.record(Exchange("POST", public, {"components": [{"emoji": {"name": str(card)}}]}, 200, {}))
    watch.record(Exchange("POST", public, {"components": [{"custom_id": f"a:1:0:throw:{card}"}]}, 200, {}))
    assert len(watch.leaks) == 5


async def test_the_watch_lets_an_old_message_go_on_telling_of_its_own_hand(evening):
    from bot.sandbox.traffic import Exchange
    from tests.trouble.watch import RAIL, Watch

    here = await evening("one")
    watch = Watch()
    watch.at(here.stage.world, here.bot.tables)
    ace, king = parse_cards("As Kd")
    messages = f"/api/v10/channels/{here.channel.id}/messages"
    hands = watch.hands[here.channel.id] = OrderedDict({1: {RAIL: {ace}}})
    watch.record(Exchange("POST", messages, {"content": "A♠", "nonce": "1"}, 200, {"id": "77"}))
    hands.update({number: {RAIL: {king}} for number in range(2, 6)})
    watch.record(Exchange("PATCH", f"{messages}/77", {"content": "A♠"}, 200, None))
    assert watch.leaks == []
    watch.record(Exchange("PATCH", f"{messages}/78", {"content": "A♠"}, 200, None))
    watch.record(Exchange("POST", messages, {"content": "A♠", "nonce": "2"}, 200, {"id": "79"}))
    assert len(watch.leaks) == 2
