"""Brings the schema of a database up to date."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.migrations import HEAD


def configuration() -> Config:
    """Alembic's configuration: the migrations of this package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def upgrade(path: Path) -> None:
    """Runs the migrations that the database does not have yet; `CannotServe` if it has some that we do not."""
    engine = create_engine(f"sqlite:///{path}")
    config = configuration()
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, HEAD)
    except CommandError:
        raise CannotServe(f"{path} was written by a newer version of Tongiaki") from None
    except DBAPIError as error:
        raise CannotServe(f"the database {path} cannot be used: {error.orig}") from None
    finally:
        engine.dispose()
