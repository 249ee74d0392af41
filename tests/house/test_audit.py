"""`make audit` says what is known, and tells "nothing is wrong" from "nobody could be asked"."""

from typing import Any

import pytest
from scripts import audit

SOUND = {"dependencies": [{"name": "a", "version": "1.0", "vulns": []}], "fixes": []}
WEAK = {
    "dependencies": [{"name": "a", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}]
}
SKIPPED = {"dependencies": [{"name": "a", "skip_reason": "not found"}, *SOUND["dependencies"]]}
NPM_SOUND = {"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}}
NPM_WEAK = {"vulnerabilities": {"left-pad": {"severity": "high"}}, "metadata": {}}
NPM_SILENT = {"message": "405 Method Not Allowed"}


@pytest.mark.parametrize(
    ("python", "npm", "code", "says"),
    [
        (SOUND, NPM_SOUND, 0, "no weakness is known of 1 packages"),
        (WEAK, NPM_SOUND, 1, "a 1.0: PYSEC-1, mended in 1.1"),
        (WEAK, None, 1, "npm: could not be asked about any package (no line)"),
        (SOUND, NPM_WEAK, 1, "left-pad: high"),
        (SOUND, NPM_SILENT, 3, "npm: could not be asked about any package (405 Method Not Allowed)"),
        (SKIPPED, NPM_SOUND, 3, "Python: could not be asked about 1 packages (not found)"),
        (None, None, 3, "nothing is known of them"),
    ],
)
def test_what_is_said_and_the_exit_code(
    python: Any,
    npm: Any,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answers = [(python, "no line\n"), (npm, "no line\n")]
    monkeypatch.setattr(audit, "_asked", lambda words, folder: answers.pop(0))
    assert audit.main("pip-audit") == code
    assert says in capsys.readouterr().out
