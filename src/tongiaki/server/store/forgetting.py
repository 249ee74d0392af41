"""What is taken out of the store when a person is gone, and what is given out of it before."""

import re
from typing import Any

import msgspec
from sqlalchemy import Connection, or_, select

from tongiaki.server.protocol import Seat, Text
from tongiaki.server.store import schema
from tongiaki.server.store.store import Store
from tongiaki.server.store.writer import Statement


class Forgetting:
    """Reads and blanks what stands under a session."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def name_seats(self, session: str, name: str, at_one_screen: bool) -> list[str]:
        """The seats of a session are called so: the games where it has one; `NotKept`.

        at_one_screen: also where it has the seats of all persons.
        """

        def find(connection: Connection) -> tuple[list[Statement], list[str]]:
            before = connection.execute(select(schema.seat_before.c.game).filter_by(session=session))
            seats = _seats_of(connection, session, at_one_screen)
            renamed: list[Statement] = [
                ("UPDATE game SET seats = ? WHERE id = ?", (_renamed(all, owned, name), id))
                for id, (all, owned) in seats.items()
            ]
            return renamed, [*seats, *before.scalars()]

        renamed, games = await self._store.read(find)
        if games:
            was = ("UPDATE seat_before SET name = ? WHERE session = ?", (name, session))
            await self._store.write([*renamed, was])
        return list(dict.fromkeys(games))

    async def forget_talk(self, room: str, session: str, names: set[str], nobody: str) -> None:
        """What was said in the session is blank, and no notice tells one of the names; `NotKept`."""

        def find(connection: Connection) -> list[Statement]:
            talk = schema.talk.c
            told = select(talk.n, talk.notice).where(talk.room == room, talk.notice.is_not(None))
            notices = [(n, msgspec.json.decode(notice, type=Text)) for n, notice in connection.execute(told)]
            return [
                (
                    "UPDATE talk SET notice = ? WHERE room = ? AND n = ?",
                    (msgspec.json.encode(nameless).decode(), room, n),
                )
                for n, notice in notices
                if (nameless := without_names(notice, names, nobody)) != notice
            ]

        blank = (
            "UPDATE talk SET session = NULL, name = ?, text = '', emote = NULL WHERE room = ? AND session = ?"
        )
        await self._store.write([(blank, (nobody, room, session)), *await self._store.read(find)])

    async def told_of(self, session: str) -> dict[str, Any]:
        """What stands under a session, for the person itself: games, rooms and what was said."""
        return await self._store.read(lambda connection: _told_of(connection, session))


def _seats_of(
    connection: Connection, session: str, at_one_screen: bool = True
) -> dict[str, tuple[str, set[int]]]:
    """The games where a session has seats: who is called what there, and which seats are its own."""
    owner, game = schema.seat_owner.c, schema.game.c
    query = select(game.id, game.seats, owner.seat).join(schema.seat_owner, owner.game == game.id)
    if not at_one_screen:
        query = query.where(game.room.is_not(None))
    found: dict[str, tuple[str, set[int]]] = {}
    for id, seats, seat in connection.execute(query.where(owner.session == session)):
        found.setdefault(id, (seats, set()))[1].add(seat)
    return found


def _renamed(seats: str, owned: set[int], name: str) -> str:
    names = [
        msgspec.structs.replace(seat, name=name) if index in owned else seat
        for index, seat in enumerate(msgspec.json.decode(seats, type=list[Seat]))
    ]
    return msgspec.json.encode(names).decode()


def without_names(notice: Text, names: set[str], nobody: str) -> Text:
    """A notice that names none of them, neither alone nor among others."""
    one_of_them = re.compile(rf"(?:^|(?<=, ))(?:{'|'.join(map(re.escape, names))})(?=, |$)")
    params = {
        key: one_of_them.sub(nobody, value) if isinstance(value, str) and names else value
        for key, value in notice.params.items()
    }
    return Text(notice.key, params)


def _told_of(connection: Connection, session: str) -> dict[str, Any]:
    game, owner, member, talk = (*(schema.game.c, schema.seat_owner.c, schema.room_member.c, schema.talk.c),)
    mine = select(owner.game).where(owner.session == session)
    before = select(schema.seat_before.c.game).where(schema.seat_before.c.session == session)
    told = or_(game.session == session, game.id.in_(mine), game.id.in_(before))
    games = select(schema.game).where(told).order_by(game.created)
    seats = _seats_of(connection, session)
    rooms = select(member.room, member.host).where(member.session == session).order_by(member.room)
    said = select(talk.room, talk.at, talk.name, talk.text, talk.emote).where(talk.session == session)
    change = schema.rating_change.c
    rated = select(change.game, change.seat, change.place, change.mu, change.sigma).where(
        change.player == session
    )
    report = schema.report.c
    reported = select(report.room, report.n, report.at).where(report.reporter == session)
    blocked = (
        select(schema.person.c.name, schema.block.c.other)
        .select_from(schema.block)
        .outerjoin(schema.person, schema.person.c.id == schema.block.c.other)
        .where(schema.block.c.session == session)
    )
    notices = select(schema.notice.c.kind, schema.notice.c.address).where(schema.notice.c.session == session)
    return {
        "games": [
            {
                "id": row.id,
                "made_here": row.session == session,
                "your_seats": sorted(seats[row.id][1]) if row.id in seats else [],
                "seats": msgspec.json.decode(row.seats),
                "rules": msgspec.json.decode(row.rules),
                "created": row.created,
                "changed": row.changed,
                "over": row.over,
                "outcome": None if row.outcome is None else msgspec.json.decode(row.outcome),
                "record": f"/api/tables/{row.id}/record",
            }
            for row in connection.execute(games)
        ],
        "rooms": [{"id": row.room, "host": row.host} for row in connection.execute(rooms)],
        "rated": [dict(row._mapping) for row in connection.execute(rated.order_by(change.game))],
        "reported": [dict(row._mapping) for row in connection.execute(reported.order_by(report.at))],
        "told_of_my_turn_at": [
            {"kind": kind, "address": address} for kind, address in connection.execute(notices)
        ],
        "listens_not_to": [name or "a guest" for name, _ in connection.execute(blocked)],
        "said": [dict(row._mapping) for row in connection.execute(said.order_by(talk.room, talk.n))],
    }
