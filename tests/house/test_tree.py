"""What anybody who clones the tree may rely on."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = ["requirements.txt", "requirements-dev.txt", "requirements-peers.txt"]


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):(?!=)", (ROOT / "Makefile").read_text(), re.MULTILINE))


def commands_in(text: str) -> set[str]:
    """`make this` in backquotes, or at the start of a line of an example."""
    return set(re.findall(r"(?:`|^\s*(?:\$ )?)make ([a-z-]+)", text, re.MULTILINE))


def prose() -> list[Path]:
    return [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / ".ci/run", ROOT / "scripts/backend.py"]


@pytest.mark.parametrize("document", prose(), ids=lambda path: path.name)
def test_every_make_command_that_is_named_exists(document: Path) -> None:
    assert commands_in(document.read_text()) <= targets()


def test_help_tells_every_command_that_a_person_needs() -> None:
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for command in ["setup", "play", "test", "check", "bench", "soak", "kernel", "wheel", "lock", "clean"]:
        assert f"make {command} " in told


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("a path of one machine", r"(?<![\w.~-])/(?:work|root|home)/\w"),
        (
            "the address of a registry",
            r"py" r"pi\.org|python" r"hosted\.org|registry\." r"npm|deb\." r"debian\.org",
        ),
    ],
)
def test_no_file_holds(what: str, pattern: str) -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue  # a picture
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in re.finditer(pattern, text)]
    assert not found, what


def pins(lock: str) -> dict[str, str]:
    """Name and version; a lock for all systems may pin a name twice, the last is taken."""
    return dict(
        re.findall(r"^([a-z0-9-]+)(?:\[[^]]*\])?==([^ ;\\]+)", (ROOT / lock).read_text(), re.MULTILINE)
    )


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_its_hashes(lock: str) -> None:
    pinned = re.split(r"\n(?=\S)", (ROOT / lock).read_text().strip())
    assert [pin for pin in pinned if "--hash=sha256:" not in pin] == []


@pytest.mark.parametrize(
    ("lock", "extras"), [("requirements.txt", []), ("requirements-dev.txt", ["postgres", "dev"])]
)
def test_the_lock_holds_what_the_project_asks_for(lock: str, extras: list[str]) -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [
        one for extra in extras for one in project["optional-dependencies"][extra]
    ]
    pinned = pins(lock)
    for requirement in map(Requirement, wanted):
        if requirement.name != project["name"]:
            assert requirement.specifier.contains(pinned[requirement.name]), f"{requirement}: `make lock`"


def test_development_has_the_versions_that_players_get() -> None:
    players, developers = pins("requirements.txt"), pins("requirements-dev.txt")
    assert players.items() <= developers.items()


@pytest.mark.parametrize(
    "script", [".ci/run", *(f"scripts/{name}" for name in ("python-env", "node", "browser"))]
)
def test_script_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert "set -euo pipefail" in (ROOT / script).read_text()
    subprocess.run(["bash", "-n", script], cwd=ROOT, check=True)
