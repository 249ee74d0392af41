"""What can be set, where, and which wins."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from tongiaki.server.allowed import check, check_names
from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.logs import log_to_stderr
from tongiaki.server.settings import Settings
from tongiaki.server.settings_page import page

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"


def of_file(
    tmp_path: Path, toml: str, environment: dict[str, str] | None = None, **given: object
) -> Settings:
    file = tmp_path / "tongiaki.toml"
    file.write_text(toml, "utf-8")
    return Settings.from_environment({"TONGIAKI_CONFIG": str(file), **(environment or {})}, **given)


def test_every_setting_is_described() -> None:
    described = OPERATING.read_text("utf-8")
    assert described == page(described), "run `python -m tongiaki.server.settings_page docs/operating.md`"
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.{6,}) \|$", described, re.MULTILINE)
    assert {field.name for field in fields(Settings)} == {name for name, _ in rows}


def test_an_option_wins_over_the_environment_over_the_file_over_the_default(tmp_path: Path) -> None:
    toml = (
        'port = 1\nbot_pace = 2\nhosts = ["a.example", "b.example"]\ndb = "/var/games.db"\nbot_workers = 3\n'
    )
    settings = of_file(tmp_path, toml, {"TONGIAKI_PORT": "5", "TONGIAKI_BOT_PACE": "0.25"}, port=7)
    assert (settings.port, settings.bot_pace, settings.bot_workers) == (7, 0.25, 3)
    assert (settings.hosts, settings.db) == ("a.example,b.example", Path("/var/games.db"))
    assert settings.grace == 10.0


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ("bot_speed = 1", "there is no setting 'bot_speed' (bot_pace?)"),
        ("port = 'x'", "port is 'x', but must be a whole number"),
        ("port = true", "port is True, but must be a whole number"),
        ("log_level = 3", "log_level is 3, but must be text in quotes"),
        ("db = 3", "db is 3, but must be a path in quotes"),
        ("port", "are no TOML"),
    ],
)
def test_what_cannot_be_set_is_named(tmp_path: Path, toml: str, why: str) -> None:
    with pytest.raises(CannotServe, match=re.escape(why)):
        of_file(tmp_path, toml)


def test_a_file_that_is_not_there_and_words_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match="cannot be read: no such file"):
        Settings.from_environment({"TONGIAKI_CONFIG": str(tmp_path / "none.toml")})
    for words in (("loud", "text"), ("info", "xml")):
        with pytest.raises(CannotServe, match="but must be"):
            log_to_stderr(*words)


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ("synchronous = 'bogus'", "synchronous is 'bogus', but must be NORMAL or FULL or EXTRA or OFF"),
        ("bot_pace = -1", "bot_pace is -1.0, but must be 0 or more"),
        ("bot_pace = nan", "bot_pace is nan, but must be 0 or more"),
        ("grace = inf", "grace is inf, but must be 0 or more"),
        ("bot_workers = 0", "bot_workers is 0, but must be 1 or more"),
        ("most_sockets = -1", "most_sockets is -1, but must be 1 or more"),
        ("port = 70000", "port is 70000, but must be 0 to 65535"),
        ("private_notices = 7", "private_notices is 7, but must be 0 or 1"),
        ("trusted_proxies = 'proxy'", "trusted_proxies is 'proxy', but must be addresses or networks"),
        ("trusted_proxies = '10.0.0.1/8'", "trusted_proxies is '10.0.0.1/8', but must be addresses"),
        ("hosts = ['https://a.example/']", "hosts is 'https://a.example/', but must be names"),
        ("hosts = 'a.example:443'", "hosts is 'a.example:443', but must be names"),
        (
            "allowed_origins = 'https://a.example'",
            "allowed_origins is 'https://a.example', but must be names",
        ),
        ("reached_at = '10.0.0.2'", "reached_at is '10.0.0.2', but must be HOST:PORT"),
        ("client = '/no/such/folder'", "but must be a folder that is there"),
        ("bot_worker = 'no.such.module'", "bot_worker is 'no.such.module', but must be a module"),
    ],
)
def test_what_cannot_be_meant_is_named_with_what_can(tmp_path: Path, toml: str, why: str) -> None:
    with pytest.raises(CannotServe, match=re.escape(why)):
        check(of_file(tmp_path, toml))


def test_what_can_be_meant_is_allowed(tmp_path: Path) -> None:
    check(of_file(tmp_path, ""))
    check(
        of_file(
            tmp_path,
            """
            hosts = ["tongiaki.example.org", "localhost", "192.168.1.2"]
            trusted_proxies = ["10.0.0.0/8", "::1"]
            allowed_origins = "a.example, b.example:8080, [::1]:8000"
            reached_at = "[::1]:8000"
            bot_pace = 0
            most_requests = 0
            synchronous = "FULL"
            """,
        )
    )


def test_a_variable_that_is_nearly_a_setting_is_refused_and_those_of_others_are_left_alone() -> None:
    check_names(["PATH", "TONGIAKI_CONFIG", "TONGIAKI_BOT_PACE", "TONGIAKI_TEST_DB", "TONGIAKI_KILLS"])
    with pytest.raises(CannotServe, match=r"there is no setting TONGIAKI_BOT_PAEC \(TONGIAKI_BOT_PACE\?\)"):
        check_names(["TONGIAKI_BOT_PAEC"])
