"""Brings the schema of a database up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.migrations import HEAD


def configuration() -> Config:
    """Alembic's configuration: the migrations of this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def upgrade_over(connection: Connection, database: object) -> None:
    """The same over a connection, in its transaction; `database` is how it is called."""
    config = configuration()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, HEAD)
    except CommandError:
        raise CannotServe(f"{database} was written by a newer version of Tongiaki") from None


def upgrade(path: Path) -> None:
    """Runs the migrations that the database does not have yet; `CannotServe` if it has some that we do not."""
    engine = create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as connection:
            upgrade_over(connection, path)
    except DBAPIError as error:
        raise CannotServe(f"the database {path} cannot be used: {error.orig}") from None
    finally:
        engine.dispose()
