"""Random requests: every answer is one that the API describes, never a server error."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from starlette.testclient import TestClient

from support.games import LONG
from support.serving import Device, server

pytest.importorskip("schemathesis")
STATE: dict[str, Any] = {}
# What fits the description may still be against the rules of the table, and the path is ours here.
BY_RULES = [positive_data_acceptance, negative_data_rejection]


@pytest.fixture(scope="module", autouse=True)
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server(tmp_path_factory.mktemp("fuzz")) as client:
        me = Device(client)
        STATE["me"] = me
        STATE["table"] = me.table("claim_it", ["me", "me"])
        me.order(STATE["table"], "start")
        yield client


@pytest.fixture(scope="module")
def described(running: TestClient) -> Any:
    return schemathesis.openapi.from_dict(running.get("/api/openapi.json").json())


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(
    max_examples=100 if LONG else 2,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_makes_the_server_fail(case: Any) -> None:
    me: Device = STATE["me"]
    path = case.path.replace("{id}", STATE["table"])
    for name, value in (case.path_parameters or {}).items():
        path = path.replace(f"{{{name}}}", str(value).replace("/", "").replace("?", "")[:30] or "x")
    body = case.body if isinstance(case.body, dict | list | str | int | float | bool) else None
    answer = me.client.request(
        case.method,
        path,
        params=case.query,
        content=None if body is None else json.dumps(body, default=str).encode(),
        headers={"content-type": "application/json"},
    )
    assert answer.status_code < 500, answer.text
    case.validate_response(answer, excluded_checks=BY_RULES)
    if answer.status_code >= 400:
        told = answer.json()
        assert told["type"] == "refused"
        assert told["sentence"]
        assert told["sentence"] != f"error.{told['code']}"


def test_numbers_are_whole_however_they_are_written() -> None:
    me: Device = STATE["me"]
    path = f"/api/tables/{me.table('claim_it', ['me', 'me'])}/name"
    assert me.post(path, seat=0.0, name="Sample")["seats"][0]["name"] == "Sample"
    for seat in (0.5, True, "0", None):
        assert me.refused(path, seat=seat, name="Sample")["code"] == "message"
