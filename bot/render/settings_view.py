"""What a server's managers have set, as they read it back."""

from bot.render.components.layout import Message, Text
from bot.render.rules_view import agreement_lines
from bot.render.text.translator import Speech
from bot.tables import ServerSettings, TableRules


def settings_message(settings: ServerSettings, say: Speech, *, done: bool = False) -> Message:
    """All settings of a server: chips, the channels that tables may open in, and the defaults of new tables; `done`: they were just changed."""
    lines = [f"### {say('settings.title')}", *_lines(settings, say), *([f"-# {say('done.settings')}"] if done else [])]
    return Message((Text("\n".join(lines)),))


def _lines(settings: ServerSettings, say: Speech) -> list[str]:
    usual = say("settings.usual")
    starting, daily = settings.starting_chips, settings.daily_chips
    lines = [
        say("settings.starting", chips=usual if starting is None else starting),
        say("settings.daily", chips=usual if daily is None else daily),
    ]
    if settings.channels:
        lines.append(say("settings.channels", channels=settings.channels))
    else:
        lines.append(say("settings.everywhere"))
    if settings.defaults:
        rules = TableRules.from_options(**settings.defaults)
        lines.append(
            say("settings.defaults", variant=say(f"variant.{rules.variant}"), rules="\n".join(agreement_lines(rules, say)))
        )
    else:
        lines.append(say("settings.no-defaults"))
    return lines
