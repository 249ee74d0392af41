"""The build of the compiled engine: setup.py, on an engine of two lines."""

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
COMPILED = [
    pxd.with_suffix(".py") for pxd in sorted(SOURCE.rglob("*.pxd")) if pxd.with_suffix(".py").exists()
]

needs_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")

COUNTER = """
class Counter:
    def __init__(self) -> None:
        self.last = 0

    def put(self, place: int, count: int) -> None:
        self.counts[place] = count
        self.last = count
"""
COUNTER_DECLARED = """
cdef class Counter:
    cdef public int last
    cdef unsigned char counts[5]
    cpdef void put(self, int place, int count) noexcept
"""
USER = """
from small.counter import Counter


def use(counter: Counter, place: int) -> int:
    counter.put(place, 7)
    return counter.last
"""
USER_DECLARED = """
from small.counter cimport Counter
cpdef int use(Counter counter, int place) noexcept
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with our setup.py and two modules, one of which needs the other compiled."""
    shutil.copy(ROOT / "setup.py", tmp_path)
    package = tmp_path / "src/small"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "small"\nversion = "1"\n')
    (package / "__init__.py").touch()
    (package / "counter.py").write_text(COUNTER)
    (package / "counter.pxd").write_text(COUNTER_DECLARED)
    (package / "user.py").write_text(USER)
    (package / "user.pxd").write_text(USER_DECLARED)
    return tmp_path


def build(project: Path, **switches: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("TONGIAKI_")}
    return subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=project,
        env=plain | switches,
        capture_output=True,
        text=True,
    )


def use(project: Path, place: int) -> subprocess.CompletedProcess[str]:
    code = f"from small.user import use; from small.counter import Counter; print(use(Counter(), {place}))"
    return subprocess.run([sys.executable, "-c", code], cwd=project / "src", capture_output=True, text=True)


def libraries(project: Path) -> list[str]:
    return sorted(path.name.split(".")[0] for path in project.glob("src/small/*.so"))


@needs_compiler
def test_a_module_with_a_declaration_is_compiled(project: Path) -> None:
    built = build(project, TONGIAKI_REQUIRE_KERNEL="1")
    assert built.returncode == 0, built.stderr
    assert libraries(project) == ["counter", "user"]
    assert use(project, 4).stdout == "7\n"


@needs_compiler
@pytest.mark.slow
def test_a_changed_declaration_builds_all_that_may_need_it(project: Path) -> None:
    build(project)
    declared = project / "src/small/counter.pxd"
    declared.write_text(declared.read_text().replace("counts[5]", "counts[9]"))
    assert build(project).returncode == 0
    assert use(project, 8).stdout == "7\n"


def test_without_a_compiler_it_goes_on_as_plain_python_and_says_so(project: Path) -> None:
    built = build(project, CC="no-such-compiler")
    assert built.returncode == 0
    assert "will be slow" in built.stderr
    assert libraries(project) == []


def test_without_a_compiler_it_fails_where_the_kernel_is_required(project: Path) -> None:
    assert build(project, CC="no-such-compiler", TONGIAKI_REQUIRE_KERNEL="1").returncode != 0


@needs_compiler
def test_the_kernel_is_built_whole_or_not_at_all(project: Path) -> None:
    with (project / "src/small/user.pxd").open("a") as declared:
        declared.write('cdef extern from "no-such-header.h":\n    int nothing\n')
    assert build(project).returncode == 0
    assert libraries(project) == []


def test_an_error_in_the_source_is_not_passed_over(project: Path) -> None:
    with (project / "src/small/user.pxd").open("a") as declared:
        declared.write("cdef int missing(NoSuchType it)\n")
    built = build(project)
    assert built.returncode != 0
    assert "NoSuchType" in built.stdout + built.stderr


@needs_compiler
@pytest.mark.slow
def test_a_sanitized_build_catches_an_index_beyond_the_array(project: Path) -> None:
    built = build(project, TONGIAKI_SANITIZE="1", TONGIAKI_REQUIRE_KERNEL="1")
    assert built.returncode == 0, built.stderr
    assert use(project, 4).stdout == "7\n"
    caught = use(project, 5)
    assert caught.returncode != 0
    assert "index 5 out of bounds" in caught.stderr


@pytest.mark.compiled
@pytest.mark.skipif(
    not os.environ.get("TONGIAKI_REQUIRE_KERNEL") and not list(SOURCE.rglob("*.so")),
    reason="the engine is not compiled",
)
@pytest.mark.parametrize("source", COMPILED, ids=lambda path: path.stem)
def test_the_engine_in_use_is_the_newest_compiled_one(source: Path) -> None:
    name = ".".join(source.relative_to(SOURCE).with_suffix("").parts)
    library = Path(str(importlib.import_module(name).__file__))
    assert library.suffix in (".so", ".pyd"), "run `make kernel`"
    newest = max(source.stat().st_mtime, source.with_suffix(".pxd").stat().st_mtime)
    assert library.stat().st_mtime >= newest, "run `make kernel`"
