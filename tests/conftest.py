"""Says which engine is tested, and how hard."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

PLAIN = os.environ.get("TONGIAKI_KERNEL") == "plain"

settings.register_profile("compiled", deadline=None)
settings.register_profile("plain", deadline=None, max_examples=10)
settings.load_profile("plain" if PLAIN else "compiled")


def engine_libraries() -> list[Path]:
    """The built libraries of the engine that `import` finds; none are built beside an uncompiled one."""
    engine = find_spec("tongiaki.engine")
    assert engine is not None
    assert engine.origin is not None
    return [path for path in Path(engine.origin).parent.iterdir() if path.suffix in (".so", ".pyd")]


def pytest_report_header() -> str:
    built = len(engine_libraries())
    return f"engine: compiled, {built} modules" if built else "engine: plain Python"


def pytest_configure() -> None:
    """`make test-plain` must not pass by testing the compiled engine after all."""
    if PLAIN and engine_libraries():
        raise pytest.UsageError(
            "this run is for the uncompiled engine, but built libraries lie beside the source"
        )
