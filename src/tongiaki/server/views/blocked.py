"""Why something a person might try is not possible now: one reason each, with its rule.

Those of which there are many in one position come again and again, and are remembered.
"""

from collections.abc import Iterator
from functools import cache

from tongiaki.engine import Game, Rules
from tongiaki.records import Decision
from tongiaki.server.encoding import ready
from tongiaki.server.problems import text
from tongiaki.server.protocol import Blocked
from tongiaki.server.views.board import Board

ROYAL = {
    "expand": "blocked_expand_royal",
    "enter": "blocked_enter_royal",
    "beach": "blocked_beach_royal",
}
"""R-7.3: nothing of the kind goes to a royal island."""


def _blocked(kind: str, island: str | None, beach: str | None, key: str, /, **params: str | int) -> Blocked:
    return ready(Blocked(kind, text(key, **params), island, beach))


def blocked_in(game: Game, rules: Rules, board: Board, decisions: list[Decision]) -> list[Blocked]:
    """What is not possible in the phase of the game."""
    colour = game.active_colour or ""
    if game.phase == "setup":
        return list(_setup(board, decisions, colour))
    if game.phase == "turn":
        return list(_turn(game, rules, board, decisions, colour))
    if game.phase == "chain":
        return list(_chain(board))
    if game.phase == "landing":
        return list(_landing(rules, board, decisions))
    return []


def _setup(board: Board, decisions: list[Decision], colour: str) -> Iterator[Blocked]:
    open_beaches = {decision.beaches for decision in decisions}
    for name, beach in board.beaches("Tonga"):
        if beach.letter in open_beaches:
            continue
        if board.at(name, colour) and board.free(name, beach) > 1:
            key, rule = "blocked_beach_other_beach_open", "setup_same_beach"
        else:
            key, rule = "blocked_beach_one_berth_stays_free", "R-2.2"
        yield _blocked("beach", "Tonga", beach.letter, key, rule=rule, beach=beach.letter)


def _turn(
    game: Game, rules: Rules, board: Board, decisions: list[Decision], colour: str
) -> Iterator[Blocked]:
    if not board.on_beaches(colour):
        for kind in ("expand", "king", "resettle"):
            yield _blocked(kind, None, None, "blocked_must_enter", rule="R-3.2", colour=colour)
        yield from _enter(board)
        return
    kinds = {decision.kind for decision in decisions}
    if "resettle" not in kinds:
        key = "blocked_resettle_no_island_left" if rules.resettlement else "blocked_resettle_option"
        yield _blocked("resettle", None, None, key, rule="R-8.1")
    if "king" not in kinds:
        yield _no_king(rules, board, colour)
    kings = {decision.island for decision in decisions if decision.kind == "king"}
    expanding = {decision.island for decision in decisions if decision.kind == "expand"}
    for island in board.islands:
        if kings and island not in kings:
            yield _not_king_of(board, island, colour)
        if island not in expanding:
            yield _not_expanding(board, island, colour)


def _no_king(rules: Rules, board: Board, colour: str) -> Blocked:
    limit, used = rules.royal_limit, list(board.royal.values()).count(colour)
    if limit == 0:
        return _blocked("king", None, None, "blocked_king_option", rule="R-7.2")
    if isinstance(limit, int) and used >= limit:
        return _blocked("king", None, None, "blocked_king_limit", rule="R-7.2", used=used, limit=limit)
    return _blocked("king", None, None, "blocked_king_nowhere_alone", rule="R-7.1")


def _not_king_of(board: Board, island: str, colour: str) -> Blocked:
    if island == "Tonga":
        return _blocked("king", island, None, "blocked_king_tonga", rule="R-7.1")
    if island in board.royal:
        return _other_king(island, board.royal[island])
    if not board.on(island, colour):
        return _no_boat("king", island)
    return _others_here(island, ", ".join(board.others(island, colour)))


def _not_expanding(board: Board, island: str, colour: str) -> Blocked:
    if island in board.royal:
        return _royal("expand", island, None, board.royal[island])
    return _nothing_to_move(island) if board.on(island, colour) else _no_boat("expand", island)


@cache
def _other_king(island: str, owner: str) -> Blocked:
    return _blocked("king", island, None, "blocked_king_already_royal", rule="R-7.3", owner=owner)


@cache
def _others_here(island: str, others: str) -> Blocked:
    why = {"rule": "R-7.1", "island": island, "others": others}
    return _blocked("king", island, None, "blocked_king_others_here", **why)


@cache
def _no_boat(kind: str, island: str) -> Blocked:
    if kind == "king":
        return _blocked(kind, island, None, "blocked_king_no_boat", rule="R-7.1", island=island)
    return _blocked(kind, island, None, "blocked_expand_no_boat", rule="R-4.1", island=island)


@cache
def _nothing_to_move(island: str) -> Blocked:
    return _blocked("expand", island, None, "blocked_expand_nothing_to_move", rule="R-4.2", island=island)


@cache
def _royal(kind: str, island: str, beach: str | None, owner: str) -> Blocked:
    return _blocked(kind, island, beach, ROYAL[kind], rule="R-7.3", island=island, owner=owner)


@cache
def _not_full(island: str, beach: str, free: int) -> Blocked:
    why: dict[str, str | int] = {"rule": "R-5.1", "island": island, "beach": beach, "free": free}
    return _blocked("beach", island, beach, "blocked_beach_not_full", **why)


def _enter(board: Board) -> Iterator[Blocked]:
    for island, owner in board.royal.items():
        yield _royal("enter", island, None, owner)


def _chain(board: Board) -> Iterator[Blocked]:
    for island in board.islands:
        owner = board.royal.get(island)
        for name, beach in board.beaches(island):
            if owner is not None:
                yield _royal("beach", island, beach.letter, owner)
            elif free := board.free(name, beach):
                yield _not_full(island, beach.letter, free)


def _landing(rules: Rules, board: Board, decisions: list[Decision]) -> Iterator[Blocked]:
    island = decisions[0].island if decisions else None
    if island is None:
        return
    open_beaches = {decision.beaches for decision in decisions}
    for name, beach in board.beaches(island):
        if beach.letter in open_beaches:
            continue
        if board.free(name, beach) == 0:
            key = "blocked_beach_full"
        elif rules.landing_spread == "empty_first":
            key = "blocked_beach_empty_first"
        else:
            key = "blocked_beach_others_first"
        yield _blocked("beach", island, beach.letter, key, rule="R-5.6", island=island, beach=beach.letter)
