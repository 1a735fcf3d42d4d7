"""A check for Schemathesis: what the document allows is done, or refused for a reason that stands in
`refused_though_valid.json`. Never judges a request that the document forbids.

A refusal is known by its operation, its status and code and by the code of each of its details, not by the request: another random
case of the same refusal passes, one of another kind fails. An entry without `operations` holds for every operation, one without
`details`, `fields` or `message` for whatever the error says there.
"""

import json
import re
from pathlib import Path

import schemathesis

EXPLAINED = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@schemathesis.check
def no_refusal_without_a_reason(ctx, response, case):
    """A request that the document allows is done, or refused as explained."""
    if case.meta is None or not case.meta.generation.mode.is_positive or not 400 <= response.status_code < 500:
        return
    operation = case.operation.definition.raw["operationId"]
    error = response.json()["error"]
    nothing_more_to_tell = [{"path": "", "code": "", "message": error["message"]}]
    for detail in error.get("details") or nothing_more_to_tell:
        if not any(explains(entry, operation, response.status_code, error["code"], detail) for entry in EXPLAINED):
            raise AssertionError(
                f"{operation} refuses what the document allows, and no entry of refused_though_valid.json says why: "
                f"{response.status_code} {error['code']} {detail['code']} {detail['message']}"
            )


def explains(entry, operation, status, code, detail):
    """Whether an entry is about one detail of a refusal."""
    return (
        (entry["status"], entry["code"]) == (status, code)
        and operation in entry.get("operations", [operation])
        and detail["code"] in entry.get("details", [detail["code"]])
        and detail["path"] in entry.get("fields", [detail["path"]])
        and re.search(entry.get("message", ""), detail["message"]) is not None
    )
