"""Players and their ratings over HTTP: `/api/players`, and those of a table or a room."""

from collections.abc import Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import json_answer
from tongiaki.server.people_protocol import Player, PlayerPage, RatedGame, RatedSeat
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import Seat
from tongiaki.server.rating.model import NEW, shown, spread
from tongiaki.server.rating.players import bot_of, bot_player, is_rated_bot
from tongiaki.server.routes import Routes
from tongiaki.server.store.people import KeptPerson
from tongiaki.server.store.ratings import Change, Strength
from tongiaki.server.store.standings import Played, Rated, Standings
from tongiaki.server.table import LiveTable

router = Routes()

MOST = 200
"""Players on the list."""
MOST_GAMES = 100


@router.get("/api/players")
async def players(request: Request) -> Response:
    """The players by rating, those first whose rating is surely high."""
    return json_answer(ranked(await _standings(request).all())[:MOST])


@router.get("/api/players/{name}")
async def player(request: Request, name: str) -> Response:
    """A person or a bot, with the latest rated games."""
    bot = name.lower() if is_rated_bot(name.lower()) else None
    if bot is not None:
        return json_answer(await _page(request, bot_player(bot), "", bot, None))
    person: KeptPerson | None = await request.app.state.people.called(name)
    if person is None:
        raise BadRequest(404, "unknown_player", text("problem_unknown_player", name=name[:40]))
    return json_answer(await _page(request, person.id, person.name, None, person.created))


async def _page(request: Request, id: str, name: str, bot: str | None, since: str | None) -> PlayerPage:
    standings = _standings(request)
    listed = (p for p in ranked(await standings.all()) if (p.bot, p.name) == (bot, name))
    games = [_game(played, id) for played in await standings.latest(id, MOST_GAMES)]
    return PlayerPage(name, bot, since, next(listed, None), games)


@router.get("/api/tables/{id}/ratings")
async def of_table(request: Request, id: str) -> Response:
    """The ratings at a rated game: before, and what it has changed when it is over; of another game none."""
    table: LiveTable | None = await request.app.state.tables.find(id)
    if table is None:
        raise BadRequest(404, "unknown_table", text("problem_unknown_table", id=id[:40]))
    if not table.rated:
        return json_answer([])
    seats = table.seating.seats
    changes = await _standings(request).changes(id)
    if changes:
        return json_answer(_seats(seats, changes))
    return json_answer(await _now(request, seats, table.owners))


@router.get("/api/rooms/{id}/ratings")
async def of_room(request: Request, id: str) -> Response:
    """The ratings of those who sit in a room and have one."""
    room = await request.app.state.rooms.find(id)
    if room is None:
        raise BadRequest(404, "unknown_room", text("problem_unknown_room", id=id[:40]))
    return json_answer(await _now(request, room.arrangement.seated(), room.arrangement.persons))


async def _now(request: Request, seats: Sequence[Seat], owners: Mapping[int, str]) -> list[RatedSeat]:
    """The ratings as they stand, of those who are rated."""
    players = {
        seat: owners.get(seat, "") if sits.bot is None else bot_player(sits.bot)
        for seat, sits in enumerate(seats)
    }
    known = await _standings(request).strengths(list(players.values()))
    return [
        _seat(seat, seats[seat], known.get(player, NEW), None, None)
        for seat, player in players.items()
        if player in known or player.startswith("@")
    ]


def ranked(everybody: Sequence[Rated]) -> list[Player]:
    """By what a rating surely is: the more somebody has played, the less is subtracted.

    Equals share a rank; who is gone has none.
    """
    there = [rated for rated in everybody if rated.name is not None or bot_of(rated.player)]
    there.sort(key=lambda rated: (-_surely(rated), rated.name or rated.player))
    ranks: dict[int, int] = {}
    for place, rated in enumerate(there, 1):
        ranks.setdefault(_surely(rated), place)
    return [
        Player(
            rank=ranks[_surely(rated)],
            name=rated.name or "",
            bot=bot_of(rated.player),
            rating=shown(rated.strength),
            spread=spread(rated.strength),
            games=rated.games,
            wins=rated.wins,
        )
        for rated in there
    ]


def _surely(rated: Rated) -> int:
    return shown(rated.strength) - spread(rated.strength)


def _game(played: Played, player: str) -> RatedGame:
    you = next(change.seat for change in played.changes if change.player == player)
    return RatedGame(played.game, played.ended, you, played.points, _seats(played.seats, played.changes))


def _seats(seats: Sequence[Seat], changes: Sequence[Change]) -> list[RatedSeat]:
    return [
        _seat(
            change.seat,
            seats[change.seat],
            change.after,
            change.place,
            shown(change.after) - shown(change.before),
        )
        for change in changes
    ]


def _seat(seat: int, sits: Seat, strength: Strength, place: int | None, change: int | None) -> RatedSeat:
    return RatedSeat(seat, sits.name, sits.bot, shown(strength), spread(strength), place, change)


def _standings(request: Request) -> Standings:
    return Standings(request.app.state.store)
