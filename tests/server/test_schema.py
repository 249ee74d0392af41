"""Whatever is sent to the HTTP interface: an answer in words, never a fault, and no game changes."""

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import httpx2
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from hypothesis.errors import Unsatisfiable
from schemathesis.generation import GenerationMode
from starlette.applications import Starlette
from starlette.routing import Route

from tests.server.damage import damaged
from tests.server.inside import address_of
from tests.server.process import SERVE
from tests.server.served import RED_AND_BLUE
from tongiaki.server.app import create_app
from tongiaki.server.protocol import Problem
from tongiaki.server.routes import asked_of
from tongiaki.server.settings import Settings
from tongiaki.server.words import KEYS

EXAMPLES = int(os.environ.get("TONGIAKI_REQUESTS", "6"))
"""For each address, well-formed and damaged ones; more for a soak."""

NO_LIMITS = {"TONGIAKI_BOT_PACE": "0", "TONGIAKI_MOST_ROOMS": "1000000"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server as a process; at its end it has logged no fault."""
    db = tmp_path_factory.mktemp("schema") / "games.db"
    words = [sys.executable, "-c", SERVE, "127.0.0.1", "0", address_of(db)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **NO_LIMITS}
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, server.communicate()[1]
        yield found[0].rstrip("/")
        server.terminate()
        assert "fault" not in server.communicate()[1]


def test_every_address_answers_in_words_and_changes_no_game(address: str) -> None:
    with httpx2.Client(base_url=address) as ana:
        table = ana.post("/api/tables", json={"seats": RED_AND_BLUE, "start": 0}).json()["id"]
        room = ana.post("/api/rooms", json={"name": "Ana", "seats": [{"kind": "you"}, {"kind": "open"}]})
        places = [f"/api/tables/{table}", f"/api/rooms/{room.json()['id']}"]
        before = [ana.get(place).json() for place in places]
        schema = described(create_app(Settings(db=Path("none"))), [table, room.json()["id"]])
        operations = [result.ok() for result in schemathesis.openapi.from_dict(schema).get_all_operations()]
        assert len(operations) >= 13
        with requests.Session() as stranger:
            for operation in operations:
                for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                    _try(operation, mode, address, stranger)
        after = [ana.get(place).json() for place in places]
        assert after[0] == before[0]
        for seat in (*before[1]["room"]["seats"], *after[1]["room"]["seats"]):
            del seat["present"]
        assert after[1] == before[1]


def _try(operation: Any, mode: GenerationMode, address: str, session: requests.Session) -> None:
    """Requests as described, or with a fault in their meaning; and bodies that are damaged."""

    @given(case=operation.as_strategy(generation_mode=mode), rng=strategies.randoms())
    @settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def answered(case: Any, rng: Random) -> None:
        _check(case, case.call(base_url=address, session=session))
        if isinstance(case.body, dict):
            url = f"{address}{quote(case.formatted_path)}"
            body = damaged(json.dumps(case.body), rng)
            _check(
                case,
                session.request(
                    case.method,
                    url,
                    data=body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass"),
                ),
            )

    with suppress(Unsatisfiable):  # nothing can be wrong with a request that holds nothing
        answered()


def _check(case: Any, response: Any) -> None:
    where = f"{case.method} {case.formatted_path} {case.body!r:.300}: {response.status_code}"
    assert response.status_code < 500, where
    if response.status_code >= 400:
        why = msgspec.json.decode(response.content, type=Problem).why
        assert set(why.params) == set(KEYS[why.key]), where


def described(app: Starlette, ids: list[str]) -> dict[str, Any]:
    """The interface as OpenAPI: addresses, what they ask for, and the bodies that the functions read."""
    routes = [route for route in app.routes if isinstance(route, Route) and "{path}" not in route.path_format]
    bodies = [body_of(route) for route in routes]
    found, components = msgspec.json.schema_components(
        [body for body in bodies if body is not None], ref_template="#/components/schemas/{name}"
    )
    schemas = iter(found)
    paths: dict[str, dict[str, Any]] = {}
    for route, body in zip(routes, bodies, strict=True):
        schema = {} if body is None else next(schemas)
        for method in (route.methods or set()) - {"HEAD"}:
            operation: dict[str, Any] = {
                "parameters": parameters_of(route, ids),
                "responses": {"default": {"description": "what it is, or why not"}},
            }
            if method == "POST":
                operation["requestBody"] = {
                    "content": {"application/json": {"schema": schema}},
                    "required": True,
                }
            paths.setdefault(route.path_format, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tongiaki", "version": "1"},
        "paths": paths,
        "components": {"schemas": components},
    }


def parameters_of(route: Route, ids: list[str]) -> list[dict[str, Any]]:
    """The parts of its path, and the words of its query."""
    _, query = asked_of(route.endpoint)
    text = {"type": "string"}
    known = {"id": {"anyOf": [{"enum": ids}, text]}}
    return [
        *(
            {"name": name, "in": "path", "required": True, "schema": known.get(name, text)}
            for name in route.param_convertors
        ),
        *({"name": name, "in": "query", "schema": text} for name in query),
    ]


def body_of(route: Route) -> Any:
    """The structure that the function of a route reads from the request, if it reads one."""
    function = inspect.unwrap(route.endpoint)
    found = re.search(r"body_of\(\s*request,\s*(\w+(\[.+?\])?)\)", inspect.getsource(function))
    return eval(found[1], function.__globals__) if found else None
