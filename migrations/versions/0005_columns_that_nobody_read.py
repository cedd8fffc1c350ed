"""A server's language and a table's button go: nobody read them. Discord says the language with each press, and the blinds hold the button."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("guild", "locale")
    op.drop_column("poker_table", "button")
