"""The command line: `tongiaki serve`, `simulate`, `replay`, …; one module a command.

Exit codes: 0 done, 1 a record or a game is at fault, 2 the command cannot be understood or a file not be read.
Errors are one line on standard error.
"""

import os
import sys
from collections.abc import Sequence

import typer

from tongiaki import __version__
from tongiaki.cli.admin import admin
from tongiaki.cli.analyse import analyse
from tongiaki.cli.arena import arena
from tongiaki.cli.backup import backup, restore
from tongiaki.cli.check_games import check_games
from tongiaki.cli.engine import engine
from tongiaki.cli.odds import odds
from tongiaki.cli.perft import perft
from tongiaki.cli.ratings import ratings
from tongiaki.cli.reading import Interrupted, Unreadable
from tongiaki.cli.replay import replay
from tongiaki.cli.serve import serve
from tongiaki.cli.show import show
from tongiaki.cli.simulate import simulate
from tongiaki.cli.verify_deck import verify_deck
from tongiaki.records import RecordError

app = typer.Typer(
    name="tongiaki",
    help="Tongiaki, the board game of Polynesian seafaring: play it in the browser, let bots play it, study it.",
    epilog="Try 'tongiaki serve --open' to play, 'tongiaki simulate --help' for examples of the rest.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tongiaki {__version__}")
        raise typer.Exit


@app.callback()
def tongiaki(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    """Tongiaki, the board game of Polynesian seafaring: play it in the browser, let bots play it, study it."""


COMMANDS = (
    serve,
    simulate,
    arena,
    engine,
    replay,
    perft,
    show,
    odds,
    analyse,
    verify_deck,
    backup,
    restore,
    check_games,
    ratings,
)
"""What the program can do, in the order of the help."""

for command in COMMANDS:
    app.command()(command)
app.add_typer(admin)


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point: runs a command and ends the process with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; its exit code. What went wrong stands on one line on standard error."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(words or ["--help"], prog_name="tongiaki", standalone_mode=False)
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
