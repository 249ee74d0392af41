"""What `tongiaki ratings` does to a database file."""

from pathlib import Path

from sqlalchemy import create_engine, event
from sqlalchemy.exc import DBAPIError

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.rating.recompute import Recomputed, put_right, recomputed
from tongiaki.server.store.backup import check_ours
from tongiaki.server.store.database import Database


def recompute(db: Path, write: bool) -> Recomputed:
    """Compares the ratings with the logs, and puts them right if wanted; `CannotServe`."""
    check_ours(db)
    opened = Database.open(db) if write else None
    engine = create_engine(f"sqlite:///{db}")
    if not write:
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only=ON"))
    try:
        with engine.begin() as connection:
            found = recomputed(connection)
            if write and not found.is_right:
                put_right(connection, found)
        return found
    except DBAPIError as error:
        raise CannotServe(f"the database {db} cannot be read: {error.orig}") from None
    finally:
        engine.dispose()
        if opened is not None:
            opened.release()
