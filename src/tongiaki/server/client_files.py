"""The built client: files from the package, the one page for every address of the client."""

import gzip
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from tongiaki.server.routes import Routes

router = Routes()

PAGES = (
    "",
    "about",
    "g",
    "learn",
    "me",
    "new",
    "p",
    "play",
    "players",
    "privacy",
    "r",
    "record",
    "rules",
    "tiles",
)
"""The first parts of the client's addresses."""

FOREVER = "public, max-age=31536000, immutable"
"""What lies in `assets` has its hash in its name."""

TEXT = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
"""What becomes smaller when it is compressed."""

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tongiaki</title>
<h1>The client has not been built</h1>
<p>The server runs, but the page for the browser is missing; <code>make client</code> builds it.</p>
</html>
"""


@router.get("/{path:path}")
async def client(request: Request, path: str) -> Response:
    """A file of the client, or its page."""
    folder: Path = request.app.state.settings.client
    first, _, rest = path.partition("/")
    if first in ("api", "ws", "healthz", "readyz", "metrics"):
        raise HTTPException(404)
    page = folder / "index.html"
    if not page.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    if path and (file := _file(folder, path)) is not None:
        return await _send(request, file, 200, FOREVER if first == "assets" else "no-cache")
    if first == "assets":
        raise HTTPException(404)
    known = first in PAGES and (first in ("g", "p", "r") or not rest)
    return await _send(request, page, 200 if known else 404, "no-cache")


async def _send(request: Request, file: Path, status: int, cache: str) -> Response:
    """A file; where it is text, as small as the browser takes it: as built (brotli), or by gzip, once and kept."""
    headers = {"Cache-Control": cache}
    if file.suffix not in TEXT:
        return FileResponse(file, status, headers)
    headers["Vary"] = "Accept-Encoding"
    taken = {one.split(";")[0].strip() for one in request.headers.get("Accept-Encoding", "").split(",")}
    kind = guess_type(file.name)[0] or "application/octet-stream"
    smaller = file.with_name(f"{file.name}.br")
    if "br" in taken and smaller.is_file():
        return FileResponse(smaller, status, headers | {"Content-Encoding": "br"}, kind)
    if "gzip" not in taken:
        return FileResponse(file, status, headers)
    body = await run_in_threadpool(_compressed, file)
    return Response(body, status, headers | {"Content-Encoding": "gzip"}, kind)


def _compressed(file: Path) -> bytes:
    return _pack(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _pack(file: Path, changed: int) -> bytes:
    """Kept until the file has changed."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def _file(folder: Path, path: str) -> Path | None:
    """The file with this name inside the folder, never outside."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
