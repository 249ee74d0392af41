"""The server's log: one line an event on standard error. Decks, salts, cookies and addresses are never given to it.

Ours and what libraries have to say go through the standard library's `logging`, in one form.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from tongiaki.server.cannot_serve import CannotServe

LOGGER = logging.getLogger("tongiaki")


class Happened:
    """An event with what belongs to it; as text, for those who listen in their own way, what a line has of it."""

    def __init__(self, event: str, facts: dict[str, Any]) -> None:
        self.event = event
        self.facts = facts

    def __str__(self) -> str:
        return _line({"event": self.event, **self.facts})


class Log:
    """Says what happens: `log.info("table_made", seats=4)`. error: of what went wrong, without its local variables."""

    def info(self, event: str, **facts: Any) -> None:
        """What an operator may want to know."""
        self._say(logging.INFO, event, facts)

    def warning(self, event: str, **facts: Any) -> None:
        """What is not as it should be."""
        self._say(logging.WARNING, event, facts)

    def error(self, event: str, exc_info: BaseException | None = None, **facts: Any) -> None:
        """What somebody has to look at."""
        self._say(logging.ERROR, event, facts, exc_info)

    def _say(self, level: int, event: str, facts: dict[str, Any], error: BaseException | None = None) -> None:
        if LOGGER.isEnabledFor(level):
            LOGGER.log(level, Happened(event, facts), exc_info=error)


log = Log()


class Lines(logging.Formatter):
    """A line for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """When, how grave and what; from where, if it is a library's; the traceback of a fault."""
        happened = record.msg
        if not isinstance(happened, Happened):
            happened = Happened(record.getMessage(), {"logger": record.name})
        when = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        line = {
            "timestamp": when,
            "level": record.levelname.lower(),
            "event": happened.event,
            **happened.facts,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return self.written(line)

    def written(self, line: dict[str, Any]) -> str:
        """`event='table_made' seats=4`."""
        return _line(line)


class JsonLines(Lines):
    """As JSON."""

    def written(self, line: dict[str, Any]) -> str:
        """`{"event": "table_made", "seats": 4}`."""
        return json.dumps(line, ensure_ascii=False, default=repr)


def _line(facts: dict[str, Any]) -> str:
    return " ".join(f"{name}={value!r}" for name, value in facts.items())


FORMATS: dict[str, type[Lines]] = {"text": Lines, "json": JsonLines}
"""How a line looks."""


def log_unless_told_otherwise(level: str, form: str) -> None:
    """As `log_to_stderr`, where the application is part of another program: that one may have its own way to log."""
    number, handler = _checked(level, form)
    if not LOGGER.hasHandlers():
        LOGGER.addHandler(handler)
        LOGGER.setLevel(number)


def log_to_stderr(level: str, form: str = "text") -> None:
    """Writes what is as grave as `level` or graver, in one of `FORMATS`; of libraries only what went wrong."""
    number, handler = _checked(level, form)
    LOGGER.setLevel(number)
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler])


def _checked(level: str, form: str) -> tuple[int, logging.Handler]:
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise CannotServe(f"log_level is {level!r}, but must be debug, info, warning or error")
    if form not in FORMATS:
        raise CannotServe(f"log_format is {form!r}, but must be {' or '.join(FORMATS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[form]())
    return number, handler
