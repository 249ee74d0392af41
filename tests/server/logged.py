"""What the server logs, kept for a test."""

import contextlib
import io
import logging
from collections.abc import Iterator

from tongiaki.server.logs import LOGGER


@contextlib.contextmanager
def logged(level: str) -> Iterator[io.StringIO]:
    """All that is logged from this level on until the block ends, by libraries too."""
    written = io.StringIO()
    listening = logging.StreamHandler(written)
    before = LOGGER.level
    logging.getLogger().addHandler(listening)
    LOGGER.setLevel(level.upper())
    try:
        yield written
    finally:
        LOGGER.setLevel(before)
        logging.getLogger().removeHandler(listening)


@contextlib.contextmanager
def nobody_listens() -> Iterator[None]:
    """Until the block ends it is as in a program that has not said how it logs."""
    root = logging.getLogger()
    before = root.handlers, LOGGER.handlers, LOGGER.level
    root.handlers, LOGGER.handlers = [], []
    try:
        yield
    finally:
        root.handlers, LOGGER.handlers = before[:2]
        LOGGER.setLevel(before[2])
