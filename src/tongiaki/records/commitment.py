"""The commitment: a hash of the deck that is shown before the first boat, and opened after the end."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tongiaki.records.catalogue import DECK
from tongiaki.records.record import GameRecord, RecordError


def commitment(deck: Sequence[str], start_colour: str, salt: str) -> str:
    """SHA-256 over lines of UTF-8: the salt, the colour that starts, then the tiles in the order of drawing."""
    return hashlib.sha256("\n".join((salt, start_colour, *deck)).encode()).hexdigest()


@dataclass(frozen=True)
class OpenedDeck:
    """A deck of a finished game: `sha256` was shown when it was shuffled, the rest after the end."""

    deck: list[str]
    salt: str
    sha256: str
    start_colour: str

    @property
    def agrees(self) -> bool:
        """Whether this is the deck of the hash that was shown."""
        return hmac.compare_digest(commitment(self.deck, self.start_colour, self.salt), self.sha256)


def opened_decks(record: GameRecord) -> list[OpenedDeck]:
    """All decks of a game in order, the last one being that of the record; `RecordError` if one is not laid open."""
    start_colour = record.players[0].colours[0]
    earlier = record.other.get("earlier_decks", [])
    if not isinstance(earlier, list) or not all(isinstance(deck, Mapping) for deck in earlier):
        raise RecordError("earlier_decks must be a list of decks")
    last = {"deck": record.deck, "commitment": record.other.get("commitment")}
    return [_opened(part, start_colour) for part in (*earlier, last)]


def _opened(part: Mapping[str, Any], start_colour: str) -> OpenedDeck:
    shown, deck = part.get("commitment"), part.get("deck")
    if not isinstance(shown, Mapping) or not isinstance(shown.get("sha256"), str):
        raise RecordError("the record holds no commitment: no hash was shown before the game")
    if not isinstance(shown.get("salt"), str):
        raise RecordError("the commitment is not opened (no salt): the game is not over")
    if not isinstance(deck, list) or sorted(map(json.dumps, deck)) != sorted(map(json.dumps, DECK)):
        raise RecordError("a deck does not hold each of the 31 tiles once")
    return OpenedDeck(deck, shown["salt"], shown["sha256"], start_colour)
