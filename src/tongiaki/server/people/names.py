"""Which names can be claimed, and when two of them are the same."""

import re
import unicodedata

from tongiaki.bots import BOTS
from tongiaki.server.looks import look_of
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.rooms.names import MOST_NAME, is_name, tidy
from tongiaki.server.store.people import Name

NOBODY = "N. N."
"""In place of the name of a person who is gone: what is written in all our languages where a name is not known."""


OFFICES = (
    *(
        "tongiaki",
        "server",
        "system",
        "admin",
        "administrator",
        "operator",
        "moderator",
        "support",
        "host",
        "bot",
    ),
    *("steuermann", "helmsman", "stuurman", "schiffsjunge", "scheepsjongen", "einsiedler", "kluizenaar"),
    *("anhalter", "hitch-hiker", "lifter", "lotse", "loods", "treibholz", "drifter", "drijfhout"),
    *("sterndeuter", "star-reader", "sterrenlezer"),
)
"""Names that the server and its bots have in the languages of the page."""

_RESERVED = {look_of(word) for name in (*OFFICES, *BOTS) for word in (name, name.capitalize())}


def key_of(name: str) -> str:
    """Two names with the same key are the same name: case and forms of letters do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy(name)).casefold())


def name_of(name: str) -> Name:
    """With what it is compared by."""
    return Name(name, key_of(name), look_of(name))


def claimable(name: str) -> str:
    """The name without needless space; `BadRequest` if it cannot be claimed."""
    name = unicodedata.normalize("NFC", tidy(name))
    if not is_name(name) or "/" in name or not name.strip(". "):
        raise BadRequest(400, "name", text("problem_name", most=MOST_NAME))
    if is_reserved(name):
        raise BadRequest(409, "name_taken", text("problem_name_taken", name=name))
    return name


def is_reserved(name: str) -> bool:
    """Whether a bot is called so, or nobody, or it looks like the server itself."""
    stem = re.sub(r"[\W\d_]+$", "", tidy(name))
    looks = {look_of(stem), look_of(stem.partition(" ")[0])}
    return key_of(name) == key_of(NOBODY) or not looks.isdisjoint(_RESERVED)
