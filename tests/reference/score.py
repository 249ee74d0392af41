"""R-10: points, islands and boats of each player, recounted from a position."""

from typing import Any

from tests.reference.board import ISLANDS


def scores(position: dict[str, Any], players: list[list[str]]) -> list[dict[str, int]]:
    """The position of section 13; two colours of a player are added (R-11.1)."""
    return [
        {
            "points": sum(ISLANDS[island]["value"] for c in colours for island in occupied(position, c)),
            "islands": sum(len(occupied(position, c)) for c in colours),
            "boats": sum(boats_on_board(position, c) for c in colours),
        }
        for colours in players
    ]


def occupied(position: dict[str, Any], colour: str) -> set[str]:
    """The islands where a colour has a boat on a beach, and its royal ones."""
    beaches = {place.rsplit(" ", 1)[0] for place, boats in position["boats"].items() if boats.get(colour)}
    return beaches | {island for island, owner in position["royal"].items() if owner == colour}


def boats_on_board(position: dict[str, Any], colour: str) -> int:
    """A royal island is one boat."""
    on_beaches = sum(boats.get(colour, 0) for boats in position["boats"].values())
    return on_beaches + sum(owner == colour for owner in position["royal"].values())


def winners(table: list[dict[str, int]], tie_break: str = "bsw") -> list[int]:
    """R-10.2: points, then more islands, then fewer boats; or points only."""

    def rank(score: dict[str, int]) -> tuple[int, ...]:
        return (
            (score["points"], score["islands"], -score["boats"]) if tie_break == "bsw" else (score["points"],)
        )

    best = max(map(rank, table))
    return [player for player, score in enumerate(table) if rank(score) == best]
