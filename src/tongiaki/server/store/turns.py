"""Whose time runs in games with days for a turn, and since when: from the store, whichever process has the games."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, func, select

from tongiaki.server.protocol import Clock, Seat
from tongiaki.server.store import schema


@dataclass(frozen=True)
class KeptTurn:
    """The person at `seat` decides; `left`: milliseconds by seat, as they stood at `since`."""

    seat: int
    clock: Clock
    left: list[int]
    since: str


def turns(connection: Connection, games: Sequence[str]) -> dict[str, KeptTurn]:
    """Of those games in which there are days for a turn and somebody's time runs."""
    game = schema.game.c
    running = select(game.id, game.seats, game.clock, game.active_seat)
    running = running.where(
        game.id.in_(games), ~game.over, game.clock.is_not(None), game.active_seat.is_not(None)
    )
    found = {}
    for row in connection.execute(running).all():
        clock = msgspec.json.decode(row.clock, type=Clock)
        seats = msgspec.json.decode(row.seats, type=list[Seat])
        if clock.kind == "days" and _decides(connection, row.id, row.active_seat, seats[row.active_seat].bot):
            found[row.id] = _turn(connection, row.id, row.active_seat, clock)
    return {id: turn for id, turn in found.items() if turn is not None}


def _decides(connection: Connection, game: str, seat: int, bot: str | None) -> bool:
    """Whether a person does at this seat, and not a bot, and there is no pause: as `Course` takes up these events."""
    event = schema.event.c
    who = select(event.kind, event.bot).where(
        event.game == game,
        event.kind.in_(("pause", "resume"))
        | (event.kind.in_(("seat", "handed_over")) & (event.seat == seat)),
    )
    paused, stands_in = False, None
    for row in connection.execute(who.order_by(event.seq)):
        if row.kind in ("pause", "resume"):
            paused = row.kind == "pause"
        else:
            stands_in = row.bot
    return not paused and bot is None and stands_in is None


def _turn(connection: Connection, game: str, seat: int, clock: Clock) -> KeptTurn | None:
    """The clocks stand beside the last event."""
    event = schema.event.c
    last = select(func.max(event.seq)).where(event.game == game).scalar_subquery()
    row = connection.execute(select(event.clock, event.at).where(event.game == game, event.seq == last)).one()
    left = None if row.clock is None else msgspec.json.decode(row.clock, type=list[int])
    return None if left is None else KeptTurn(seat, clock, left, row.at)
