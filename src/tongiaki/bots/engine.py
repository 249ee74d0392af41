"""A bot as a program: the engine protocol over standard input and output (docs/engine-protocol.md)."""

import importlib.util
import inspect
import json
import os
import random
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from tongiaki import __version__
from tongiaki.bots.bot import Bot, Limited, Limits
from tongiaki.bots.registry import check_bot, found, make_bot
from tongiaki.engine import Game, TongiakiError, line_of


class Engine:
    """One bot, the game it was told of, and at most one decision that it thinks about."""

    def __init__(self, name: str, out: TextIO) -> None:
        self._name = name
        self._out = out
        self._options: dict[str, str] = {}
        self._seed = "0"
        self._bot: Bot | None = None
        self._game: Game | None = None
        self._thinking: threading.Thread | None = None
        self._halt = threading.Event()

    def hear(self, line: str) -> bool:
        """Does what a line asks for; `False` when it was `quit`."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        commands: dict[str, Callable[[str], None]] = {
            "engine": self._announce,
            "isready": self._ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
        }
        try:
            command = commands.get(word)
            if command is not None:  # what it does not know it passes over, as UCI's engines do
                command(rest)
        except (TongiakiError, ValueError, KeyError, TypeError) as error:
            self._say(f"info string error: {' '.join(str(error).split())}")
        return True

    def finish(self) -> None:
        """Lets a decision end that is being thought about."""
        self._halt.set()
        if self._thinking is not None:
            self._thinking.join()

    def _announce(self, _: str) -> None:
        self._say(f"id name {self._name} (tongiaki {__version__})", "id author the Tongiaki contributors")
        for option, default in self._known().items():
            self._say(f"option name {option} type string default {default}")
        self._say("engineok")

    def _ready(self, _: str) -> None:
        self._say("readyok")

    def _stop(self, _: str) -> None:
        self._halt.set()

    def _known(self) -> dict[str, object]:
        """The options of the bot with their defaults."""
        if self._name.startswith("py:"):
            return {}
        parameters = list(inspect.signature(found(self._name)[0]).parameters.values())[1:]
        return {parameter.name: parameter.default for parameter in parameters}

    def _set_option(self, rest: str) -> None:
        """`name NAME value VALUE`; heard from the next game on."""
        name, _, value = rest.removeprefix("name ").partition(" value ")
        check_bot(f"{self._name}:{name.strip()}={value.strip()}")
        self._options[name.strip()] = value.strip()

    def _new_game(self, rest: str) -> None:
        self._seed = rest.removeprefix("seed").strip() or "0"
        self._bot = None

    def _position(self, rest: str) -> None:
        self._game = Game.from_state(json.loads(rest))

    def _go(self, rest: str) -> None:
        if self._game is None:
            raise ValueError("no position was told")
        if not self._game.legal():
            raise ValueError("nothing is to be decided in this position")
        words = rest.split()
        numbers = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        seconds = numbers["movetime"] / 1000 if "movetime" in numbers else None
        self.finish()
        self._halt = threading.Event()
        limits = Limits(numbers.get("nodes"), seconds, halt=self._halt)
        self._thinking = threading.Thread(target=self._think, args=(self._game, limits), daemon=True)
        self._thinking.start()

    def _think(self, game: Game, limits: Limits) -> None:
        """A bot that fails ends the program: whoever started it is to know."""
        try:
            if self._bot is None:
                self._bot = self._made()
            if isinstance(self._bot, Limited):
                self._bot.limit(limits)
            self._say(f"bestmove {line_of(self._bot.choose(game))}")
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)

    def _made(self) -> Bot:
        if self._name.startswith("py:"):
            return python_bot(self._name.removeprefix("py:"), self._seed)
        return make_bot(":".join([self._name, *(f"{k}={v}" for k, v in self._options.items())]), self._seed)

    def _say(self, *lines: str) -> None:
        self._out.write("".join(line + "\n" for line in lines))
        self._out.flush()


def python_bot(place: str, seed: str) -> Bot:
    """An object of the class that `FILE.py:CLASS` names, made from a source of chance as our own bots are."""
    file, _, name = place.rpartition(":")
    spec = importlib.util.spec_from_file_location("bot_of_others", Path(file))
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bot: Bot = getattr(module, name)(random.Random(seed))
    return bot


def speak(name: str, lines: Iterator[str] | TextIO, out: TextIO) -> None:
    """Plays as an engine until `quit` or the end of the lines."""
    engine = Engine(name, out)
    for line in lines:
        if not engine.hear(line):
            break
    engine.finish()


def main(arguments: Sequence[str]) -> None:
    """`python -m tongiaki.bots.engine NAME`. What a bot prints goes to standard error, not into the protocol."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    speak(arguments[0], sys.stdin, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
