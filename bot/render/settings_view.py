"""What a server's managers have set, as they read it back."""

from bot.render.components.layout import Message, Text
from bot.render.rules_view import agreement_lines
from bot.render.text.translator import Speech
from bot.tables import ServerSettings, TableRules


def settings_message(settings: ServerSettings, say: Speech, *, usual: ServerSettings, done: bool = False) -> Message:
    """All settings of a server: chips, the channels that tables may open in, and the defaults of new tables; `done`: they were just changed.

    What nobody has set here is shown as it is in `usual`, and marked.
    """
    lines = [f"### {say('settings.title')}", *_lines(settings, usual, say), *([f"-# {say('done.settings')}"] if done else [])]
    return Message((Text("\n".join(lines)),))


def _lines(settings: ServerSettings, usual: ServerSettings, say: Speech) -> list[str]:
    lines = [
        say("settings.starting", chips=_chips(settings.starting_chips, usual.starting_chips, say)),
        say("settings.daily", chips=_chips(settings.daily_chips, usual.daily_chips, say)),
    ]
    if settings.channels:
        lines.append(say("settings.channels", channels=settings.channels))
    else:
        lines.append(say("settings.everywhere"))
    rules = TableRules.from_options(**(settings.defaults or {}))
    key = "settings.defaults" if settings.defaults else "settings.no-defaults"
    lines.append(say(key, variant=say(f"variant.{rules.variant}"), rules="\n".join(agreement_lines(rules, say))))
    return lines


def _chips(own: int | None, usual: int | None, say: Speech) -> str:
    return say("settings.usual", chips=usual or 0) if own is None else say.number(own)
