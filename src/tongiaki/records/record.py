"""GameRecord: a game as one JSON object on one line (`tongiaki-record/1`, rules, section 13).

Reading is lenient about white space and strict about meaning; every refusal is a `RecordError` that says
what is wrong and, for a misspelt name, which one is nearest. Keys that the format does not know are kept.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tongiaki.engine.errors import TongiakiError
from tongiaki.records.catalogue import COLOURS, DECK, nearest
from tongiaki.records.notation import NotationError, parse

FORMAT = "tongiaki-record/1"
"""The first value of every record."""

RULES_VERSION = 1
"""Goes up when the same moves may lead elsewhere than before. Records are written with it; old ones have none, or 1."""

REASONS = ("last water tile", "last island tile", "idle", "agreed")
"""R-9: the reasons for which a game ends."""

_KEYS = ("format", "rules", "players", "deck", "moves", "result")
_REQUIRED = _KEYS[:5]


class RecordError(TongiakiError):
    """A damaged or illegal record: the ply, the move there (empty if it is no move's fault), and why."""

    def __init__(self, message: str, ply: int = 0, move: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.ply = ply
        self.move = move

    def __reduce__(self) -> tuple[type["RecordError"], tuple[str, int, str]]:
        return RecordError, (self.message, self.ply, self.move)


@dataclass
class Player:
    """A player of a record: a name, one colour or two, and whatever else was noted."""

    name: str
    colours: list[str]
    other: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The player as JSON values."""
        return {"name": self.name, "colours": list(self.colours), **self.other}


@dataclass
class GameRecord:
    """A game written down: the rules that differ, the players in turn order, the deck and the moves.

    `deck` lists the tiles in the order of drawing: all 31 of a game that is over, else those drawn at least.
    `result` is `None` while the game runs; `other` holds the keys the format does not know, in their order.
    """

    players: list[Player]
    deck: list[str]
    moves: list[str]
    rules: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    other: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, text: str | bytes) -> "GameRecord":
        """The record a JSON text holds; `RecordError` if it holds none."""
        return cls.from_dict(decode(text))

    @classmethod
    def from_dict(cls, value: Any) -> "GameRecord":
        """The record in JSON values that are read already; `RecordError` if they are none."""
        if not isinstance(value, Mapping):
            raise RecordError(f"a record is a JSON object, not {_kind(value)}")
        _check_keys(value)
        rules = _object(value["rules"], "rules")
        players = _players(value["players"])
        _check_two_colours(rules, players)
        return cls(
            players=players,
            deck=_deck(value["deck"]),
            moves=_moves(value["moves"]),
            rules=rules,
            result=_result(value.get("result"), len(players)),
            other={key: value[key] for key in value if key not in _KEYS},
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values, the keys in the order of the format, then the others."""
        known: dict[str, Any] = {
            "format": FORMAT,
            "rules": dict(self.rules),
            "players": [player.to_dict() for player in self.players],
            "deck": list(self.deck),
            "moves": list(self.moves),
        }
        if self.result is not None:
            known["result"] = self.result
        return {**known, **self.other}

    def to_json(self) -> str:
        """The record on one line, without a line end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @property
    def colours(self) -> list[list[str]]:
        """The colours of each player, as `Game.start` wants them."""
        return [list(player.colours) for player in self.players]


def decode(text: str | bytes) -> Any:
    """The JSON values of a text, each key once and every number finite; `RecordError` otherwise."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_finite)
    except json.JSONDecodeError as error:
        raise RecordError(f"not JSON: {error.msg} at column {error.pos + 1}") from None
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 at byte {error.start + 1}") from None
    except RecursionError:
        raise RecordError("not a record: nested too deeply") from None
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from None


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(f"key {key!r} is there twice")
        found[key] = value
    return found


def _finite(word: str) -> None:
    raise RecordError(f"{word} is no JSON number")


# -- the parts of a record, checked --------------------------------------------------------------------------


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def _check_keys(value: Mapping[str, Any]) -> None:
    for key in _REQUIRED:
        if key in value:
            continue
        strangers = [name for name in value if name not in _KEYS]
        likely = [name for name in strangers if nearest(name, _KEYS) == key and name[:2] == key[:2]]
        hint = f" (is {likely[0]!r} meant?)" if likely else ""
        raise RecordError(f"key {key!r} is missing{hint}")
    if value["format"] != FORMAT:
        raise RecordError(f"format is {FORMAT!r}, not {value['format']!r}")


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise RecordError(f"{name} is an object, not {_kind(value)}")
    return dict(value)


def _texts(value: Any, name: str) -> list[str]:
    if not isinstance(value, list):
        raise RecordError(f"{name} is a list, not {_kind(value)}")
    for index, item in enumerate(value):
        if not isinstance(item, str):
            raise RecordError(f"{name}[{index}] is a text, not {_kind(item)}")
    return [" ".join(item.split()) for item in value]


def _players(value: Any) -> list[Player]:
    if not isinstance(value, list):
        raise RecordError(f"players is a list, not {_kind(value)}")
    players = [_player(item, index) for index, item in enumerate(value)]
    colours = [colour for player in players for colour in player.colours]
    for colour in colours:
        if colour not in COLOURS:
            raise RecordError(f"unknown colour {colour!r}; nearest is {nearest(colour, COLOURS)!r}")
        if colours.count(colour) > 1:
            raise RecordError(f"colour {colour!r} is there twice (R-1.3)")
    if not 2 <= len(players) <= 6:
        raise RecordError(f"there are 2 to 6 players, not {len(players)} (R-1.3)")
    return players


def _player(value: Any, index: int) -> Player:
    if not isinstance(value, Mapping):
        raise RecordError(f"players[{index}] is an object, not {_kind(value)}")
    for key in ("name", "colours"):
        if key not in value:
            raise RecordError(f"players[{index}] has no {key!r}")
    if not isinstance(value["name"], str):
        raise RecordError(f"the name of players[{index}] is a text, not {_kind(value['name'])}")
    colours = _texts(value["colours"], f"players[{index}].colours")
    other = {key: value[key] for key in value if key not in ("name", "colours")}
    return Player(value["name"], colours, other)


def _check_two_colours(rules: Mapping[str, Any], players: Sequence[Player]) -> None:
    two = rules.get("two_colours", False)
    for player in players:
        if len(player.colours) == (2 if two else 1):
            continue
        wanted = "two colours" if two else "one colour"
        raise RecordError(
            f"player {player.name!r} has {len(player.colours)} colours, but with two_colours "
            f"{'true' if two else 'false'} everybody has {wanted} (R-11.1)"
        )
    if two and len(players) > 3:
        raise RecordError(f"two colours each is for 2 or 3 players, not {len(players)} (R-11.1)")


def _deck(value: Any) -> list[str]:
    deck = _texts(value, "deck")
    seen: set[str] = set()
    for index, tile in enumerate(deck):
        if tile == "Tonga":
            raise RecordError(f"deck[{index}]: 'Tonga' lies on the board and is not in the deck (R-1.4)")
        if tile not in DECK:
            raise RecordError(f"deck[{index}]: unknown tile {tile!r}; nearest is {nearest(tile, DECK)!r}")
        if tile in seen:
            raise RecordError(f"deck[{index}]: tile {tile!r} is there twice (R-1.4)")
        seen.add(tile)
    return deck


def _moves(value: Any) -> list[str]:
    return [_canonical(line) for line in _texts(value, "moves")]


def _canonical(line: str) -> str:
    """The one way to write a line; a line that is no decision stays, and the replay refuses it at its ply."""
    try:
        return parse(line).line
    except NotationError:
        return line


def _result(value: Any, players: int) -> dict[str, Any] | None:
    if value is None:
        return None
    result = _object(value, "result")
    for key in ("reason", "scores", "winners"):
        if key not in result:
            raise RecordError(f"result has no {key!r}")
    if result["reason"] not in REASONS:
        likely = nearest(str(result["reason"]), REASONS)
        raise RecordError(f"unknown reason {result['reason']!r} in result; nearest is {likely!r}")
    scores, winners = result["scores"], result["winners"]
    if not isinstance(scores, list) or len(scores) != players:
        raise RecordError(f"result has one entry of scores for each of the {players} players")
    for index, score in enumerate(scores):
        _check_score(score, index)
    if not isinstance(winners, list) or not all(type(w) is int and 0 <= w < players for w in winners):
        raise RecordError(f"winners in result are indices of players, 0 to {players - 1}")
    return result


def _check_score(score: Any, index: int) -> None:
    wanted = ("points", "islands", "boats")
    if not isinstance(score, Mapping) or not all(type(score.get(key)) is int for key in wanted):
        raise RecordError(f"result.scores[{index}] has the numbers points, islands and boats")
