"""The server's log: one line an event on standard error. Decks, salts, cookies and addresses are never given to it."""

import logging
import sys
from collections.abc import Sequence
from typing import Any

import structlog

from tongiaki.server.cannot_serve import CannotServe

FORMATS: dict[str, Sequence[Any]] = {
    "text": (
        structlog.processors.format_exc_info,
        structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
    ),
    "json": (structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)),
}
"""How a line looks."""


def log_to_stderr(level: str, form: str = "text") -> None:
    """Writes what is as grave as `level` or graver, in one of `FORMATS`."""
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise CannotServe(f"log_level is {level!r}, but must be debug, info, warning or error")
    if form not in FORMATS:
        raise CannotServe(f"log_format is {form!r}, but must be {' or '.join(FORMATS)}")
    stamps: list[Any] = [structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    structlog.configure(
        processors=[*stamps, *FORMATS[form]],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    _take_in_the_logs_of_libraries(max(number, logging.WARNING), [*stamps, *FORMATS[form]])


def _take_in_the_logs_of_libraries(level: int, processors: Sequence[Any]) -> None:
    """What libraries have to say looks the same; only what went wrong there is of interest."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*processors[:2], structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *processors[2:]],
        )
    )
    logging.basicConfig(level=level, handlers=[handler])
