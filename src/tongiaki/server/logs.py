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


def log_unless_told_otherwise(level: str, form: str) -> None:
    """As `log_to_stderr`, where the application is part of another program: that one may have its own way to log.

    Left alone, structlog would show the local variables of a fault: the deck among them.
    """
    if not structlog.is_configured():
        _configure(level, form)


def log_to_stderr(level: str, form: str = "text") -> None:
    """Writes what is as grave as `level` or graver, in one of `FORMATS`, what libraries have to say too."""
    number, processors = _configure(level, form)
    _take_in_the_logs_of_libraries(max(number, logging.WARNING), processors)


def _configure(level: str, form: str) -> tuple[int, Sequence[Any]]:
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise CannotServe(f"log_level is {level!r}, but must be debug, info, warning or error")
    if form not in FORMATS:
        raise CannotServe(f"log_format is {form!r}, but must be {' or '.join(FORMATS)}")
    stamps: list[Any] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    processors = [*stamps, *FORMATS[form]]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    return number, processors


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
