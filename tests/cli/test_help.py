"""Help that teaches, the version, and docs/cli.md, which is made from the help."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tongiaki import __version__
from tongiaki.cli import COMMANDS, program, run
from tongiaki.cli.page import page


def test_the_version_is_told():
    outcome = CliRunner().invoke(program(), ["--version"])
    assert outcome.exit_code == 0
    assert outcome.stdout == f"tongiaki {__version__}\n"


@pytest.mark.parametrize(
    ("names", "unneeded"), [("(*COMMANDS, ADMIN)", "tongiaki.server"), ("['serve']", "tongiaki.review rich")]
)
def test_what_is_not_asked_for_is_not_loaded(names, unneeded):
    told = f"import sys; from tongiaki.cli import ADMIN, COMMANDS, program; program({names}); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "tongiaki.cli.serve" in loaded
    assert not {*unneeded.split()} & {*loaded}


def test_all_commands_are_listed(capsys):
    assert run([]) == 0
    told = capsys.readouterr().out
    for command in COMMANDS:
        assert re.search(rf"│ {command} ", told)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_examples(command):
    outcome = CliRunner().invoke(program(), [command, "--help"])
    assert outcome.exit_code == 0
    assert f"tongiaki {command}" in outcome.stdout
    assert "Example" in outcome.stdout


def test_every_option_is_explained():
    rows = re.findall(r"^\| `(.*)` \| (.*) \|$", page(), re.MULTILINE)
    assert len(rows) > 15
    assert all(len(text) > 10 and text != "None" for _, text in rows)


def test_the_page_of_the_command_line_is_what_the_help_says():
    docs = Path(__file__).parents[2] / "docs" / "cli.md"
    assert docs.read_text("utf-8") == page(), "run `python -m tongiaki.cli.page docs/cli.md`"
