"""What other processes are asked and told. In a file there are none."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol

import msgspec

from tongiaki.server.room_protocol import QuickMatch, RoomSummary


class Bring(msgspec.Struct, frozen=True, tag="bring"):
    """What a guest has in a room is a person's now: whether that could be done."""

    room: str
    guest: str
    person: str
    name: str


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """A session is nobody's in a room from now on."""

    room: str
    session: str
    nobody: str
    name: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """Tables in memory know another session in the place of this one, but in these rooms."""

    old: str
    new: str
    stays: list[str]


class Rename(msgspec.Struct, frozen=True, tag="rename"):
    """A person is called otherwise in a room: whether that could be done."""

    room: str
    person: str
    name: str


class Named(msgspec.Struct, frozen=True, tag="named"):
    """The seats of a session are called so, in these games."""

    session: str
    name: str
    games: list[str]


class Reconnect(msgspec.Struct, frozen=True, tag="reconnect"):
    """The connections of these sessions are to come again, as who they are now."""

    sessions: list[str]


class Tried(msgspec.Struct, frozen=True, tag="tried"):
    """Somebody has tried to log in under a name, as it is compared; right: with its password."""

    name: str
    right: bool


class Listens(msgspec.Struct, frozen=True, tag="listens"):
    """To whom a session listens, or who that is, is to be read anew in rooms in memory."""

    session: str


class Public(msgspec.Struct, frozen=True, tag="public"):
    """The public rooms where somebody waits for players."""


class Quick(msgspec.Struct, frozen=True, tag="quick"):
    """A seat for a session in a public room: which room, if there is one."""

    session: str
    quick: QuickMatch


Told = Moved | Named | Reconnect | Tried | Listens
Asked = Quick | Bring | Leave | Rename | Told | Public


class Others(Protocol):
    """The other processes on this database."""

    async def ask_holder(self, room: str, asked: Bring | Leave | Rename) -> bool | None:
        """What the process says that has the room; `None`: this one has it, or there is none; `NotRead`."""

    async def tell(self, asked: Told) -> None:
        """All of them."""

    async def public(self) -> Sequence[RoomSummary]:
        """The public rooms of them all."""

    def one_seeks(self) -> AbstractAsyncContextManager[None]:
        """Nobody looks for a room there while the block runs; `NotRead`."""

    async def quick(self, asked: Quick) -> str | None:
        """A seat in a room of one of them; `None`: nowhere."""


class Alone:
    """There are none."""

    async def ask_holder(self, room: str, asked: Bring | Leave | Rename) -> bool | None:
        """As `Others`."""
        return None

    async def tell(self, asked: Told) -> None:
        """As `Others`."""

    async def public(self) -> Sequence[RoomSummary]:
        """As `Others`."""
        return []

    def one_seeks(self) -> AbstractAsyncContextManager[None]:
        """As `Others`."""
        return nullcontext()

    async def quick(self, asked: Quick) -> str | None:
        """As `Others`."""
        return None
