"""The web server: tables, the log of each game, and who may see and do what.

`serve` runs it; `create_app(settings)` is the application for a server of your own.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongiaki.server.app import create_app
    from tongiaki.server.run import serve
    from tongiaki.server.settings import Settings

__all__ = ["Settings", "create_app", "serve"]


def __getattr__(name: str) -> Any:
    """Loads the application when it is asked for: the processes in which bots think do without it."""
    if name == "create_app":
        from tongiaki.server.app import create_app

        return create_app
    if name == "serve":
        from tongiaki.server.run import serve

        return serve
    if name == "Settings":
        from tongiaki.server.settings import Settings

        return Settings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
