"""Reads every operation of a later release with the client that openapi-generator's python generates."""

import inspect
import json
import os
import re
import sys
import typing

sys.path.insert(0, sys.argv[1])

import openapi_client as askline  # noqa: E402
from pydantic import ValidationError  # noqa: E402

server, new_value = os.environ["CLIENT_SERVER"], os.environ["CLIENT_NEW_VALUE"]
client = askline.ApiClient(askline.Configuration(host=server, access_token="ak_0"))
with open(os.environ["CLIENT_REQUESTS"], encoding="utf-8") as file:
    requests = json.load(file)


def body_of(name, kind):
    """The body of an operation, as the one of its types that it fits."""
    for each in typing.get_args(kind) or [kind]:
        if not hasattr(each, "from_dict"):
            continue
        try:
            return each.from_dict(requests[name]["body"])
        except ValidationError:
            continue
    raise TypeError(f"{name} takes no such body")


def snake(name):
    """A name as the generator writes it: site_id for siteId."""
    return re.sub(r"([A-Z])", r"_\1", name).lower()


read = []
for api in [getattr(askline, name)(client) for name in dir(askline) if name.endswith("Api")]:
    for name in [name for name in dir(api) if name in requests]:
        operation = getattr(api, name)
        given = {snake(each): value for each, value in requests[name]["path"].items()}
        parameters = inspect.signature(operation).parameters
        for parameter in [each for each in parameters.values() if each.default is inspect.Parameter.empty]:
            if parameter.name not in given:
                given[parameter.name] = body_of(name, parameter.annotation)
        answer = operation(**given)
        if new_value in (answer.to_json() if hasattr(answer, "to_json") else ""):
            read.append(name)
print("\n".join(f"read {name}" for name in sorted(read)))
