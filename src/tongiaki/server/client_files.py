"""The built client: files from the package, the one page for every address of the client."""

from pathlib import Path

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

router = APIRouter()

PAGES = ("", "about", "g", "learn", "new", "play", "record", "rules", "tiles")
"""The first parts of the client's addresses."""

FOREVER = "public, max-age=31536000, immutable"
"""What lies in `assets` has its hash in its name."""

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tongiaki</title>
<h1>The client has not been built</h1>
<p>The server runs, but the page for the browser is missing; <code>make client</code> builds it.</p>
</html>
"""


@router.get("/{path:path}", include_in_schema=False)
async def client(request: Request, path: str) -> Response:
    """A file of the client, or its page."""
    folder: Path = request.app.state.settings.client
    first, _, rest = path.partition("/")
    if first in ("api", "ws", "healthz"):
        raise HTTPException(404)
    page = folder / "index.html"
    if not page.is_file():
        return HTMLResponse(NOT_BUILT, 503)
    if path and (file := _file(folder, path)) is not None:
        return FileResponse(file, headers={"Cache-Control": FOREVER if first == "assets" else "no-cache"})
    if first == "assets":
        raise HTTPException(404)
    known = first in PAGES and (first == "g" or not rest)
    return FileResponse(page, 200 if known else 404, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """The file with this name inside the folder, never outside."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None
