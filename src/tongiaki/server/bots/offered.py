"""Programs of others at the tables of this server: what its operator has set, and no player can."""

from collections.abc import Iterator
from contextlib import contextmanager

from tongiaki.bots.registry import UnknownBot, offer, withdraw
from tongiaki.server.cannot_serve import CannotServe


@contextmanager
def offered(engines: str) -> Iterator[None]:
    """While it lasts these programs are among the bots; `CannotServe` for a setting that cannot be read."""
    try:
        names = offer(engines)
    except UnknownBot as error:
        raise CannotServe(f"TONGIAKI_ENGINES: {error}") from None
    try:
        yield
    finally:
        withdraw(names)
