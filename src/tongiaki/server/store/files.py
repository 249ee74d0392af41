"""Files that nobody but the server's own user may read: decks, hashes of passwords and of cookies stand in them."""

import os
from contextlib import suppress
from pathlib import Path

OURS_ALONE = 0o600


def make_private(path: Path, in_place_of: Path | None = None) -> None:
    """An empty file for its owner alone; made by root it is that of the user to whom the folder belongs.

    in_place_of: what it will replace; owner and rights are those of the file there, else as if made there; `OSError`.
    """
    there = in_place_of or path
    old = there if there.exists() else None
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OURS_ALONE))
    if old is not None:
        path.chmod(old.stat().st_mode & 0o777)
    give(path, old or there.parent)


def give(path: Path, like: Path) -> None:
    """What root makes is whose the other file or folder is: a server that is another user must be able to write it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        with suppress(PermissionError):  # a file system without owners
            os.chown(path, owner.st_uid, owner.st_gid)
