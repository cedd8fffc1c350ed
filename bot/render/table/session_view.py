"""What a session brought: for the channel once the table is closed, and for each who leaves."""

from bot.render.text.names import cell
from bot.render.text.translator import Speech
from bot.tables import Session, SessionLine


def session_text(session: Session, say: Speech) -> str:
    """Everybody who bought in, the best result first, and the biggest pot."""
    lines = [f"### {say('session.title', count=session.hands)}", f"-# {say('session.columns')}", *_rows(session, say)]
    if (pot := session.biggest_pot) is not None:
        name = pot.name or say("session.somebody")
        lines.append(say("session.pot", amount=pot.amount, name=name, number=str(pot.number)))
    return "\n".join(lines)


def _rows(session: Session, say: Speech) -> list[str]:
    figures = [
        (say.number(line.bought_in), say.number(line.took_away), say.signed(line.net), say.number(line.hands))
        for line in session.lines
    ]
    widths = [max(len(figure) for figure in column) for column in zip(*figures, strict=True)]
    rows = []
    for line, row in zip(session.lines, figures, strict=True):
        bought_in, took_away, net, hands = (figure.rjust(width) for figure, width in zip(row, widths, strict=True))
        rows.append(f"`{cell(line.name or say('session.somebody'))} {bought_in} → {took_away}  {net}  {hands}`")
    return rows


def own_session_line(line: SessionLine, say: Speech) -> str:
    """What the session brought to its reader."""
    return say("session.own", bought_in=line.bought_in, took_away=line.took_away, net=say.signed(line.net), count=line.hands)
