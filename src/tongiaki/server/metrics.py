"""Numbers for the operator, in the form of Prometheus: counts and times, nothing about anybody."""

from collections.abc import Callable
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.events = Counter(
            "tongiaki_events", "Events appended to games", ["kind"], registry=self._registry
        )
        self.turned_away = Counter(
            "tongiaki_turned_away", "Requests that were not let in", ["why"], registry=self._registry
        )
        self.lines = Counter("tongiaki_talk_lines", "Lines of talk kept", registry=self._registry)
        self.commits = Histogram(
            "tongiaki_commit_seconds",
            "Time of a commit, whatever waited together in it",
            buckets=SECONDS,
            registry=self._registry,
        )

        self.answers = Histogram(
            "tongiaki_answer_seconds",
            "Time from a message at a table to its answer, by kind of message",
            ["message"],
            buckets=SECONDS,
            registry=self._registry,
        )
        self.event = cache(self.events.labels)
        """The counter of a kind."""
        self.answer = cache(self.answers.labels)
        """The histogram of a kind of message."""

    def gauge(self, name: str, what: str, value: Callable[[], float]) -> None:
        """A number that is counted when it is asked for."""
        Gauge(f"tongiaki_{name}", what, registry=self._registry).set_function(value)

    def written(self) -> bytes:
        """All of them as text."""
        return generate_latest(self._registry)
