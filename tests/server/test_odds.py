"""The odds over the wire: those of `beach_odds`, for all who see the table, and nobody waits for them."""

import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.served import Browser, Served, Wire, lines_of, seats, serving
from tests.server.test_undo import record_of
from tongiaki.engine import Game
from tongiaki.odds import beach_odds
from tongiaki.server import odds as server_odds
from tongiaki.server.protocol import AskOdds, PierOdds, Ping, Pong, Refused, State, VoyageOdds


async def ask(wire: Wire, *lines: str, id: str = "o", seq: int | None = None) -> VoyageOdds | Refused:
    """Asks for the odds after these lines, and waits for the answer."""
    await send(wire, AskOdds(id, wire.view.seq if seq is None else seq, list(lines)))
    while True:
        message = await wire.until(VoyageOdds | Refused)  # type: ignore[arg-type]
        if message.id == id:
            return message


async def send(wire: Wire, message: Any) -> None:
    await wire.send(msgspec.json.encode(message).decode())


def expected(game: Game, beaches: Sequence[str]) -> list[PierOdds]:
    return [
        PierOdds(
            island,
            letter,
            pier,
            *(float(odds.land), float(odds.turned_back), float(odds.lost)),
            *(float(odds.lost_number), float(odds.lost_deck), float(odds.lost_end)),
            *(float(odds.left_out), [float(p) for p in odds.tiles]),
            *({name: float(p) for name, p in part.items()} for part in (odds.new, odds.known, odds.royal)),
        )
        for island, _, letter in (name.rpartition(" ") for name in beaches)
        for pier, odds in beach_odds(game, island, letter).items()
    ]


async def until_chain(wire: Wire, rng: random.Random) -> bool:
    """Random play until a voyage is next; false: the game is over."""
    while wire.view.phase not in ("chain", "over"):
        await wire.play(rng.choice(lines_of(wire.view)))
    return wire.view.phase == "chain"


async def test_before_a_voyage_and_staged_they_are_those_of_the_beaches(
    served: Served, guest: Browser
) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(3)
    chains = staged = 0
    async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
        while wire.view.phase != "over" and (chains < 6 or staged < 6):
            game = (await served.app.state.tables.find(table)).course.game
            if wire.view.phase == "chain":
                answer = await ask(wire)
                assert isinstance(answer, VoyageOdds)
                assert answer.seq == wire.view.seq
                assert answer.piers == expected(game, wire.view.full_beaches)
                lines = {f"sail {pier.island} {pier.pier}" for pier in answer.piers}
                assert lines == set(lines_of(wire.view))
                await watching.until_seq(wire.view.seq)
                assert await ask(watching) == answer  # what the sea tells, it tells to all
                chains += 1
            elif wire.view.phase == "turn":
                assert (await ask(wire)) == VoyageOdds("o", wire.view.seq, [])
                line = rng.choice(lines_of(wire.view))
                after = game.copy()
                after.play(line)
                answer = await ask(wire, line)
                assert isinstance(answer, VoyageOdds)
                previewed = await wire.preview(line)
                full = [] if isinstance(previewed, Refused) else previewed.view.full_beaches
                assert answer.piers == expected(after, full)
                staged += bool(answer.piers)
            await wire.play(rng.choice(lines_of(wire.view)))
    assert (chains, staged) >= (6, 6)


async def test_after_an_undo_they_are_those_of_the_game_as_it_stands(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    rng = random.Random(5)
    async with guest.sit(table) as wire:
        assert await until_chain(wire, rng)
        before, seq = await ask(wire), wire.view.seq
        assert isinstance(before, VoyageOdds)
        await wire.play(rng.choice(lines_of(wire.view)))
        await wire.take_back(seq)
        assert await ask(wire) == msgspec.structs.replace(before, seq=wire.view.seq)


async def test_what_is_tried_from_a_running_game_without_odds_has_none_until_that_game_is_over(
    guest: Browser,
) -> None:
    table = await guest.make(seats=seats(None, "random"), odds=False)
    async with guest.sit(table) as wire:
        record = await record_of(guest, table)
        for running in ({"origin": {"table": table, "seq": 0}}, {"record": record}):
            async with guest.sit(await guest.make(seats=[], **running)) as there:
                assert isinstance(there.first, State)
                assert not there.first.table.odds
        async with guest.sit(await guest.make(seats=[], **running)) as there:
            refused = await ask(there)
            assert isinstance(refused, Refused)
            assert refused.code == "no_odds"
        while (await wire.until_mine()).phase != "over":
            await wire.play(lines_of(wire.view)[0])
        async with guest.sit(await guest.make(seats=[], origin={"table": table, "seq": 0})) as there:
            assert isinstance(there.first, State)
            assert there.first.table.odds


async def test_a_table_without_odds_tells_none_and_stays_so(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db") as served, served.browser() as guest:
        table = await guest.make(odds=False)
        cookies = guest.http.cookies
    async with serving(tmp_path / "games.db") as served, served.browser() as guest:
        guest.http.cookies = cookies
        async with guest.sit(table) as wire:
            assert isinstance(wire.first, State)
            assert wire.first.table.odds is False
            refused = await ask(wire)
            assert isinstance(refused, Refused)
            assert (refused.code, refused.why.key) == ("no_odds", "refused_odds_off")


async def test_what_cannot_be_answered_is_refused(served: Served, guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
        for asking, lines, seq, wanted in (
            (wire, [], 7, ("stale", "refused_stale")),
            (wire, ["sail Tonga 3"], 0, ("illegal", "refused_illegal")),
            (watching, ["place Tonga a"], 0, ("not_yours", "refused_watching")),
        ):
            refused = await ask(asking, *lines, seq=seq)
            assert isinstance(refused, Refused)
            assert (refused.code, refused.why.key) == wanted


async def test_others_are_answered_meanwhile_and_a_newer_question_takes_its_place(
    served: Served, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search stands still until the test lets it go on: if it held anything up, this would never end."""
    go_on, loop_thread = threading.Event(), threading.get_ident()
    searched_in: list[int] = []

    def standing_still(*parts: Any, **options: Any) -> Any:
        searched_in.append(threading.get_ident())
        go_on.wait()
        return beach_odds(*parts, **options)

    monkeypatch.setattr(server_odds, "beach_odds", standing_still)
    table = await guest.make(seats=seats(None, None))
    async with guest.sit(table) as wire, guest.sit(table) as other:
        assert await until_chain(wire, random.Random(5))
        await other.until_seq(wire.view.seq)
        try:
            await send(wire, AskOdds("first", wire.view.seq))
            await send(wire, Ping())
            await wire.until(Pong)
            await send(other, Ping())
            await other.until(Pong)
            await send(wire, AskOdds("second", wire.view.seq))
            refused = await wire.until(Refused)
            assert (refused.id, refused.code, refused.why.key) == ("first", "stale", "refused_odds_newer")
        finally:
            go_on.set()
        told = await wire.until(VoyageOdds)
        assert told.id == "second"
        assert loop_thread not in searched_in
        asked = len(searched_in)
        assert await ask(wire, id="third") == msgspec.structs.replace(told, id="third")
        assert len(searched_in) == asked  # remembered
