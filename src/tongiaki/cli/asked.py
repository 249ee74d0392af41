"""Rules and bots as the commands are told them."""

import csv
from typing import Any

import typer

from tongiaki.bots import check_bot
from tongiaki.engine import OPTIONS, Rules
from tongiaki.engine.errors import TongiakiError


def rules_of(options: list[str], preset: str) -> Rules:
    """The rules of `--preset` and `--option NAME=VALUE`; `typer.BadParameter` if there are no such."""
    try:
        return Rules.preset(preset, **dict(_option(text) for text in options))
    except TongiakiError as error:
        raise typer.BadParameter(str(error)) from None


def bots_of(text: str) -> list[str]:
    """The bots of `--bots`: separated by commas, one with a comma of its own in double quotes."""
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]


def check_bots(names: list[str]) -> None:
    """`typer.BadParameter` for a bot that is not there, so that no game begins in vain."""
    try:
        for name in names:
            check_bot(name)
    except TongiakiError as error:
        raise typer.BadParameter(str(error)) from None


def _option(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"--option is NAME=VALUE, not {text!r}; names are {', '.join(OPTIONS)}")
    values = {"true": True, "false": False}
    return name.strip(), int(value) if value.isdecimal() else values.get(value, value)
