"""What `pip install .` brings to a player."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT_HERE = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "client")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source, with a client as small as can be and leftovers of a build that must stay out."""
    folder = tmp_path_factory.mktemp("project")
    for name in ["pyproject.toml", "setup.py", "MANIFEST.in", "LICENSE", "README.md"]:
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "scripts", folder / "scripts", ignore=BUILT_HERE)
    shutil.copytree(ROOT / "src/tongiaki", folder / "src/tongiaki", ignore=BUILT_HERE)
    (folder / "src/tongiaki/engine/left_over.so").touch()
    return folder


def build(project: Path, out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["-m", "pip", "wheel", ".", "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), "-v"]
    return subprocess.run(
        [sys.executable, *command],
        cwd=project,
        env=os.environ | {"TONGIAKI_NO_KERNEL": "1"} | environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    client = project / "src/tongiaki/client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<title>Tongiaki</title>")
    (client / "assets/index-1.js").touch()
    built = build(project, out := tmp_path_factory.mktemp("dist"))
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = out.glob("*.whl")
    return wheel


def test_the_wheel_holds_all_that_lies_in_the_package(project: Path, wheel: Path) -> None:
    source = project / "src"
    expected = {
        path.relative_to(source).as_posix()
        for path in (source / "tongiaki").rglob("*")
        if path.is_file() and path.suffix not in (".so", ".pyc")
    }
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("tongiaki/")}
    assert held == expected
    assert {
        "tongiaki/engine/tiles.json",
        "tongiaki/client/index.html",
        "tongiaki/client/assets/index-1.js",
    } <= held


def test_the_wheel_runs_by_itself(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = subprocess.run(
        [
            sys.executable,
            "-c",
            "import tongiaki.cli; print(tongiaki.__file__); tongiaki.cli.main()",
            "--help",
        ],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert program.returncode == 0, program.stderr
    assert program.stdout.startswith(str(tmp_path))
    assert "serve" in program.stdout


def test_without_client_and_npm_the_build_says_what_is_missing(project: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(project, bare, ignore=shutil.ignore_patterns("client", "build", "*.egg-info"))
    built = build(bare, tmp_path / "dist", PATH=str(Path(sys.executable).parent))
    assert built.returncode == 0, built.stdout + built.stderr
    assert "built without the web client" in built.stdout + built.stderr
    assert "make wheel" in built.stdout + built.stderr
