"""The deck of a table: shuffled by the operating system, committed to before the start, opened after the end."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom

from tongiaki.records.catalogue import DECK
from tongiaki.records.commitment import commitment

SALT_BYTES = 24
"""Enough that nobody finds the deck by trying: 192 bits."""


@dataclass(frozen=True)
class Deal:
    """R-1.4: the order of all 31 tiles, the salt, and the hash that may be shown. It holds from event `since` on."""

    deck: tuple[str, ...]
    salt: str
    commitment: str
    since: int = 0


def shuffled(start_colour: str, first: Sequence[str] = (), since: int = 0) -> Deal:
    """A new deck: the tiles `first` in their order, then the rest shuffled."""
    rest = [tile for tile in DECK if tile not in first]
    SystemRandom().shuffle(rest)
    return sealed(start_colour, (*first, *rest), since)


def sealed(start_colour: str, deck: tuple[str, ...], since: int = 0) -> Deal:
    """A deck in this order, with a salt of its own."""
    salt = secrets.token_hex(SALT_BYTES)
    return Deal(deck, salt, commitment(deck, start_colour, salt), since)
