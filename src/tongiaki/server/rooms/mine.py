"""The rooms and games of a browser: "my games", with the next one that waits."""

import msgspec

from tongiaki.server.protocol import TableSummary
from tongiaki.server.room_protocol import MyGame
from tongiaki.server.rooms.arrangement import Arrangement
from tongiaki.server.store.rooms import KeptRoom, RoomStore
from tongiaki.server.tables import Tables


async def my_games(session: str, store: RoomStore, tables: Tables) -> list[MyGame]:
    """Those that wait for this session first, by deadline, then the running ones, each by the latest change."""
    games = [_in_room(session, kept, tables) for kept in await store.of_session(session)]
    games += [_at_one_screen(table) for table in await tables.of_session(session)]
    games.sort(key=lambda game: game.changed, reverse=True)
    return sorted(games, key=lambda game: (not game.waiting_for_me, game.status == "over", _urgency(game)))


def _urgency(game: MyGame) -> str:
    """Those with a deadline come first among those that wait."""
    return (game.deadline or "~") if game.waiting_for_me else ""


def _in_room(session: str, kept: KeptRoom, tables: Tables) -> MyGame:
    arrangement = msgspec.json.decode(kept.arrangement, type=Arrangement)
    last = kept.games[-1] if kept.games else None
    mine = arrangement.seat_of(session)
    running = last is not None and not last.standing.over
    names = [arrangement.name_at(n) for n, place in enumerate(arrangement.places) if not place.is_open]
    return MyGame(
        room=kept.id,
        game=last.id if last else None,
        names=names,
        status="playing" if running else "over" if last else "waiting",
        turn=last.standing.turn if last else 0,
        waiting_for_me=running
        and last is not None
        and mine is not None
        and last.standing.active_seat == mine,
        your_seat=mine,
        changed=max(kept.changed, last.changed) if last else kept.changed,
        deadline=tables.deadline(last.id) if running and last is not None else None,
    )


def _at_one_screen(table: TableSummary) -> MyGame:
    seat = table.active_seat
    return MyGame(
        room=None,
        game=table.id,
        names=[seat.name for seat in table.seats],
        status="over" if table.over else "playing",
        turn=table.turn,
        waiting_for_me=not table.over and seat is not None and table.seats[seat].bot is None,
        your_seat=None,
        changed=table.changed,
        deadline=None,
    )
