"""Why something a person might try is not possible now: one reason each, with its rule."""

from collections.abc import Iterator

from tongiaki.engine import Game, Rules
from tongiaki.records import Decision
from tongiaki.records.catalogue import ISLANDS
from tongiaki.server.problems import text
from tongiaki.server.protocol import Blocked
from tongiaki.server.views.board import Board


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
        if board.at(name, colour) and board.free("Tonga", beach) > 1:
            key, rule = "blocked_beach_other_beach_open", "setup_same_beach"
        else:
            key, rule = "blocked_beach_one_berth_stays_free", "R-2.2"
        yield Blocked("beach", text(key, rule=rule, beach=beach.letter), "Tonga", beach.letter)


def _turn(
    game: Game, rules: Rules, board: Board, decisions: list[Decision], colour: str
) -> Iterator[Blocked]:
    if not board.on_beaches(colour):
        why = text("blocked_must_enter", rule="R-3.2", colour=colour)
        yield from (Blocked(kind, why) for kind in ("expand", "king", "resettle"))
        yield from _enter(board)
        return
    kinds = {decision.kind for decision in decisions}
    if "resettle" not in kinds:
        key = "blocked_resettle_no_island_left" if rules.resettlement else "blocked_resettle_option"
        yield Blocked("resettle", text(key, rule="R-8.1"))
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
        return Blocked("king", text("blocked_king_option", rule="R-7.2"))
    if isinstance(limit, int) and used >= limit:
        return Blocked("king", text("blocked_king_limit", rule="R-7.2", used=used, limit=limit))
    return Blocked("king", text("blocked_king_nowhere_alone", rule="R-7.1"))


def _not_king_of(board: Board, island: str, colour: str) -> Blocked:
    if island == "Tonga":
        why = text("blocked_king_tonga", rule="R-7.1")
    elif island in board.royal:
        why = text("blocked_king_already_royal", rule="R-7.3", owner=board.royal[island])
    elif not board.on(island, colour):
        why = text("blocked_king_no_boat", rule="R-7.1", island=island)
    else:
        others = ", ".join(board.others(island, colour))
        why = text("blocked_king_others_here", rule="R-7.1", island=island, others=others)
    return Blocked("king", why, island)


def _not_expanding(board: Board, island: str, colour: str) -> Blocked:
    if island in board.royal:
        why = text("blocked_expand_royal", rule="R-7.3", island=island, owner=board.royal[island])
    elif not board.on(island, colour):
        why = text("blocked_expand_no_boat", rule="R-4.1", island=island)
    else:
        why = text("blocked_expand_nothing_to_move", rule="R-4.2", island=island)
    return Blocked("expand", why, island)


def _enter(board: Board) -> Iterator[Blocked]:
    for island, owner in board.royal.items():
        why = text("blocked_enter_royal", rule="R-7.3", island=island, owner=owner)
        yield Blocked("enter", why, island)


def _chain(board: Board) -> Iterator[Blocked]:
    for island in board.islands:
        for _, beach in board.beaches(island):
            free = board.free(island, beach)
            if island in board.royal:
                why = text("blocked_beach_royal", rule="R-7.3", island=island, owner=board.royal[island])
            elif free:
                why = text(
                    "blocked_beach_not_full", rule="R-5.1", island=island, beach=beach.letter, free=free
                )
            else:
                continue
            yield Blocked("beach", why, island, beach.letter)


def _landing(rules: Rules, board: Board, decisions: list[Decision]) -> Iterator[Blocked]:
    island = decisions[0].island if decisions else None
    if island is None:
        return
    open_beaches = {decision.beaches for decision in decisions}
    for beach in ISLANDS[island].beaches:
        if beach.letter in open_beaches:
            continue
        if board.free(island, beach) == 0:
            key = "blocked_beach_full"
        elif rules.landing_spread == "empty_first":
            key = "blocked_beach_empty_first"
        else:
            key = "blocked_beach_others_first"
        yield Blocked(
            "beach", text(key, rule="R-5.6", island=island, beach=beach.letter), island, beach.letter
        )
