"""Says which engine is tested, and how hard."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

PLAIN = os.environ.get("TONGIAKI_KERNEL") == "plain"

settings.register_profile("compiled", deadline=None)
settings.register_profile("plain", deadline=None, max_examples=10)
settings.load_profile("plain" if PLAIN else "compiled")


def pytest_report_header() -> str:
    import tongiaki.engine

    folder = Path(next(iter(tongiaki.engine.__path__)))
    built = [path for path in folder.iterdir() if path.suffix in (".so", ".pyd")]
    return f"engine: {f'compiled ({len(built)} modules)' if built else 'plain Python'} in {folder}"


def pytest_configure(config: pytest.Config) -> None:
    """`make test-plain` must not win by testing the compiled engine after all."""
    if PLAIN and "compiled" in pytest_report_header():
        raise pytest.UsageError(
            "this run is for the uncompiled engine, but built libraries lie beside the source"
        )
