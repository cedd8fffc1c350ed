"""A command: `/seat`, which says where one sits at this channel's table."""

from tests.bench._recipes.scratch import COGS, RENDER, Scratch

COG = "bot/cogs/play.py"

METHOD = '''\
    @app_commands.command(name="seat", description=command_text("seat"))
    @app_commands.guild_only()
    @responds
    async def seat(self, response: Response) -> None:
        """Where one sits, and what lies there."""
        seated = response.tables.in_channel(response.channel_id).seat_of(response.user_id)
        if seated is None:
            raise NotSeated
        await response.send_private(line(response.say, "done.seat", number=str(seated.seat + 1), chips=seated.stack))
'''

TEST = '''\
"""`/seat`."""

from tests.cogs.test_table_commands import one_line


async def test_somebody_asks_where_they_sit(evening):
    here = await evening("one", "two")
    await here.slash("one", "table start")
    assert one_line(await here.slash("one", "seat")) == "You sit at seat 1, with 1,000 chips."
    assert "You sit at" not in one_line(await here.slash("two", "seat"))
'''

PICKED = {
    "en": "See where you sit at this channel’s table",
    "de": "Zeigt, wo du am Tisch dieses Kanals sitzt",
    "es": "Mira dónde te sientas en la mesa de este canal",
    "fr": "Voir votre place à la table de ce salon",
}
ANSWERS = {
    "en": "You sit at seat {number}, with {chips} chips.",
    "de": "Du sitzt auf Platz {number} und hast {chips} Chips.",
    "es": "Estás en el asiento {number}, con {chips} fichas.",
    "fr": "Vous êtes à la place {number}, avec {chips} jetons.",
}
MISSING = (
    "tests/cogs/test_picker.py::test_no_text_is_missing",
    "tests/render/test_catalogues.py::test_every_key_that_is_said_has_a_text",
)
TESTS = ("tests/cogs/test_picker.py", "tests/render/test_catalogues.py")


def command(scratch: Scratch) -> None:
    scratch.append(COG, METHOD)
    scratch.replace(
        COG,
        ("from bot.render import help_message, rules_message", "from bot.render import help_message, line, rules_message"),
        ("from bot.tables import NoTable, TableRules", "from bot.tables import NoTable, NotSeated, TableRules"),
    )
    scratch.tells((*(rf"{COGS}/{language}\.po lacks \['seat'\]" for language in PICKED), r"done\.seat"), *MISSING)
    for language, text in PICKED.items():
        scratch.add_texts(COGS, language, {"seat": text})
    for language, text in ANSWERS.items():
        scratch.add_texts(RENDER, language, {"done.seat": text})
    scratch.write("tests/cogs/test_seat.py", TEST)
    scratch.passes(*TESTS, "tests/cogs/test_seat.py")
