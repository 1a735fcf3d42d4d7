"""Ten tasks with the client that openapi-python-client generates."""

import os
import sys
import uuid

sys.path.insert(0, sys.argv[1])

from python import AuthenticatedClient, Client  # noqa: E402
from python.api.analytics import show_ai_clicks, show_pages  # noqa: E402
from python.api.auth import sign_in  # noqa: E402
from python.api.events import send_events  # noqa: E402
from python.api.keys import create_api_key  # noqa: E402
from python.api.me import show_me  # noqa: E402
from python.api.prompts import create_prompt, update_prompt  # noqa: E402
from python.api.rules import create_rule  # noqa: E402
from python.api.sites import list_sites  # noqa: E402
from python.models import (  # noqa: E402
    ApiKeyCreate,
    Credentials,
    Event,
    EventType,
    AiClicksInclude,
    PromptCreate,
    PromptKind,
    PromptUpdate,
    RuleActionInput,
    RuleActionType,
    RuleCreate,
    RuleMatchInput,
    Scope,
)

server, email, site = (os.environ[f"CLIENT_{name}"] for name in ("SERVER", "EMAIL", "SITE"))

anybody = Client(base_url=server, raise_on_unexpected_status=True)
logged = sign_in.sync(client=anybody, body=Credentials(email=email, password=os.environ["CLIENT_PASSWORD"])).data
owner = AuthenticatedClient(base_url=server, token=logged.token, raise_on_unexpected_status=True)
me = show_me.sync(client=owner).data
body = ApiKeyCreate(scopes=[Scope.VALUE_10], name="openapi-python-client")
key = create_api_key.sync(client=owner, body=body, org_id=os.environ["CLIENT_ORG"]).data

program = AuthenticatedClient(base_url=server, token=key.key, raise_on_unexpected_status=True)
sites = list_sites.sync(client=program, limit=10).data
both = [AiClicksInclude.BYPROMPT, AiClicksInclude.SERIESBYPLATFORM]
clicks = show_ai_clicks.sync(client=program, site_id=site, days=30, include=both).data
pages = show_pages.sync(client=program, site_id=site).data
text = PromptCreate(name="By a third program", kind=PromptKind.SUMMARY, text="Summarize {{url}}")
prompt = create_prompt.sync(client=program, site_id=site, body=text).data
renamed = update_prompt.sync(client=program, site_id=site, prompt_id=prompt.id, body=PromptUpdate(name="Renamed by a third program")).data
action = RuleActionInput(type_=RuleActionType.HIDE_WIDGET)
body = RuleCreate(name="By a third program", priority=900, match=RuleMatchInput(paths=["/nowhere"]), action=action)
rule = create_rule.sync(client=program, site_id=site, body=body).data
event = Event(site_id=site, type_=EventType.VIEW, event_id=uuid.uuid4(), url="https://elsewhere.example/")
events = send_events.sync(client=anybody, body=event).data

assert me.user.email == email and sites.items and pages.items
assert clicks.totals.days == 30 and sum(day.value for day in clicks.series) == clicks.totals.ai_clicks
assert prompt.status == "active" and events.dropped == 1
assert renamed.name == "Renamed by a third program" and rule.priority == 900
assert clicks.by_prompt and clicks.series_by_platform
print("10 tasks done")
