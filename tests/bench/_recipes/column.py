"""A column: what colour a server likes its felt."""

from tests.bench._recipes.scratch import Scratch, Untrue

MODELS = "bot/store/schema/models.py"
TESTS = "tests/store/test_migrations.py"


def column(scratch: Scratch) -> None:
    after = '    Column("welcomed_at", Utc),\n'
    scratch.replace(MODELS, (after, f'{after}    Column("felt", String(20)),\n'))
    scratch.tells((r"add_column.*felt",), f"{TESTS}::test_models_and_migrations_agree")
    before = set(scratch.touched())
    scratch.do("-m", "alembic", "revision", "--autogenerate", "-m", "the colour of the felt")
    made = set(scratch.touched()) - before
    if len(made) != 1:
        raise Untrue(f"alembic wrote {sorted(made)}")
    (name,) = made
    written = scratch.read(name)
    if 'sa.Column("felt", sa.String(length=20), nullable=True)'.replace('"', "'") not in written:
        raise Untrue(f"the migration adds no such column:\n{written}")
    revision = next(line for line in written.splitlines() if line.startswith("revision = ")).split("'")[1]
    scratch.tells((revision,), f"{TESTS}::test_the_models_name_the_newest_migration")
    current = next(line for line in scratch.read(MODELS).splitlines() if line.startswith("REVISION = "))
    scratch.replace(MODELS, (current, f'REVISION = "{revision}"'))
    scratch.passes(TESTS)
