"""One POST to an address that a person gave: no redirect is followed, no body is read, nothing is waited for long."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from tongiaki.server.notices.addresses import Resolve, Unreachable, look_up, reachable

WITHIN = 10.0
"""Seconds for all of it."""
LONGEST_ADDRESS = 1000
LONGEST_LINE = 4096
"""Bytes of the first line of the answer; nothing else of it is read."""

PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Place:
    """Where a POST goes: scheme, host and port, and the rest of the address."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def named(self) -> str:
        """The host as it is named in the request."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def place_of(address: str) -> Place:
    """What an address means; `Unreachable` if nothing could be sent there."""
    try:
        parts = urlsplit(address.strip())
        host, port = parts.hostname or "", parts.port
        if ":" not in host:
            host = host.encode("idna").decode()
    except (ValueError, UnicodeError):
        raise Unreachable("no address") from None
    if parts.scheme not in PORTS or not host or len(address) > LONGEST_ADDRESS or "@" in parts.netloc:
        raise Unreachable("no address")
    if not all(c.isalnum() or c in "-._:%" for c in host) or port == 0:
        raise Unreachable("no address")
    target = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~-._")
    if parts.query:
        target += "?" + quote(parts.query, safe="/%:@!$&'()*+,;=~-._?")
    return Place(parts.scheme, host, port or PORTS[parts.scheme], target)


class Post:
    """Sends. private: also to addresses of the own network; resolve: how names are looked up."""

    def __init__(self, private: bool = False, resolve: Resolve = look_up, within: float = WITHIN) -> None:
        self._private = private
        self._resolve = resolve
        self._within = within

    async def check(self, address: str) -> None:
        """`Unreachable` if nothing would be sent there now."""
        place = place_of(address)
        async with asyncio.timeout(self._within):
            await reachable(place.host, place.port, self._resolve, self._private)

    async def send(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status of the answer; `Unreachable` if there is none in time."""
        place = place_of(address)
        try:
            async with asyncio.timeout(self._within):
                ip = await reachable(place.host, place.port, self._resolve, self._private)
                return await _exchange(place, ip, body, headers)
        except (OSError, TimeoutError, ValueError, EOFError, asyncio.LimitOverrunError) as error:
            raise Unreachable(f"{place.host}: {type(error).__name__}") from None


async def _exchange(place: Place, ip: str, body: bytes, headers: Mapping[str, str]) -> int:
    context = ssl.create_default_context() if place.scheme == "https" else None
    name = place.host if context else None
    reader, writer = await asyncio.open_connection(
        ip, place.port, ssl=context, server_hostname=name, limit=LONGEST_LINE
    )
    try:
        writer.write(_request(place, body, headers))
        await writer.drain()
        _, status, *_ = (await reader.readuntil(b"\n")).split()
        return int(status)
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


def _request(place: Place, body: bytes, headers: Mapping[str, str]) -> bytes:
    lines = {
        "Host": place.named,
        "User-Agent": "tongiaki",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {place.target} HTTP/1.1\r\n{head}\r\n".encode("ascii") + body
