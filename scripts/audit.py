"""`make audit`: are weaknesses known of what we depend on? Exit code: 0 none, 1 some, 3 nobody could be asked.

Two sources are asked, that of Python packages (pip-audit) and that of npm. Where one does not answer, nothing is known
about its packages: that is said in words, and is no “none”.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
NONE, SOME, UNKNOWN = 0, 1, 3


class Answer(NamedTuple):
    """What a source has said: how many packages it knows, what is wrong with which, why others are not known."""

    known: int
    weak: list[str]
    unknown: list[str]


def of_python(said: Any, error: str) -> Answer:
    """What pip-audit has found out."""
    if not isinstance(said, dict) or "dependencies" not in said:
        return Answer(0, [], [_last_line(error)])
    packages = said["dependencies"]
    weak = [
        f"{package['name']} {package['version']}: {weakness['id']}"
        + (f", mended in {', '.join(weakness['fix_versions'])}" if weakness.get("fix_versions") else "")
        for package in packages
        for weakness in package.get("vulns", [])
    ]
    unknown = [package["skip_reason"] for package in packages if package.get("skip_reason")]
    return Answer(len(packages) - len(unknown), weak, unknown)


def of_npm(said: Any, error: str) -> Answer:
    """What `npm audit` has found out."""
    if not isinstance(said, dict) or "vulnerabilities" not in said:
        message = said.get("message") if isinstance(said, dict) else None
        return Answer(0, [], [str(message or _last_line(error))])
    weak = [f"{name}: {found.get('severity', '')}" for name, found in said["vulnerabilities"].items()]
    return Answer(int(said.get("metadata", {}).get("dependencies", {}).get("total", 0)), weak, [])


def told(source: str, answer: Answer) -> int:
    """Says what a source has answered; the exit code for it alone."""
    if answer.weak:
        print(f"{source}: {len(answer.weak)} known weaknesses")
        print("\n".join(f"  {weakness}" for weakness in answer.weak))
    elif answer.known:
        print(f"{source}: no weakness is known of {answer.known} packages")
    if answer.unknown:
        packages = f"{len(answer.unknown)} packages" if answer.known else "any package"
        print(
            f"{source}: could not be asked about {packages} ({answer.unknown[0]}); nothing is known of them"
        )
    return SOME if answer.weak else UNKNOWN if answer.unknown else NONE


def _last_line(error: str) -> str:
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    return lines[-1] if lines else "no answer"


def _asked(words: Sequence[str], folder: Path) -> tuple[Any, str]:
    """What a command says as JSON, and what it complains about."""
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        return None, str(error)
    try:
        return json.loads(done.stdout), done.stderr
    except ValueError:
        return None, done.stderr or done.stdout


def main(pip_audit: str) -> int:
    """Asks both; a weakness counts more than a source that does not answer."""
    words = ["uv", "tool", "run", "--from", pip_audit, "pip-audit", "--disable-pip", "--require-hashes"]
    words += ["--progress-spinner", "off", "--format", "json", "-r", "requirements.txt"]
    codes = [
        told("Python", of_python(*_asked(words, ROOT))),
        told("npm", of_npm(*_asked(["npm", "audit", "--json"], ROOT / "web"))),
    ]
    return SOME if SOME in codes else max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
