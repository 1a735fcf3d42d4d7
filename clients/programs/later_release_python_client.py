"""Reads every operation of a later release with the client that openapi-python-client generates."""

import importlib
import json
import os
import pkgutil
import re
import sys
import typing

sys.path.insert(0, sys.argv[1])

import python.api  # noqa: E402
from python import AuthenticatedClient  # noqa: E402

server, new_value = os.environ["CLIENT_SERVER"], os.environ["CLIENT_NEW_VALUE"]
client = AuthenticatedClient(base_url=server, token="ak_0")
with open(os.environ["CLIENT_REQUESTS"], encoding="utf-8") as file:
    requests = json.load(file)


def body_of(name, kind):
    """The body of an operation, as the one of its types that it fits."""
    for each in typing.get_args(kind) or [kind]:
        if each is str:
            # A text, such as lines of a log.
            return str(requests[name]["body"])
        try:
            return each.from_dict(requests[name]["body"])
        except (AttributeError, KeyError):
            continue
    raise TypeError(f"{name} takes no such body")


def snake(name):
    """A name as the generator writes it: site_id for siteId."""
    return re.sub(r"([A-Z])", r"_\1", name).lower()


def values_of(part):
    """Every text in a part of an answer."""
    if isinstance(part, dict):
        return [text for each in part.values() for text in values_of(each)]
    if isinstance(part, list):
        return [text for each in part for text in values_of(each)]
    return [part] if isinstance(part, str) else []


read = []
for module in pkgutil.walk_packages(python.api.__path__, "python.api."):
    operation = importlib.import_module(module.name)
    if not hasattr(operation, "sync"):
        continue
    name = module.name.rsplit(".", 1)[1]
    path = {snake(each): value for each, value in requests[name]["path"].items()}
    given = {"client": client, **path}
    if "body" in requests[name]:
        given["body"] = body_of(name, typing.get_type_hints(operation.sync)["body"])
    answer = operation.sync(**given)
    if answer is not None and new_value in values_of(answer.to_dict()):
        read.append(name)
print("\n".join(f"read {name}" for name in sorted(read)))
