"""What is taken out of the store when a person is gone, and what is given out of it before."""

import re
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, or_, select

from tongiaki.server.protocol import Seat, Text
from tongiaki.server.store import schema
from tongiaki.server.store.store import Store
from tongiaki.server.store.talk import blocked_by_name
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

    async def forget_talk(self, room: str, session: str, names: set[str], nobody: str) -> set[str]:
        """What was said in the session is blank, and no notice tells one of the names or what they were before:
        all of them; `NotKept`.
        """

        def find(connection: Connection) -> tuple[set[str], list[Statement]]:
            all = names | _names_in_talk(connection, room, session)
            notices = _notices(connection, room)
            while more := {_before(notice, all) for notice in notices.values()} - all - {""}:
                all |= more
            return all, _renamed_notices(room, notices, all, nobody)

        blank = (
            "UPDATE talk SET session = NULL, name = ?, text = '', emote = NULL WHERE room = ? AND session = ?"
        )
        all, nameless = await self._store.read(find)
        await self._store.write([(blank, (nobody, room, session)), *nameless])
        return all

    async def rename_notices(self, room: str, old: str, new: str) -> None:
        """The notices of a room tell another name; `NotKept`."""
        renamed = await self._store.read(
            lambda connection: _renamed_notices(room, _notices(connection, room), {old}, new)
        )
        if renamed:
            await self._store.write(renamed)

    async def rooms_with_lines(self, session: str) -> list[str]:
        """The rooms where something was said in a session."""
        query = select(schema.talk.c.room).where(schema.talk.c.session == session).distinct()
        return await self._store.read(lambda connection: list(connection.scalars(query)))

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


def _names_in_talk(connection: Connection, room: str, session: str) -> set[str]:
    talk = schema.talk.c
    query = select(talk.name).where(talk.room == room, talk.session == session).distinct()
    return set(connection.scalars(query)) - {""}


def _notices(connection: Connection, room: str) -> dict[int, Text]:
    """What was told in a room to have happened, by the number of the line."""
    talk = schema.talk.c
    told = select(talk.n, talk.notice).where(talk.room == room, talk.notice.is_not(None))
    return {n: msgspec.json.decode(notice, type=Text) for n, notice in connection.execute(told)}


def _before(notice: Text, names: set[str]) -> str:
    """What somebody was called before, of whom a notice says that one of these is the name now."""
    renamed = notice.key == "notice_renamed" and notice.params["name"] in names
    return str(notice.params["old"]) if renamed else ""


def _renamed_notices(room: str, notices: dict[int, Text], names: set[str], new: str) -> list[Statement]:
    """The statements for those that tell one of the names."""
    sql = "UPDATE talk SET notice = ? WHERE room = ? AND n = ?"
    return [
        (sql, (msgspec.json.encode(told).decode(), room, n))
        for n, notice in notices.items()
        if (told := without_names(notice, names, new)) != notice
    ]


def without_names(notice: Text, names: set[str], nobody: str) -> Text:
    """A notice that names none of them, neither alone nor among others."""
    one_of_them = re.compile(rf"(?:^|(?<=, ))(?:{'|'.join(map(re.escape, names))})(?=, |$)")
    params = {
        key: one_of_them.sub(lambda found: nobody, value) if isinstance(value, str) and names else value
        for key, value in notice.params.items()
    }
    return Text(notice.key, params)


def _told_of(connection: Connection, session: str) -> dict[str, Any]:
    return {
        "games": _games_of(connection, session),
        "rooms": _rooms_of(connection, session),
        **_ratings_of(connection, session),
        **_safety_of(connection, session),
        "said": _said_by(connection, session),
    }


def _games_of(connection: Connection, session: str) -> list[dict[str, Any]]:
    game, owner, before = schema.game.c, schema.seat_owner.c, schema.seat_before.c
    mine = select(owner.game).where(owner.session == session)
    given_up: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(
        select(before.game, before.seat, before.until).where(before.session == session)
    ):
        given_up.setdefault(row.game, []).append({"seat": row.seat, "until_event": row.until})
    told = or_(game.session == session, game.id.in_(mine), game.id.in_(given_up))
    seats = _seats_of(connection, session)
    return [
        {
            "id": row.id,
            "made_here": row.session == session,
            "your_seats": sorted(seats[row.id][1]) if row.id in seats else [],
            "your_seats_before": given_up.get(row.id, []),
            "seats": msgspec.json.decode(row.seats),
            "rules": msgspec.json.decode(row.rules),
            "created": row.created,
            "changed": row.changed,
            "over": row.over,
            "outcome": None if row.outcome is None else msgspec.json.decode(row.outcome),
            "record": f"/api/tables/{row.id}/record",
        }
        for row in connection.execute(select(schema.game).where(told).order_by(game.created))
    ]


def _rooms_of(connection: Connection, session: str) -> list[dict[str, Any]]:
    """Where somebody sits, or only looks on: what is kept of that, and of nobody else."""
    room = schema.room.c
    known = room.arrangement.contains(session, autoescape=True)
    found = connection.execute(select(room.id, room.arrangement).where(known).order_by(room.id))
    return [{"id": id, **_part_of(msgspec.json.decode(arrangement), session)} for id, arrangement in found]


def _part_of(arrangement: dict[str, Any], session: str) -> dict[str, Any]:
    seat = next((n for n, place in enumerate(arrangement["places"]) if place["session"] == session), None)
    return {
        "host": arrangement["host"] == session,
        "called": arrangement["names"].get(session),
        "seat": seat,
        "holidays": [] if seat is None else arrangement["places"][seat].get("holidays", []),
        "muted": session in arrangement["muted"],
    }


def _ratings_of(connection: Connection, session: str) -> dict[str, Any]:
    change, rating = schema.rating_change.c, schema.rating.c
    rated = select(change.game, change.seat, change.place, change.mu, change.sigma).where(
        change.player == session
    )
    now = select(rating.mu, rating.sigma, rating.games, rating.wins).where(rating.player == session)
    return {
        "rating": next(iter(_rows(connection, now)), None),
        "rated": _rows(connection, rated.order_by(change.game)),
    }


def _safety_of(connection: Connection, session: str) -> dict[str, Any]:
    report, notice, ban = schema.report.c, schema.notice.c, schema.ban.c
    reported = select(report.room, report.n, report.at).where(report.reporter == session)
    places = select(notice.kind, notice.address, notice.words, notice.reminder, notice.created)
    kept_out = select(ban.at, ban.name, ban.why).where(ban.session == session)
    return {
        "reported": _rows(connection, reported.order_by(report.at)),
        "told_of_my_turn_at": _rows(connection, places.where(notice.session == session)),
        "listens_not_to": [name or "a guest" for _, name in blocked_by_name(connection, session)],
        "kept_out": next(iter(_rows(connection, kept_out)), None),
    }


def _said_by(connection: Connection, session: str) -> list[dict[str, Any]]:
    talk = schema.talk.c
    said = select(talk.room, talk.at, talk.name, talk.text, talk.emote).where(talk.session == session)
    return _rows(connection, said.order_by(talk.room, talk.n))


def _rows(connection: Connection, query: Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(query)]
