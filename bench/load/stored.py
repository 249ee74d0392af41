"""A database with many games, as it would be after a year: made from random games, straight into the store."""

import asyncio
import random
import secrets
from pathlib import Path

from tongiaki.engine import Rules
from tongiaki.records.catalogue import COLOURS
from tongiaki.server.course import Course
from tongiaki.server.deal import shuffled
from tongiaki.server.protocol import Seat
from tongiaki.server.seating import Seating
from tongiaki.server.staging import run_on
from tongiaki.server.store.database import Database
from tongiaki.server.store.kept import NewGame
from tongiaki.server.store.store import Store

PATTERNS = 20
"""Different games; the others are copies of them under other names."""

AT_ONCE = 200


def random_course(players: int, moves: int | None, rng: random.Random) -> tuple[Course, NewGame]:
    """A game of random moves to its end, or of so many moves: at an end it goes back to its middle, and on."""
    seats = tuple(Seat(f"P{n}", [COLOURS[n]]) for n in range(players))
    seating = Seating(seats, Rules.of({}), 0)
    deal = shuffled(seating.order[0])
    course = Course.begin(seating)
    run_on(course, deal.deck)
    while not course.over if moves is None else course.seq < moves:
        if course.over:
            course.go_back(course.in_effect[len(course.in_effect) // 2])
        else:
            course.play(rng.choice(course.game.legal_lines()))
        run_on(course, deal.deck)
    return course, NewGame("", "s" * 64, seats, {}, 0, deal, owners=dict.fromkeys(range(players), "s" * 64))


async def fill_running(db: Path, games: int, moves: int) -> list[str]:
    """Keeps so many games that are in their middle; their names come back."""
    rng = random.Random(2)
    database = Database.open(db)
    store = Store(database.path)
    names = []
    for _ in range(games):
        course, game = random_course(2, moves, rng)
        names.append(secrets.token_urlsafe(9))
        await store.create(NewGame(**{**vars(game), "id": names[-1]}), course.entries(), course.standing)
        plays = [(names[-1], f"{secrets.token_hex(4)}-{seq}", seq) for seq in range(2, moves, 2)]
        await store.write([("INSERT INTO play VALUES (?, ?, ?)", play) for play in plays])
    await store.close()
    database.release()
    return names


async def fill(db: Path, games: int, long: int) -> list[str]:
    """Keeps so many games, every tenth of them still running, and some of 400 moves, whose names come back."""
    rng = random.Random(1)
    database = Database.open(db)
    store = Store(database.path)
    over = [random_course(rng.randint(2, 6), None, rng) for _ in range(PATTERNS)]
    running = [random_course(rng.randint(2, 6), 30, rng) for _ in range(PATTERNS)]
    longest = [random_course(4, 400, rng) for _ in range(long)]

    async def keep(course: Course, game: NewGame) -> str:
        id = secrets.token_urlsafe(9)
        named = NewGame(**{**vars(game), "id": id})
        await store.create(named, course.entries(), course.standing)
        return id

    for first in range(0, games, AT_ONCE):
        many = range(first, min(games, first + AT_ONCE))
        await asyncio.gather(*(keep(*(over if n % 10 else running)[n % PATTERNS]) for n in many))
    names = [await keep(*course) for course in longest]
    await store.close()
    database.release()
    return names
