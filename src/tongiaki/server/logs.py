"""The server's log: one line an event on standard error. Decks, salts and cookies are never given to it."""

import logging
import sys

import structlog

from tongiaki.server.cannot_serve import CannotServe


def log_to_stderr(level: str) -> None:
    """Writes what is as grave as `level` or graver."""
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise CannotServe(f"TONGIAKI_LOG_LEVEL is {level!r}, but must be debug, info, warning or error")
    logging.basicConfig(
        level=max(number, logging.WARNING), stream=sys.stderr, format="%(levelname)s %(message)s"
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
