"""One server for one database: a lock beside the file, which ends with its process, however that ends."""

import os
from pathlib import Path

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.files import give

try:
    import fcntl
except ImportError:  # Windows: two servers on one file are not noticed there
    fcntl = None  # type: ignore[assignment]


class DatabaseLock:
    """Held from construction to `release`; `CannotServe` if another server holds it."""

    def __init__(self, path: Path) -> None:
        beside = Path(f"{path}.lock")
        try:
            is_new = not beside.exists()
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if is_new:
                give(beside, path.parent)
        except OSError as error:
            raise CannotServe(f"the database {path} cannot be written: {error.strerror}") from None
        try:
            if fcntl is not None:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise CannotServe(f"another server of Tongiaki uses the database {path}") from None

    def release(self) -> None:
        """Another server may use the database now."""
        os.close(self._file)
