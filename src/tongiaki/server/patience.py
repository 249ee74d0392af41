"""HTTP connections that bring nothing, or a request drop by drop, end: a process may have only so many."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

WITHIN = 30.0
"""Seconds in which a whole request must have come, from the opening or the answer before."""


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol, which would wait for ever."""

    within = WITHIN
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """As uvicorn does it."""
        super().connection_made(transport)
        self._wait()

    def on_message_complete(self) -> None:
        """As uvicorn does it."""
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """As uvicorn does it."""
        super().on_response_complete()
        self._wait()

    def handle_websocket_upgrade(self) -> None:
        """As uvicorn does it: from here on it is another protocol's."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn does it."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self._deadline = self.loop.call_later(self.within, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        """Unless a request that came together with the one before is being answered."""
        answers = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        if not answers:
            self.transport.close()
