"""Which step comes next: setup, turns, draws, the end (R-2, R-3, R-9). The only module that knows all steps."""

import cython

if not cython.compiled:
    from tongiaki.engine.chain import chain_on, end_voyage
    from tongiaki.engine.constants import (
        ARRIVED,
        ASK,
        BY_END,
        CHAIN,
        CHAIN_NEXT,
        DRAW,
        END_TRIGGERED,
        ENTER,
        EXPAND,
        FINISH_TURN,
        FOR_FLEET,
        FOR_RESETTLEMENT,
        GAME_ENDED,
        GAME_OVER,
        IDLE,
        IMMEDIATE,
        KING,
        LAND,
        LANDING,
        LAST_ISLAND,
        LAST_WATER,
        LAY,
        LAYING,
        N_ISLANDS,
        OVER,
        PLACE,
        RESETTLE,
        SAIL,
        SETTLE,
        SETTLING,
        SETUP,
        SHIFT,
        TILE_DRAWN,
        TILE_LAID,
        TURN,
        TURN_BEGAN,
        TURN_ENDED,
        TURN_OVER,
        TURN_PASSED,
        VOYAGE_OVER,
    )
    from tongiaki.engine.expansion import (
        enter,
        expand,
        legal_entries,
        legal_expansions,
        legal_setup,
        place,
        shift,
    )
    from tongiaki.engine.landing import land, land_fleet, legal_landings
    from tongiaki.engine.resettlement import legal_places, legal_settlements, may_resettle, resettle
    from tongiaki.engine.royal import become_king, legal_kings
    from tongiaki.engine.state import State, active, lay, note
    from tongiaki.engine.tables import TABLES, Moves, add
    from tongiaki.engine.voyage import go_on, legal_voyages, lose, sail


def legal_moves(s: State, moves: Moves) -> None:
    """All legal moves, in the order of the board, none at a draw and after the end."""
    moves.count = 0
    if s.stage == LANDING:
        legal_landings(s, moves)
    elif s.stage == CHAIN:
        legal_voyages(s, moves)
    elif s.stage == TURN:
        _legal_turn(s, moves)
    elif s.stage == LAY:
        legal_places(s, moves)
    elif s.stage == SETTLE:
        legal_settlements(s, moves, active(s))
    elif s.stage == SETUP:
        legal_setup(s, moves)


def _legal_turn(s: State, moves: Moves) -> None:
    """R-3.1, R-3.2: one action; entering with no boat on a beach; a pass only if nothing is possible."""
    colour = active(s)
    if s.ashore[colour]:
        legal_expansions(s, moves, colour)
        legal_kings(s, moves, colour)
        if may_resettle(s):
            add(moves, TABLES.resettle0)
    else:
        legal_entries(s, moves, colour)
    if moves.count == 0:
        add(moves, TABLES.pass0)


def play_move(s: State, move: int) -> None:
    """Play a legal move, unchecked, up to the next decision or draw."""
    follow(s, _begin(s, TABLES.kind[move], move, TABLES.x[move], TABLES.y[move]))


def _begin(s: State, kind: int, move: int, x: int, y: int) -> int:
    """The step of one move. Says what follows."""
    if kind == LAND:
        return land(s, x, y)
    if kind == SAIL:
        return sail(s, x)
    if kind == EXPAND:
        expand(s, move, active(s))
        return CHAIN_NEXT
    if kind == SHIFT:
        shift(s, move, active(s))
        return CHAIN_NEXT
    if kind == ENTER:
        enter(s, move, active(s))
        return CHAIN_NEXT
    if kind == PLACE:
        place(s, x, active(s))
        return _placed(s)
    if kind == KING:
        become_king(s, x, active(s))
        return TURN_OVER
    if kind == LAYING:
        return _lay_hand(s, x, y)
    if kind == SETTLING:
        enter(s, move, active(s))
        return TURN_OVER
    if kind == RESETTLE:
        resettle(s, active(s))
        return ASK
    return _pass(s)


def follow(s: State, what: int) -> None:
    """From step to step until somebody has to decide or a tile is drawn."""
    while what != ASK:
        if what == ARRIVED:
            what = land_fleet(s)
        elif what == VOYAGE_OVER:
            what = end_voyage(s)
        elif what == CHAIN_NEXT:
            what = chain_on(s)
        elif what == TURN_OVER:
            what = _end_turn(s)
        else:
            s.stage = OVER
            if s.watched:
                note(s, GAME_ENDED, s.reason, 0, 0, 0)
            what = ASK


def _placed(s: State) -> int:
    """R-2.2, R-2.3: twice round, then the start player's turn."""
    s.placed += 1
    s.seat = s.placed % s.colours
    if s.placed == 2 * s.colours:
        return _begin_turn(s)
    return ASK


def _begin_turn(s: State) -> int:
    s.stage = TURN
    s.turn += 1
    s.voyages = s.quiet = s.tile_laid = s.passed = 0
    if s.watched:
        note(s, TURN_BEGAN, active(s), s.turn, 0, 0)
    return ASK


def _pass(s: State) -> int:
    s.passed = 1
    if s.watched:
        note(s, TURN_PASSED, active(s), 0, 0, 0)
    return TURN_OVER


def _end_turn(s: State) -> int:
    """R-9: the end, by tiles or idle; otherwise the next colour's turn."""
    if s.watched:
        note(s, TURN_ENDED, active(s), 0, 0, 0)
    s.idle = 0 if s.tile_laid else s.idle + 1
    s.passes = s.passes + 1 if s.passed else 0
    if s.ended:
        return GAME_OVER
    limit = s.options.idle_rounds * s.colours
    if (limit and s.idle >= limit) or s.passes >= s.colours:
        s.reason = IDLE
        return GAME_OVER
    s.seat = (s.seat + 1) % s.colours
    return _begin_turn(s)


def turn_up(s: State, tile: int) -> None:
    """The tile drawn is turned up: laid before the fleet (R-5.2), or taken in hand (R-8.2)."""
    s.deck ^= TABLES.bit[tile]
    if s.watched:
        note(s, TILE_DRAWN, tile, 0, 0, 0)
    if s.draw_for == FOR_FLEET:
        s.drew = 1
        _lay_at(s, tile, s.at_tile, s.at_direction)
        if s.ended and s.options.completion == IMMEDIATE and tile >= N_ISLANDS:
            lose(s, BY_END)
            follow(s, GAME_OVER)
        else:
            follow(s, go_on(s))
    else:
        s.hand, s.stage = tile, LAY


def _lay_at(s: State, tile: int, beside: int, direction: int) -> None:
    """R-1.5: lay a tile beside another, its red symbol towards it; R-9.1: the last of a kind triggers the end."""
    q, r = s.q[beside] + TABLES.step_q[direction], s.r[beside] + TABLES.step_r[direction]
    lay(s, tile, q, r, (direction + 3) % 6)
    s.tile_laid = 1
    if s.watched:
        note(s, TILE_LAID, tile, q, r, (direction + 3) % 6)
    if tile < N_ISLANDS:
        s.islands_left -= 1
    else:
        s.waters_left -= 1
    if not s.ended and (s.islands_left == 0 or s.waters_left == 0):
        s.ended = 1
        s.reason = LAST_ISLAND if s.islands_left == 0 else LAST_WATER
        if s.watched:
            note(s, END_TRIGGERED, s.reason, 0, 0, 0)


def _lay_hand(s: State, beside: int, edge: int) -> int:
    """R-8.2, R-6.3: lay the tile in hand; on until an island lies."""
    tile = s.hand
    _lay_at(s, tile, beside, (edge + s.rotation[beside]) % 6)
    if tile >= N_ISLANDS:
        if s.ended and s.options.completion == IMMEDIATE:
            return GAME_OVER
        s.stage = DRAW
        return ASK
    if s.draw_for == FOR_RESETTLEMENT:
        s.here, s.stage = tile, SETTLE
        return ASK
    if s.ended and s.options.completion != FINISH_TURN:
        return GAME_OVER
    return CHAIN_NEXT
