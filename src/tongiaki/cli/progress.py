"""Progress bars: on standard error, only where a person looks at it, gone when the work is done."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Bar:
    """A progress bar: `advance` as the work goes on."""

    def __init__(self, progress: Progress, title: str, total: float | None) -> None:
        self._progress = progress
        self._task = progress.add_task(title, total=total)

    def advance(self, steps: float = 1) -> None:
        """So many steps more are done."""
        self._progress.advance(self._task, steps)

    def reached(self, done: float, total: float) -> None:
        """So many steps of so many are done."""
        self._progress.update(self._task, completed=done, total=total)


@contextmanager
def bar(title: str, total: float | None, shown: bool = True) -> Iterator[Bar]:
    """A bar for a piece of work of `total` steps; `None` if their number is not known."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not (shown and console.is_terminal)
    ) as it:
        yield Bar(it, title, total)
