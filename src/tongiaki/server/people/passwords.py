"""Passwords: hashed by argon2 in a thread, few at a time; nothing tells whether a name exists."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tongiaki.server.people_protocol import LONGEST_PASSWORD

LEAST = 8
AT_ONCE = 2
"""Each takes 64 MiB and a twentieth of a second; the others wait."""


class Passwords:
    """Makes and checks hashes, with the parameters that the library recommends (RFC 9106, low memory)."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._few = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        async with self._few:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether it is the password of which a hash was kept; without one as much is computed, for nothing."""
        async with self._few:
            return await asyncio.to_thread(self._check, password, kept)

    def is_weak(self, kept: str) -> bool:
        """Whether it was hashed with other parameters than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _check(self, password: str, kept: str | None) -> bool:
        if self._nobodys is None:
            self._nobodys = self._hasher.hash("nobody")
        try:
            return self._hasher.verify(kept or self._nobodys, password) and kept is not None
        except (VerificationError, InvalidHashError):
            return False


def is_simple(password: str, name: str) -> bool:
    """Whether it would be among the first that are tried: the name, one key, the keys in a row."""
    word = password.casefold()
    rows = "0123456789012345", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop", "azertyuiop"
    in_a_row = any(word in row or word in row[::-1] for row in rows)
    common = any(
        word.strip("0123456789!.") == other for other in ("password", "passwort", "wachtwoord", "tongiaki")
    )
    return len(set(word)) < 4 or in_a_row or common or word == name.casefold()


def fits(password: str) -> bool:
    """Whether it is neither too short nor too long."""
    return LEAST <= len(password) <= LONGEST_PASSWORD
