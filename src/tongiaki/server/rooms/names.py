"""What persons and bots are called in a room: 1–24 characters that can be seen, each name once."""

from tongiaki.server.looks import BLANK, look_of
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.sessions import is_claimed

MOST_NAME = 24


def tidy(name: str) -> str:
    """The name without needless space."""
    return " ".join(name.split())


def is_name(name: str) -> bool:
    """Whether it can be one: visible characters only, which leaves out what turns the direction of writing."""
    return 1 <= len(name) <= MOST_NAME and name.isprintable() and not set(name) & set(BLANK)


def is_taken(arrangement: Arrangement, name: str, session: str | None) -> bool:
    """Whether somebody else here is called so, or looks so."""
    others = [called for known, called in arrangement.names.items() if known != session]
    bots = [place.bot_name for place in arrangement.places if place.bot is not None]
    return look_of(name) in {look_of(other) for other in others + bots}


def named(arrangement: Arrangement, session: str, name: str) -> Arrangement:
    """The person is called so; `Refusal`."""
    name = tidy(name)
    if not is_name(name):
        raise refusal("name", "refused_name", most=MOST_NAME)
    if is_claimed(session):
        name = _numbered(arrangement, name, session)
    elif is_taken(arrangement, name, session):
        raise refusal("name", "refused_name_taken", name=name)
    return arrangement.with_name(session, name)


def bot_name(arrangement: Arrangement, bot: str) -> str:
    """The bot's own name, with a number if there is one already."""
    return _numbered(arrangement, bot.capitalize(), None)


def _numbered(arrangement: Arrangement, name: str, session: str | None) -> str:
    """The name, with a number if somebody else here is called so."""
    numbered, number = name, 1
    while is_taken(arrangement, numbered, session):
        number += 1
        numbered = f"{name} {number}"
    return numbered
