"""Builds the kernel: the modules of the engine that are compiled.

The list of them is the tree itself: a `.py` with a `.pxd` beside it is compiled, and runs as it is where it was not.
Everything else about the package is in pyproject.toml.

    TONGIAKI_REQUIRE_KERNEL=1   a build that fails is an error (CI); else the install goes on as plain Python
    TONGIAKI_NO_KERNEL=1        plain Python on purpose
    TONGIAKI_SANITIZE=1         C arrays are checked while running (-fsanitize=undefined), about 15 % slower
"""

import os
import re
import sys
from itertools import product
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = "src"
GENERATED_C = "build/cython"
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "annotation_typing": False,  # else `n: int` means a Python int, and every signature clashes with its .pxd line
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "auto_pickle": False,  # the automatic one cuts `unsigned char[N]` at the first zero
}
OPTIMIZE = ["/O2"] if sys.platform == "win32" else ["-O3", "-w"]  # no warnings: nobody wrote this C
SANITIZE = ["-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=undefined"]


def wanted(switch: str) -> bool:
    return os.environ.get(switch, "") not in ("", "0")


def declarations() -> list[Path]:
    return sorted(Path(SOURCE).rglob("*.pxd"))


def kernel() -> list[Extension]:
    """One extension for each module with a `.pxd`; all are built anew when one `.pxd` changes."""
    sources = [pxd.with_suffix(".py") for pxd in declarations()]
    sanitize = wanted("TONGIAKI_SANITIZE")
    return [
        Extension(
            ".".join(source.relative_to(SOURCE).with_suffix("").parts),
            [source.as_posix()],
            depends=["setup.py", *map(str, declarations())],
            extra_compile_args=SANITIZE if sanitize else OPTIMIZE,
            extra_link_args=["-fsanitize=undefined"] if sanitize else [],
        )
        for source in sources
        if source.exists()
    ]


def close_arrays(source: Path) -> None:
    """A number after each array that ends a struct: C takes such an array for one of open length, unchecked."""
    source.write_text(re.sub(r"(\[\d+\];\n)(};)", r"\1  int end_of_array;\n\2", source.read_text()))


class BuildKernel(build_ext):
    """Compiles all of the kernel or none: a compiled module cannot `cimport` one that is not."""

    failure: Exception | None = None

    def run(self) -> None:
        if not self.extensions:
            return
        folders = [self.build_lib, SOURCE] if self.inplace else [self.build_lib]
        self.parallel = os.cpu_count()
        self.translate()
        super().run()
        if self.failure:
            self.go_on_without(folders)

    def translate(self) -> None:
        """Python to C. An error here is one in the source, so it is never passed over."""
        from Cython.Build import cythonize

        translated = cythonize(
            self.extensions,
            build_dir=GENERATED_C,
            compiler_directives=DIRECTIVES,
            nthreads=self.parallel or 1,
            quiet=True,
        )
        for extension, c in zip(self.extensions, translated, strict=True):
            extension.sources = c.sources
            if wanted("TONGIAKI_SANITIZE"):
                for source in c.sources:
                    close_arrays(Path(source))

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as failure:
            if wanted("TONGIAKI_REQUIRE_KERNEL"):
                raise
            self.failure = failure
            ext.optional = True

    def go_on_without(self, folders: list[str]) -> None:
        for folder, extension in product(folders, self.extensions):
            Path(folder, self.get_ext_filename(extension.name)).unlink(missing_ok=True)
        self.extensions = []
        print(f"tongiaki: the engine is not compiled and will be slow: {self.failure}", file=sys.stderr)
        print(
            "tongiaki: it needs a C compiler and Python's headers, or CC='python -m ziglang cc'.",
            file=sys.stderr,
        )


if __name__ == "__main__":  # processes that translate read this file again
    setup(
        ext_modules=[] if wanted("TONGIAKI_NO_KERNEL") else kernel(),
        cmdclass={"build_ext": BuildKernel},
    )
