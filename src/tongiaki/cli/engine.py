"""`tongiaki engine`: one of our bots as a program for others."""

import typer

from tongiaki.bots import BOTS
from tongiaki.bots.engine import main
from tongiaki.cli.asked import check_bots


def engine(
    bot: str = typer.Option(
        "greedy",
        "--bot",
        metavar="NAME",
        help=f"The bot that decides: {', '.join(BOTS)}, or py:FILE.py:CLASS.",
    ),
) -> int:
    """Play as an engine: positions in on standard input, moves out on standard output.

    The protocol has the shape of UCI, known from chess, and is told in docs/engine-protocol.md. Programs in any
    language that speak it can be seated in simulate, in the arena and at a table of the server.

    Examples:

    - `tongiaki engine --bot greedy` – then type `engine 1`, `position …`, `go`, `quit`
    - `tongiaki simulate --bots "greedy,cmd:tongiaki engine --bot greedy"` – against itself in a process of its own
    """
    check_bots([bot])
    main([bot])
    return 0
