"""Who may play a rated game, and how: default rules, claimed names and bots of this server, nobody twice."""

from collections.abc import Callable
from itertools import combinations

from tongiaki.engine import Rules
from tongiaki.server.problems import Refusal
from tongiaki.server.rating.players import is_rated_bot
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.sessions import is_claimed


def check_rated(now: Arrangement) -> None:
    """`Refusal` where a game of this room cannot be rated."""
    if Rules.of(now.rules).differences():
        raise refusal("wrong", "refused_rated_rules")
    for seat, place in enumerate(now.places):
        if place.session is not None and not is_claimed(place.session):
            raise refusal("wrong", "refused_rated_guest", name=now.name_at(seat))
        if place.bot is not None and not is_rated_bot(place.bot):
            raise refusal("wrong", "refused_rated_bot", bot=place.bot)


def can_be_rated(now: Arrangement) -> bool:
    """Whether a game of this room could be rated."""
    try:
        check_rated(now)
    except Refusal:
        return False
    return True


def check_apart(now: Arrangement, places_of: Callable[[str], set[str | None]]) -> None:
    """`Refusal` where two of those who play are in the same place, somebody was not here yet, or nobody plays."""
    places = {seat: places_of(session) for seat, session in now.persons.items()}
    if not places:
        raise refusal("wrong", "refused_rated_bots")
    for seat, known in places.items():
        if not known:
            raise refusal("not_now", "refused_rated_absent", name=now.name_at(seat))
    for one, other in combinations(places, 2):
        if places[one] & places[other]:
            raise refusal("wrong", "refused_rated_place", name=now.name_at(one), other=now.name_at(other))
