"""The command line: `tongiaki serve`, `simulate`, `replay`, …; one module a command.

Exit codes: 0 done, 1 a record or a game is at fault, 2 the command cannot be understood or a file not be read.
Errors are one line on standard error.
"""

import os
import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module

import typer

from tongiaki import __version__
from tongiaki.cli.reading import Interrupted, Unreadable
from tongiaki.records import RecordError

COMMANDS = {
    "serve": "serve",
    "simulate": "simulate",
    "arena": "arena",
    "engine": "engine",
    "replay": "replay",
    "perft": "perft",
    "show": "show",
    "odds": "odds",
    "analyse": "analyse",
    "verify-deck": "verify_deck",
    "backup": "backup",
    "restore": "backup",
    "check-games": "check_games",
    "ratings": "ratings",
}
"""What the program can do, in the order of the help, and the module that is loaded when it is asked for."""

ADMIN = "admin"
"""A word with commands of its own."""


def command_of(name: str) -> Callable[..., int]:
    """The function of a command."""
    module = import_module(f"tongiaki.cli.{COMMANDS[name]}")
    function: Callable[..., int] = getattr(module, name.replace("-", "_"))
    return function


def program(names: Collection[str] = (*COMMANDS, ADMIN)) -> typer.Typer:
    """The command line with these commands: the others need not be loaded to do one of them."""
    app = typer.Typer(
        name="tongiaki",
        help=tongiaki.__doc__,
        epilog="Try 'tongiaki serve --open' to play, 'tongiaki simulate --help' for examples of the rest.",
        no_args_is_help=False,
        add_completion=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(tongiaki)
    for name in names:
        if name == ADMIN:
            from tongiaki.cli.admin import admin  # late, as all commands

            app.add_typer(admin)
        else:
            app.command(name)(command_of(name))
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tongiaki {__version__}")
        raise typer.Exit


def tongiaki(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    """Tongiaki, the board game of Polynesian seafaring: play it in the browser, let bots play it, study it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point: runs a command and ends the process with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code. What went wrong stands on one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    known = words[0] in (*COMMANDS, ADMIN)
    try:
        app = program(words[:1]) if known else program()
        code = app(words, prog_name="tongiaki", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except (typer.TyperException, typer.Abort) as error:
        return _complain(_sentence(error), getattr(error, "exit_code", 130))
    except Unreadable as error:
        return _complain(str(error), 2)
    except RecordError as error:
        return _complain(f"ply {error.ply}: {error.message}" if error.ply else error.message, 1)
    except Interrupted as error:
        return _complain(str(error), 130)
    except KeyboardInterrupt:
        return _complain("interrupted", 130)
    except (BrokenPipeError, SystemExit) as error:
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        # The reader of our output has gone (`| head`; typer then exits): nothing is left to say or to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _sentence(error: Exception) -> str:
    if isinstance(error, typer.Abort):
        return "interrupted"
    context = getattr(error, "ctx", None)
    usage = f" (see '{context.command_path} --help')" if context is not None else ""
    message: str = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    return message.rstrip(".") + usage


def _complain(sentence: str, code: int) -> int:
    print(f"tongiaki: {' '.join(sentence.split())}", file=sys.stderr)
    return code
