"""A finished hand as a readable story, for one who played it: what they saw, in its order, in pages that fit a message."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from discord.utils import format_dt

from bot.engine import BettingOpened, Event, RoundOpened
from bot.history import HandFile, Story
from bot.render.components.custom_ids import PROOF, PagePress
from bot.render.components.layout import Button, Document, Message, Row, Text, rows
from bot.render.table.log import dead_lines, event_line
from bot.render.table.seat_lines import recycled_lines
from bot.render.text.cards import RECYCLED_SIGN, CardFaces
from bot.render.text.names import escape
from bot.render.text.spoken import phase_words
from bot.render.text.translator import Speech

PAGE_CHARACTERS: Final = 3_200
TURNS: Final = ("◀", "▶")


def story_message(story: Story, say: Speech, faces: CardFaces, *, page: int = 0, shared: bool = False) -> Message:
    """A page (from 0) of the hand's story, with the buttons that turn it; for a player also those that give it as a file, and, until it is `shared`, to the channel."""
    pages = list(_pages(_lines(story, say, faces)))
    page = min(max(page, 0), len(pages) - 1)
    marks = recycled_lines(story.view.recycled if RECYCLED_SIGN in pages[page] else (), say)
    heading = f"### {_begun(say('table.hand', number=story.label))} · {say(f'variant.{story.view.variant}')} · {format_dt(story.ended_at, 'f')}"
    foot = [Text(f"-# {say('page.of', page=page + 1, pages=len(pages))}")] if len(pages) > 1 else []
    return Message(
        (
            Text(heading),
            Text("\n".join([pages[page], *marks])),
            *foot,
            *rows(list(_buttons(story, say, page, len(pages), shared=shared))),
        )
    )


def shared_message(story: Story, say: Speech, faces: CardFaces, *, by: str) -> Message:
    """The hand's story for the channel, as a player of it (`by`, a display name) wants it told; what does not fit is turned to privately."""
    whole = story_message(story, say, faces)
    title = Text(say("story.shared", name=escape(by)))
    turning = [Row(turns) for part in whole.parts if isinstance(part, Row) and (turns := _turning(part))]
    return Message((title, *(part for part in whole.parts if not isinstance(part, Row)), *turning))


def _turning(row: Row) -> tuple[Button, ...]:
    return tuple(button for button in row.buttons if button.label in TURNS)


def file_message(file: HandFile, say: Speech) -> Message:
    """A hand as a file to take away; it holds what its reader saw."""
    return Message((Text(say("done.file")), Document(file.name, file.text.encode())), framed=False)


def proof_message(label: str, proof: str, say: Speech) -> Message:
    """The proof of a hand to take away, with two things that check it: a page for a browser, and a program of one file."""
    checkers = [Document(name, files("bot.deal").joinpath(name).read_bytes()) for name in ("verify.html", "verify.py")]
    return Message((Text(say("done.proof")), Document(f"hand-{label}.proof.json", proof.encode()), *checkers), framed=False)


def _lines(story: Story, say: Speech, faces: CardFaces) -> Iterator[str]:
    """The story's lines; each phase begins with its name, and one's own cards stand where one got them."""
    names = {seat: player.name for seat, player in story.players.items()}
    if story.carried:
        yield say("log.carried-in", amount=story.carried)
    yield from dead_lines(story.view, say)
    for event in story.events:
        if heading := _heading(event, story, say):
            yield f"**{_begun(heading)}**"
        elif line := event_line(event, names, say, faces, story.view.recycled):
            yield line


def _begun(words: str) -> str:
    """Words that stand elsewhere within a title, as the beginning of one."""
    return words[:1].upper() + words[1:]


def _heading(event: Event, story: Story, say: Speech) -> str:
    match event:
        case BettingOpened(name):
            return phase_words(say, story.view.variant, name, _round_before(event, story))
        case RoundOpened(number):
            return say(f"round.{story.view.variant}", round=str(number))
        case _:
            return ""


def _round_before(event: Event, story: Story) -> int:
    """The round of discards after which this betting was opened; 0 before the first."""
    rounds = 0
    for earlier in story.events:
        if earlier is event:
            break
        if isinstance(earlier, RoundOpened):
            rounds = earlier.number
    return rounds


def _pages(lines: Iterator[str]) -> Iterator[str]:
    page = ""
    for line in lines:
        if page and len(page) + 1 + len(line) > PAGE_CHARACTERS:
            yield page
            page = ""
        page = f"{page}\n{line}" if page else line
    yield page


def _buttons(story: Story, say: Speech, page: int, pages: int, *, shared: bool) -> Iterator[Button]:
    hand = str(story.hand_id)
    if pages > 1:
        yield Button(TURNS[0], str(PagePress("story", max(0, page - 1), (hand,))), disabled=page == 0)
        yield Button(TURNS[1], str(PagePress("story", page + 1, (hand,))), disabled=page + 1 == pages)
    if story.view.seat is None:
        return
    yield Button(say("button.file-own"), str(PagePress("file", 0, (hand, "own"))))
    yield Button(say("button.file-ohh"), str(PagePress("file", 0, (hand, "ohh"))))
    yield Button(say("button.proof"), str(PagePress("file", 0, (hand, PROOF))))
    if not shared:
        yield Button(say("button.share"), str(PagePress("share", 0, (hand, "public"))))
        yield Button(say("button.share-own"), str(PagePress("share", 0, (hand, "own"))))
