"""Who is next: tables in turn, however much one of them asks for."""

import asyncio
from collections import OrderedDict, deque


class FairQueue:
    """So many places at a time. Who waits is let in table by table, each table's requests in their order."""

    def __init__(self, places: int) -> None:
        self.places = self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def enter(self, table: str) -> None:
        """Waits for a place; `leave` gives it back."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(table, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # let in and called off at the same time
            else:
                self._forget(table, turn)
            raise

    def leave(self) -> None:
        """The place goes to the next table that waits."""
        for table, turns in list(self._waiting.items()):
            turn = turns.popleft()
            self._waiting.pop(table)
            if turns:
                self._waiting[table] = turns  # behind the other tables
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self, table: str, turn: "asyncio.Future[None]") -> None:
        turns = self._waiting.get(table)
        if turns is not None and turn in turns:
            turns.remove(turn)
            if not turns:
                del self._waiting[table]
