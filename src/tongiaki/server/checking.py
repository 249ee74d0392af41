"""Does every stored game still open, and does it say what it said? Each is replayed by the rules of this version."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, func, select

from tongiaki.records import GameRecord, RecordError
from tongiaki.records.commitment import opened_decks
from tongiaki.records.replay import verify
from tongiaki.server.game_records import record_of
from tongiaki.server.store import schema
from tongiaki.server.store.kept import KeptGame
from tongiaki.server.store.store import load_game, summary
from tongiaki.server.table import LiveTable


def count_games(connection: Connection) -> int:
    """How many games are stored."""
    return int(connection.execute(select(func.count()).select_from(schema.game)).scalar_one())


def check_games(connection: Connection) -> Iterator[tuple[str, str | None]]:
    """The id of each game with what is wrong with it, `None` if nothing is."""
    for id in connection.execute(select(schema.game.c.id).order_by(schema.game.c.created)).scalars().all():
        try:
            found = _loaded(connection, id)
            standing = summary(found[1]).standing if found is not None else None
        except Exception as error:  # whatever it is, the other games are to be checked too
            yield id, f"it cannot be read: {type(error).__name__}: {error}"
            continue
        if found is not None:  # else it has been deleted meanwhile
            yield id, _fault(found[0], found[1].commitment, standing)


def _loaded(connection: Connection, id: str) -> "tuple[KeptGame, Row[Any]] | None":
    """A game and its line in the list, both of one moment: a server may go on with it meanwhile."""
    query = select(schema.game).filter_by(id=id)
    while (before := connection.execute(query).first()) is not None:
        kept = load_game(connection, id)
        if kept is not None and before == connection.execute(query).first():
            return kept, before
    return None


def _fault(kept: KeptGame, commitment: str, standing: object) -> str | None:
    """What does not agree between a log, its deck, and what was written down of the game."""
    try:
        table = LiveTable.kept(kept, [])
        course = table.course
        tiles = [event.tile for event in course.line if event.tile is not None]
        if tiles != list(table.deal.deck[: course.drawn]):
            return "the tiles drawn are not those of the deck"
        if course.standing != standing:
            return f"it was written down as {standing}, but stands as {course.standing}"
        record = GameRecord.from_json(record_of(table).to_json())  # as people get it
        verify(record)
        if course.over and not all(deck.agrees for deck in opened_decks(record)):
            return "the deck is not that of the commitment"
    except RecordError as error:
        return f"ply {error.ply}: {error.message}"
    except Exception as error:  # whatever it is, the other games are to be checked too
        return f"{type(error).__name__}: {error}"
    return None if table.deals[0].commitment == commitment else "the commitment is another one"
