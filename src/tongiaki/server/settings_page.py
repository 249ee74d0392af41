"""The settings in docs/operating.md, made anew by `python -m tongiaki.server.settings_page docs/operating.md`."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from itertools import pairwise
from pathlib import Path

from tongiaki.server import settings
from tongiaki.server.settings import Settings

BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def table() -> str:
    """A row for each setting: its name, the default, and what it does."""
    told = dict(_told())
    rows = [f"| `{name}` | {_default(name)} | {told[name]} |" for name in (f.name for f in fields(Settings))]
    return "\n".join(["| setting | default | |", "|---|---|---|", *rows, ""])


def page(old: str) -> str:
    """The page with the table as it is now."""
    before, _, rest = old.partition(BEGIN)
    return f"{before}{BEGIN}{table()}{END}{rest.partition(END)[2]}"


def _told() -> Iterator[tuple[str, str]]:
    """Each setting with the text below it; `KeyError` in `table` if there is none."""
    body = next(
        node.body
        for node in ast.parse(inspect.getsource(settings)).body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    )
    for node, below in pairwise(body):
        named = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
        if named and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            yield node.target.id, str(below.value.value)  # type: ignore[attr-defined]


def _default(name: str) -> str:
    default = next(f.default for f in fields(Settings) if f.name == name)
    if default is MISSING or default == "" or isinstance(default, Path):
        return ""
    return f"`{default}`"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(page(file.read_text("utf-8")), "utf-8")
