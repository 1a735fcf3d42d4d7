"""A check for Schemathesis: a request that the document allows succeeds, or is refused for a reason in
`refused_though_valid.json`. Requests that the document forbids are not checked.

A refusal is identified by its operation, its status and code, and the code of each of its details, not by the request: another
random request with the same refusal passes, one with a different refusal fails. An entry without `operations` is valid for every
operation, one without `details`, `fields` or `message` for every value of them in the error.
"""

import json
import re
from pathlib import Path

import schemathesis

EXPLAINED = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@schemathesis.check
def no_refusal_without_a_reason(ctx, response, case):
    """Checks that a request that the document allows succeeds, or is refused as explained."""
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
