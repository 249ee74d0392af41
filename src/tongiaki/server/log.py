"""A list that only grows, and whose branches share what was there before: a move need not copy a whole game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Log(Sequence[Item], Generic[Item]):
    """What was appended, in order. Of two branches the one that grows first goes on in the same list."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        """Beyond `_length` it is another branch's."""
        self._length = len(self._items)

    def branch(self) -> "Log[Item]":
        """An independent log from here on."""
        new: Log[Item] = Log.__new__(Log)
        new._items, new._length = self._items, self._length
        return new

    def append(self, item: Item) -> None:
        """One more."""
        if self._length < len(self._items):
            self._items = self._items[: self._length]
        self._items.append(item)
        self._length += 1

    def all(self) -> list[Item]:
        """All of them."""
        return self._items[: self._length]

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Log) else other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return iter(self.all())

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        if isinstance(at, int):
            if 0 <= at < self._length:
                return self._items[at]
            if -self._length <= at < 0:
                return self._items[self._length + at]
            raise IndexError(at)
        return self._items[slice(*at.indices(self._length))]
