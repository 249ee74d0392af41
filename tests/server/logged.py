"""What the server logs, kept for a test."""

import contextlib
import io
import logging
from collections.abc import Iterator

import structlog

from tongiaki.server.logs import log_to_stderr


@contextlib.contextmanager
def logged(level: str) -> Iterator[io.StringIO]:
    """All that is logged from this level on until the block ends."""
    written = io.StringIO()
    with contextlib.redirect_stderr(written):
        log_to_stderr(level)
        listening = logging.StreamHandler(written)
        logging.getLogger().addHandler(listening)
        try:
            yield written
        finally:
            logging.getLogger().removeHandler(listening)
            structlog.reset_defaults()
