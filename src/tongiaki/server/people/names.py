"""Which names can be claimed, and when two of them are the same."""

import unicodedata

from tongiaki.bots import BOTS
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.rooms.names import MOST_NAME, is_name, tidy

NOBODY = "N. N."
"""In place of the name of a person who is gone: what is written in all our languages where a name is not known."""


def key_of(name: str) -> str:
    """Two names with the same key are the same name: case and forms of letters do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", tidy(name)).casefold())


def claimable(name: str) -> str:
    """The name without needless space; `BadRequest` if it cannot be claimed."""
    name = unicodedata.normalize("NFC", tidy(name))
    if not is_name(name) or "/" in name or not name.strip(". "):
        raise BadRequest(400, "name", text("problem_name", most=MOST_NAME))
    if is_reserved(name):
        raise BadRequest(409, "name_taken", text("problem_name_taken", name=name))
    return name


def is_reserved(name: str) -> bool:
    """Whether a bot is called so, or nobody."""
    first = key_of(name).partition(" ")[0]
    return first in BOTS or key_of(name) == key_of(NOBODY)
