"""docs/cli.md, made from the commands themselves: `python -m tongiaki.cli.page docs/cli.md`."""

import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

from typer.models import ArgumentInfo, ParameterInfo

from tongiaki.cli import COMMANDS, command_of
from tongiaki.cli.admin import ADMIN

INTRODUCTION = """# The command line

Made from the commands' own help by `python -m tongiaki.cli.page docs/cli.md`; a test compares them.

Exit codes: 0 done, 1 a record or a game is at fault, 2 the command cannot be understood or a file not be read.
Errors are one line on standard error.
"""


def page() -> str:
    """The whole page."""
    sections = [_section(command_of(name)) for name in COMMANDS]
    return "\n".join([INTRODUCTION, *sections, *(_section(command, "admin ") for command in ADMIN)])


def _section(command: Callable[..., int], group: str = "") -> str:
    parameters = list(_parameters(command))
    arguments = [str(info.metavar) for info in parameters if isinstance(info, ArgumentInfo)]
    usage = " ".join(
        ["tongiaki", group + command.__name__.strip("_").replace("_", "-"), *arguments, "[OPTIONS]"]
    )
    rows = [f"| `{_spelling(info)}` | {info.help}{_default(info)} |" for info in parameters]
    return "\n".join([f"## {usage}", "", inspect.getdoc(command) or "", "", "| | |", "|---|---|", *rows, ""])


def _parameters(command: Callable[..., int]) -> Iterator[ParameterInfo]:
    """What typer was told of each parameter, as its default or in its annotation."""
    for parameter in inspect.signature(command).parameters.values():
        told: list[Any] = [parameter.default, *get_args(parameter.annotation)]
        yield next(info for info in told if isinstance(info, ParameterInfo))


def _spelling(info: ParameterInfo) -> str:
    if isinstance(info, ArgumentInfo):
        return str(info.metavar)
    value = "" if info.default is False else f" {info.metavar or ('N' if info.min is not None else 'TEXT')}"
    # In an annotation the first spelling takes the place of the default.
    spellings = [*(info.param_decls or ()), str(info.default)]
    return f"{next(text for text in spellings if text.startswith('--'))}{value}"


def _default(info: ParameterInfo) -> str:
    nothing = info.default in (None, False, ...) or str(info.default).startswith("--")
    return "" if nothing else f" (default: {info.default})"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
