"""A program that speaks the engine protocol, until it misbehaves in the way it is told, from its third decision on."""

import json
import os
import sys
import time


def misbehave(how: str, legal: list[str]) -> str:
    """What it says instead of a move, if anything."""
    if how == "crash":
        raise ZeroDivisionError("no idea")
    if how == "exit":
        os._exit(7)
    if how == "hang":
        time.sleep(600)
    if how == "deaf":  # reads no more, so that what is written to it piles up
        time.sleep(600)
    if how == "late":
        time.sleep(0.8)
    if how == "flood":
        while True:
            print("info " + "x" * 1000)
    answers = {
        "illegal": "bestmove land Tonga a red" if "land Tonga a red" not in legal else "bestmove pass",
        "nonsense": "bestmove go home",
        "garbage": "\x00\xff{",
        "silent": "",
        "endless": "y" * 300_000,
    }
    return answers.get(how, f"bestmove {legal[0]}")


def main(how: str) -> None:
    decisions, legal = 0, []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "engine" and how != "mute":
            print("id name misbehaving", "engineok", sep="\n", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "legal":
            legal = json.loads(rest)
        elif word == "go":
            decisions += 1
            told = f"bestmove {legal[0]}" if decisions < 3 else misbehave(how, legal)
            print(told, flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1])
