"""To which addresses the server sends what a person asked for: public ones only, as they are when it connects.

A name is looked up once, every address it has is checked, and the connection goes to an address that was checked: no
second look-up could bring another one.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

_LOOK_UPS = ThreadPoolExecutor(4, "look-up")
"""Threads of their own: a name server that does not answer holds up nothing but other look-ups."""

NAT64 = IPv6Network("64:ff9b::/96")

NOT_PUBLIC = tuple(
    map(
        ip_network,
        (
            *("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32"),
            *("64:ff9b:1::/48", "100:0:0:1::/64", "3fff::/20", "5f00::/16"),
        ),
    )
)
"""Of special use (IANA), as not every version of Python knows; clouds answer their own machines at two of them."""

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""The addresses of a host."""


class Unreachable(Exception):
    """There is no such address, or it is none of those to which the server sends."""


async def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host, as the machine finds them; `Unreachable`."""
    ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = await asyncio.get_running_loop().run_in_executor(_LOOK_UPS, ask)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host}: {error}") from None
    return [str(address[0]) for *_, address in found]


def is_public(address: str) -> bool:
    """Whether it is an address that anybody in the internet could reach, also if it is written inside another one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return _is_global(found.ipv4_mapped)
    return all(_is_global(each) for each in (found, *_inside(found)))


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    own = isinstance(address, IPv6Address) and address.is_site_local  # fec0::/10, before there was fc00::/7
    special = own or address.is_multicast or address.is_reserved or address.is_unspecified
    return address.is_global and not special and not any(address in network for network in NOT_PUBLIC)


def _inside(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """The older addresses that a newer one stands for."""
    if isinstance(address, IPv4Address):
        return []
    inside = [address.sixtofour, *(address.teredo or ())]
    if address in NAT64:
        inside.append(IPv4Address(int(address) & 0xFFFFFFFF))
    return [each for each in inside if each is not None]


async def reachable(host: str, port: int, resolve: Resolve = look_up, private: bool = False) -> str:
    """The address of a host to connect to; `Unreachable`. private: also those of the own network."""
    addresses = await resolve(host, port)
    if not addresses:
        raise Unreachable(f"{host} has no address")
    for address in addresses:
        if not private and not is_public(address):
            raise Unreachable(f"{host} is not in the internet")
    return addresses[0]
