"""What the package `askline` does when a network fails, and when the service refuses."""

import os
from collections.abc import Callable
from typing import TypeVar

from askline import (
    ApiError,
    Askline,
    AsklineError,
    ConnectionFailed,
    ForbiddenError,
    NotFoundError,
    NotModified,
    Options,
    PreconditionFailedError,
    RateLimitError,
    TimedOut,
    ValidationError,
    types,
)

URL, FRONT = os.environ["ASKLINE_URL"], os.environ["ASKLINE_FRONT"]
TOKEN, ORG, SITE = os.environ["ASKLINE_TOKEN"], os.environ["ASKLINE_ORG"], os.environ["CLIENT_SITE"]

Kind = TypeVar("Kind", bound=AsklineError)


def check(is_so: bool, what: str) -> None:
    if not is_so:
        raise SystemExit(f"not so: {what}")


def refusal(kind: type[Kind], run: Callable[[], object]) -> Kind:
    try:
        run()
    except kind as error:
        return error
    raise SystemExit(f"not refused with {kind.__name__}")


askline = Askline(URL, token=TOKEN)
lossy = Askline(f"{FRONT}/lossy", token=TOKEN)

# The answer to the first attempt is lost: the second one has the same key, so one site is created.
created = lossy.create_site({"domain": "lost-python.example"}, org_id=ORG)
mine = created.data["id"]
check(created.replayed and created.location == f"/api/v1/sites/{mine}", "the second attempt is a replay")

# A change without a key is never sent twice.
refusal(ConnectionFailed, lambda: lossy.update_site(mine, {"name": "Renamed"}))

# A front that is busy says when to come again.
check(len(Askline(f"{FRONT}/busy", token=TOKEN).list_sites(org_id=ORG).data["items"]) > 0, "it was answered")
impatient = Askline(f"{FRONT}/busy", token=TOKEN, max_wait=0.01)
check(refusal(ApiError, lambda: impatient.show_site(mine)).retry_after == 1, "a longer wait than allowed is an error")

silent = Askline(f"{FRONT}/silent", timeout=0.1, max_retries=1)
refusal(TimedOut, silent.show_sign_in_options)

invalid = refusal(ValidationError, lambda: askline.create_site({"domain": "https://a.example/"}, org_id=ORG))
check(invalid.details[0]["path"] == "domain" and (invalid.request_id or "").startswith("req_"), "the field is named")
refusal(NotFoundError, lambda: askline.show_site(mine[:-6] + "zzzzzz"))
key = askline.create_api_key({"scopes": ["analytics:read"]}, org_id=ORG).data["key"]
program = Askline(URL, token=key)
check(refusal(ForbiddenError, program.list_sites).required_scope == "sites:read", "the scope is named")

stale = Options(if_match='"0"')
refusal(PreconditionFailedError, lambda: askline.replace_config(mine, {}, options=stale))
clicks = program.show_ai_clicks(SITE, days=7, include=["byPrompt"])
check(len(clicks.data["series"]) == 7 and "range" in clicks.meta, "a report has its days")
known = Options(if_none_match=clicks.etag)
refusal(NotModified, lambda: program.show_ai_clicks(SITE, days=7, include=["byPrompt"], options=known))

paged: list[types.PageItem] = list(program.iterate_pages(SITE, limit=2, sort="path"))
whole = program.show_pages(SITE, limit=200, sort="path").data["items"]
check(len(paged) > 2 and paged == whole, "an iterator has the rows of every page")
file = program.download_pages(SITE, format_="csv", table="pages")
check((file.name or "").endswith(".csv") and b"Page" in file.content, "a file has its name")
# The public configuration refuses any credential, so none is sent.
check(askline.show_public_config(SITE).data["version"] > 0, "the configuration is public")


def ask_often() -> None:
    for _ in range(700):
        askline.show_sign_in_options(options=Options(max_retries=0))


limited = refusal(RateLimitError, ask_often)
check(limited.code == "RATE_LIMITED" and (limited.retry_after or 0) >= 1 and limited.retryable, "429 says when")
print("13 tasks done")
