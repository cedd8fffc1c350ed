"""How somebody plays: their figures over a period beside the server's average, and the chart of what it brought."""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from bot.history import PlayerStats, PlaySums, StatsPeriod
from bot.render.chart import Point, net_chart
from bot.render.components.custom_ids import PagePress
from bot.render.components.layout import Button, Message, Picture, Row, Rule, Text
from bot.render.text.translator import Speech

FAVOURITES: Final = 3
NOTHING: Final = "\N{EN DASH}"
"""Where there was no chance to do something, it has no share."""

Share = Callable[[PlaySums], tuple[int, int]]
"""How often somebody did something, and could have."""

SHARES: Final[dict[str, Share]] = {
    "opens": lambda sums: (sums.style.opened, sums.style.could_open),
    "raises": lambda sums: (sums.style.raised, sums.style.bets_asked),
    "folds": lambda sums: (sums.style.folded, sums.style.faced),
    "pat": lambda sums: (sums.style.stood_pat, sums.style.draws),
    "showdown": lambda sums: (sums.showdowns_won, sums.showdowns),
}
"""The rows of the comparison that are shares of chances, by their texts `stats.row.…`."""


def stats_message(
    stats: PlayerStats, say: Speech, *, period: StatsPeriod, user_id: int, picture: Picture | None = None
) -> Message:
    """A player's figures in this server within a period, practice left out, with a button for each other period."""
    title = f"### {say('stats.title', name=stats.name)} · {say(f'period.{period}')}"
    buttons = Row(tuple(_period_buttons(say, period, user_id)))
    if not stats.sums.hands:
        none = "stats.none" if period == "all" else "stats.none-then"
        return Message((Text(f"{title}\n{say(none, name=stats.name)}"), buttons))
    text = "\n".join([title, *_results(stats.sums, say), *_comparison(stats, say)])
    notes = [*_notes(stats, say), *([say("stats.chart-note")] if picture is not None else [])]
    shown = (Rule(), picture) if picture is not None else ()
    return Message((Text(text), Text("\n".join(f"-# {note}" for note in notes)), *shown, buttons))


def _results(sums: PlaySums, say: Speech) -> Iterator[str]:
    won = say("stats.won", count=sums.won, percent=_percent(sums.won, sums.hands))
    yield f"{say('stats.hands', count=sums.hands)} · {won}"
    yield f"{say('stats.net', net=say.signed(sums.net))} · {say('stats.biggest-pot', amount=sums.biggest_pot)}"
    yield say("stats.showdowns", count=sums.showdowns, net=say.signed(sums.showdown_net))


def _comparison(stats: PlayerStats, say: Speech) -> Iterator[str]:
    """A row a habit: the player's figure, and everybody's in the server."""
    mine, all_ = stats.sums, stats.everybody
    rows = [("", say("stats.column.player"), say("stats.column.server"))]
    rows += [(say(f"stats.row.{name}"), _share_words(share(mine)), _share_words(share(all_))) for name, share in SHARES.items()]
    rows.insert(4, (say("stats.row.drawn"), _drawn_words(mine, say), _drawn_words(all_, say)))
    columns = [max(len(row[place]) for row in rows) for place in range(3)]
    for label, own, everybodys in rows:
        yield f"`{label.ljust(columns[0])}  {own.rjust(columns[1])}  {everybodys.rjust(columns[2])}`"


def _share_words(share: tuple[int, int]) -> str:
    done, chances = share
    return f"{_percent(done, chances)} %" if chances else NOTHING


def _drawn_words(sums: PlaySums, say: Speech) -> str:
    return say.tenths(sums.style.drawn / sums.style.draws) if sums.style.draws else NOTHING


def _percent(part: int, whole: int) -> str:
    return str(round(100 * part / whole))


def _notes(stats: PlayerStats, say: Speech) -> Iterator[str]:
    yield say("stats.explained")
    favourites = sorted(stats.discards, key=lambda rank: stats.discards[rank], reverse=True)[:FAVOURITES]
    if favourites:
        yield say("stats.favourites", cards=say.listed(f"{rank} ({say.number(stats.discards[rank])})" for rank in favourites))
    if stats.sums.unread:
        yield say("stats.unread", count=stats.sums.unread)


def _period_buttons(say: Speech, period: StatsPeriod, user_id: int) -> Iterator[Button]:
    for each in get_args(StatsPeriod):
        here = each == period
        press = str(PagePress("stats", 0, (str(user_id), each)))
        yield Button(say(f"period.{each}"), press, "main" if here else "plain", disabled=here)


def stats_chart(stats: PlayerStats, say: Speech) -> Picture | None:
    """The player's net winnings over the period; None for fewer than two hands. Not for the event loop: see `net_chart`."""
    if len(stats.points) < 2:
        return None
    points = [Point(point.at, point.net, point.pot) for point in stats.points]
    alt = say("stats.chart", count=len(points), last=say.signed(points[-1].net))
    return net_chart("net.png", points, alt, say)
