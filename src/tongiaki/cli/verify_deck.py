"""`tongiaki verify-deck`: was the deck of a finished game the one that was promised before it?"""

import typer

from tongiaki.cli.reading import texts_of
from tongiaki.records import GameRecord, RecordError
from tongiaki.records.commitment import OpenedDeck, opened_decks
from tongiaki.records.replay import verify

LEAST_SALT = 32
"""Characters of a salt that nobody finds by trying: 128 bits in hexadecimal."""

LEAST_SHOWN = 8
"""Digits of the hash; with fewer, many another deck would do."""

GOOD = "the deck was never changed"
GOOD_ANEW = "no deck was changed, but the unseen tiles were shuffled anew"
"""A server could say so although nobody took a tile back: only those who played know."""


def verify_deck(
    file: str = typer.Argument(
        ..., metavar="FILE", help="Records of finished games, one a line; - reads standard input."
    ),
    shown: str = typer.Option(
        "",
        "--shown",
        metavar="HASH",
        help="What was shown before the first boat; compared with the record's.",
    ),
) -> int:
    """Check that the deck of a finished game was fixed before the first boat and never changed.

    Before the start everybody is shown a hash of the deck, the colour that starts and a random salt. After the end the
    record opens all three. This command makes the hash anew and plays the game with that deck. A server that changed
    the deck meanwhile would need another deck with the same hash, which nobody can find.

    The exit code is 1 if anything does not agree, or the game is not over.

    Examples:

    - `tongiaki verify-deck tongiaki-kQ3vX9yLw2Zs.jsonl` – the record as the page saves it
    - `tongiaki verify-deck game.jsonl --shown 5d41402abc4b…` – with the hash (or its beginning) noted before the game
    """
    code, number = 0, 0
    for number, text in enumerate(texts_of(file), 1):
        try:
            record = GameRecord.from_json(text)
            lines, agrees = told(record, (shown or "").strip().lower().rstrip("…."))
            good = GOOD if len(opened_decks(record)) == 1 else GOOD_ANEW
        except RecordError as error:
            lines, agrees, good = [f"cannot be verified: {error.message}"], False, GOOD
        print(f"game {number}: {good if agrees else 'NOT VERIFIED'}")
        for line in lines:
            print(f"  {line}")
        code = code if agrees else 1
    if not number:
        raise RecordError(f"{file} holds no record")
    return code


def told(record: GameRecord, shown: str = "") -> tuple[list[str], bool]:
    """What is to be said of a finished game, and whether all agrees; `RecordError` if there is nothing to verify."""
    decks = opened_decks(record)
    lines, agrees = [], True
    for number, deck in enumerate(decks, 1):
        name = "deck" if len(decks) == 1 else f"deck {number} of {len(decks)}"
        lines.append(f"{name}: {_verdict(deck)}")
        agrees = agrees and deck.agrees
    if len(decks) > 1:
        times = "once" if len(decks) == 2 else f"{len(decks) - 1} times"
        lines.append(
            f"a tile was taken back {times}, each with a new hash: if not, this is not the deck that was promised"
        )
    try:
        verify(record)
    except RecordError as error:
        where = f" at ply {error.ply}" if error.ply else ""
        return [*lines, f"but the moves do not go with these tiles{where}: {error.message}"], False
    lines.append(
        f"the {len(record.moves)} moves are legal with these tiles in this order, and the result is theirs"
    )
    if shown and len(shown) < LEAST_SHOWN:
        return [*lines, f"but {shown} is too short a beginning to be compared"], False
    if shown and not decks[0].sha256.startswith(shown):
        return [*lines, f"but what was shown before the game was {shown}"], False
    if not shown:
        lines.append("compare the hash with the one that was shown before the first boat")
    return lines, agrees


def _verdict(deck: OpenedDeck) -> str:
    if not deck.agrees:
        return f"its hash is not the one in the record, {deck.sha256}"
    weak = " (the salt is short: the deck could have been guessed)" if len(deck.salt) < LEAST_SALT else ""
    return f"its hash is that of the record, {deck.sha256}{weak}"
