"""A cable to PostgreSQL that can be cut."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

from tongiaki.server.store.address import Address


class Cable:
    """Passes everything on, until it is cut."""

    def __init__(self, address: Address) -> None:
        self._far = urlsplit(address.url)
        self._both: set[asyncio.StreamWriter] = set()
        self._ways: set[asyncio.Task[None]] = set()
        self.cut = False
        self.passes = asyncio.Event()
        """Cleared: nothing comes through, and nobody is told."""
        self.passes.set()
        self.break_at: bytes | None = None
        """What is said with this in it is the last; PostgreSQL hears it if `hears`, but nobody hears the answer."""
        self.hears = True
        self.broke = asyncio.Event()

    def end(self) -> None:
        """All connections are lost."""
        for writer in self._both:
            writer.transport.abort()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self._far.hostname, self._far.port)
        self._both |= {writer, far_writer}
        broken = asyncio.Event()
        ways = [self._there(reader, far_writer, broken), self._back(far_reader, writer, broken)]
        tasks = {asyncio.create_task(way) for way in ways}
        self._ways |= tasks
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for end in (writer, far_writer):
            end.transport.abort()

    async def _there(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, broken: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.passes.wait()
                if self.break_at is not None and self.break_at in data:
                    self.break_at = None
                    broken.set()
                    if not self.hears:
                        self.broke.set()
                        return
                writer.write(data)

    async def _back(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, broken: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self.passes.wait()
                if broken.is_set():
                    self.broke.set()
                    return
                writer.write(data)


@contextlib.asynccontextmanager
async def cable(address: Address) -> AsyncIterator[tuple[Cable, Address]]:
    """A cable to a database, and the database's address at the near end."""
    cable = Cable(address)
    server = await asyncio.start_server(cable.take, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    far = urlsplit(address.url)
    yield cable, Address(far._replace(netloc=f"postgres@127.0.0.1:{port}").geturl())
    cable.end()
    server.close()
