"""Ten tasks with the client that openapi-generator's python generates."""

import os
import sys
import uuid

sys.path.insert(0, sys.argv[1])

import openapi_client as askline  # noqa: E402

server, email, org, site = (os.environ[f"CLIENT_{name}"] for name in ("SERVER", "EMAIL", "ORG", "SITE"))


def client_of(token=None):
    return askline.ApiClient(askline.Configuration(host=server, access_token=token))


anyone = client_of()
credentials = askline.Credentials(email=email, password=os.environ["CLIENT_PASSWORD"])
owner = client_of(askline.AuthApi(anyone).sign_in(credentials).data.token)
me = askline.MeApi(owner).show_me().data
body = askline.ApiKeyCreate(scopes=["*"], name="openapi-generator")
program = client_of(askline.KeysApi(owner).create_api_key(body, org_id=org).data.key)

sites = askline.SitesApi(program).list_sites(limit=1)
analytics = askline.AnalyticsApi(program)
both = [askline.AiClicksInclude.BYPROMPT, askline.AiClicksInclude.SERIESBYPLATFORM]
clicks = analytics.show_ai_clicks(site, days=30, include=both).data
pages = analytics.show_pages(site).data
prompts = askline.PromptsApi(program)
text = askline.PromptCreate(name="By a fifth program", kind=askline.PromptKind.SUMMARY, text="Summarize {{url}}")
prompt = prompts.create_prompt(site, text).data
renamed = prompts.update_prompt(site, prompt.id, askline.PromptUpdate(name="Renamed by a fifth program")).data
action = askline.RuleActionInput(type=askline.RuleActionType.HIDE_WIDGET)
rule = askline.RuleCreate(name="By a fifth program", priority=900, match=askline.RuleMatchInput(paths=["/nowhere"]), action=action)
rule = askline.RulesApi(program).create_rule(site, rule).data
event = askline.Event(site_id=site, type=askline.EventType.VIEW, event_id=str(uuid.uuid4()), url="https://elsewhere.example/")
events = askline.EventsApi(anyone).send_events(askline.EventOrEventList(event)).data

assert me.user.email == email and len(sites.data.items) == 1 and pages.items
assert clicks.totals.days == 30 and sum(day.value for day in clicks.series) == clicks.totals.ai_clicks
assert clicks.by_prompt and clicks.series_by_platform
assert prompt.status == "active" and renamed.name == "Renamed by a fifth program" and rule.priority == 900
assert events.dropped == 1
print("10 tasks done")
