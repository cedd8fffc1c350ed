"""What an operator sets, from the environment or a `.env` file; nothing is read at import."""

import re
from pathlib import Path

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

MOST_SECONDS = 86_400.0
MOST_MINUTES = 525_600.0


class Settings(BaseSettings):
    """Every setting of the bot. Each has a line of why in `.env.example`. Chips are whole numbers."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8-sig", extra="ignore", frozen=True)

    discord_token: SecretStr | None = Field(
        default=None, description="The bot's token, from Discord's developer portal. Never share it."
    )
    database_url: str = Field(
        default="sqlite+aiosqlite:///open-draw.db", description="Where chips and hands are kept: a SQLite file, or PostgreSQL."
    )
    starting_chips: int = Field(
        default=5_000, ge=1, le=1_000_000_000, description="Play chips that a player gets once in each server."
    )
    daily_chips: int = Field(
        default=500, ge=0, le=1_000_000_000, description="Play chips that /chips daily gives, once a day; 0 turns it off."
    )
    refill_chips: int = Field(
        default=1_000,
        ge=0,
        le=1_000_000_000,
        description="Up to how many chips /chips refill fills the broke; 0 turns it off.",
    )
    refill_hours: float = Field(default=4, ge=0.25, le=168, description="Hours from one refill of a player to the next.")
    tables_a_server: int = Field(
        default=25, ge=1, le=10_000, description="Open tables a server may have, so that none starves the others."
    )
    tables_a_person: int = Field(default=3, ge=1, le=100, description="Tables of a server at which one person may sit at once.")
    idle_minutes: float = Field(
        default=60,
        gt=0,
        le=MOST_MINUTES,
        allow_inf_nan=False,
        description="A table at which nobody presses anything for so long closes and pays out.",
    )
    first_deal_seconds: float = Field(
        default=20,
        ge=0,
        le=MOST_SECONDS,
        allow_inf_nan=False,
        description="From the second player's sitting down to the first deal.",
    )
    between_hands_seconds: float = Field(
        default=8, ge=0, le=MOST_SECONDS, allow_inf_nan=False, description="From a hand's result to the next deal."
    )
    forget_days: int = Field(
        default=90, ge=1, le=36_500, description="Data of a server that removed the bot is deleted after so many days."
    )
    development_server: int | None = Field(
        default=None, ge=1, le=2**63 - 1, description="A server to which commands are synced at once, while developing."
    )
    log_level: str = Field(
        default="INFO", description="DEBUG, INFO, WARNING or ERROR. Logs hold no tokens and no cards at any level."
    )

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("one of DEBUG, INFO, WARNING, ERROR")
        return level.upper()

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        """A token goes into a header: nothing but what can be seen, and no more of it in the message than that it is wrong."""
        if token is None:
            return None
        plain = token.get_secret_value().strip()
        if not re.fullmatch(r"[!-~]+", plain):
            raise ValueError("there is a space, a line break or another character in it that no token has; copy it again")
        return SecretStr(plain)

    @field_validator("discord_token", "development_server", mode="before")
    @classmethod
    def _blank_is_none(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value


def sqlite_url(path: Path) -> str:
    """The database URL of a SQLite file; a path is no URL, whatever characters its name has. Raises `OSError` where the working directory is gone."""
    name = str(path.absolute()).replace("%", "%25").replace("?", "%3F")
    return f"sqlite+aiosqlite:///{name}"


def read_settings() -> Settings:
    """The settings from the environment and `.env`.

    Raises `pydantic.ValidationError`, or `SettingsUnreadable` for a `.env` that cannot be read; neither holds a value that was set.
    """
    file = Path(".env")
    try:
        if "\0" in file.read_text(encoding="utf-8-sig"):
            raise SettingsUnreadable(NOT_UTF_8)
    except FileNotFoundError:
        pass  # the environment may say all
    except UnicodeDecodeError:
        raise SettingsUnreadable(NOT_UTF_8) from None
    except OSError as error:
        raise SettingsUnreadable(
            f".env cannot be read: {error.strerror}. Let the user read it that runs this program."
        ) from error
    return Settings()


NOT_UTF_8 = ".env is not in UTF-8. Save it as UTF-8 (of editors on Windows: not as Unicode or ANSI)."


class SettingsUnreadable(Exception):
    """The file of the settings cannot be read; the text says why, in one line."""
