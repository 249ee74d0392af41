"""From where somebody connects, as a keyed hash: enough to see that two come from the same place, and no more.

The key is made anew with each process and kept nowhere, nor is the hash.
"""

import hashlib
import ipaddress
import secrets

from starlette.requests import HTTPConnection

_KEY = secrets.token_bytes(32)

NETWORK = 64
"""Bits of an IPv6 address that belong to a household; the rest changes as a device likes."""


def place_of(connection: HTTPConnection) -> str:
    """The place of a connection, for comparing with others of this process."""
    client = connection.client
    network = _network(client.host if client else "")
    return hashlib.blake2b(network.encode(), key=_KEY, digest_size=16).hexdigest()


def _network(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))
