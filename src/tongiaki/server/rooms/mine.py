"""The rooms and games of a browser: "my games", with the next one that waits."""

from dataclasses import dataclass

import msgspec

from tongiaki.server.clock.clocks import Clocks
from tongiaki.server.clock.rest import Stretch
from tongiaki.server.clock.time import read, written
from tongiaki.server.protocol import TableSummary
from tongiaki.server.room_protocol import MyGame
from tongiaki.server.rooms.arrangement import Arrangement
from tongiaki.server.store.kept import KeptSummary
from tongiaki.server.store.rooms import KeptRoom, RoomStore
from tongiaki.server.store.turns import KeptTurn
from tongiaki.server.tables import Tables


@dataclass(frozen=True)
class _Room:
    """A room with its latest game; `turn`, `outages`: what the deadline follows from, if there is one."""

    id: str
    arrangement: Arrangement
    changed: str
    last: KeptSummary | None
    turn: KeptTurn | None
    outages: list[Stretch]

    @property
    def running(self) -> bool:
        return self.last is not None and not self.last.standing.over

    @property
    def deadline(self) -> str | None:
        if self.turn is None:
            return None
        clocks = Clocks(self.turn.clock, self.turn.left, read(self.turn.since), self.outages)
        clocks.holidays = self.arrangement.holidays
        return written(clocks.ends(self.turn.seat))


async def my_games(session: str, store: RoomStore, tables: Tables) -> list[MyGame]:
    """Those that wait for this session first, by deadline, then the running ones, each by the latest change.

    All of it is read from the store: other processes may have some of the games.
    """
    games = [_in_room(session, room) for room in await _rooms(session, store)]
    games += [_at_one_screen(table) for table in await tables.of_session(session)]
    games.sort(key=lambda game: game.changed, reverse=True)
    return sorted(games, key=lambda game: (not game.waiting_for_me, game.status == "over", _urgency(game)))


def _urgency(game: MyGame) -> str:
    """Those with a deadline come first among those that wait."""
    return (game.deadline or "~") if game.waiting_for_me else ""


async def _rooms(session: str, store: RoomStore) -> list[_Room]:
    kept = await store.of_session(session)
    turns = await store.turns([room.games[-1].id for room in kept if room.games])
    if not turns:
        return [_room(room, turns, []) for room in kept]
    _, outages = await store.beside.outages(min(turn.since for turn in turns.values()))
    return [_room(room, turns, [(read(began), read(ended)) for began, ended in outages]) for room in kept]


def _room(kept: KeptRoom, turns: dict[str, KeptTurn], outages: list[Stretch]) -> _Room:
    arrangement = msgspec.json.decode(kept.arrangement, type=Arrangement)
    last = kept.games[-1] if kept.games else None
    return _Room(kept.id, arrangement, kept.changed, last, turns.get(last.id) if last else None, outages)


def _in_room(session: str, room: _Room) -> MyGame:
    arrangement, last = room.arrangement, room.last
    mine = arrangement.seat_of(session)
    return MyGame(
        room=room.id,
        game=last.id if last else None,
        names=[arrangement.name_at(n) for n, place in enumerate(arrangement.places) if not place.is_open],
        status="playing" if room.running else "over" if last else "waiting",
        turn=last.standing.turn if last else 0,
        waiting_for_me=room.running
        and last is not None
        and mine is not None
        and last.standing.active_seat == mine,
        your_seat=mine,
        changed=max(room.changed, last.changed) if last else room.changed,
        deadline=room.deadline,
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
