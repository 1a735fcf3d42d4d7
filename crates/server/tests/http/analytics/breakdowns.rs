//! Breakdowns are ordered and limited, and match where readers came from and what they clicked.

use reqwest::Method;
use serde_json::{Value, json};

use super::{ask, count, data, event, presses, start, sum};
use crate::harness::{Org, Service};

/// A visit with a referrer and a query.
fn visit(org: &Org, referrer: &str, query: &str) -> Value {
    event(org.site, json!({ "referrer": referrer, "url": format!("https://example.com/{query}") }))
}

#[tokio::test]
async fn rows_are_sorted_by_value_and_then_by_name() {
    let (service, org) = start().await;
    count(&service, &presses(&org, &["perplexity", "grok", "chatgpt", "grok", "claude", "claude"])).await;
    let expected = json!([
        { "platform": "claude", "value": 2 },
        { "platform": "grok", "value": 2 },
        { "platform": "chatgpt", "value": 1 },
        { "platform": "perplexity", "value": 1 },
    ]);
    assert_eq!(data(&service, &org, "ai").await["byPlatform"], expected);
}

#[tokio::test]
async fn the_tail_beyond_fifty_rows_is_one_row_and_the_sum_still_holds() {
    let (service, org) = start().await;
    let hosts: Vec<String> = (0..60).map(|number| format!("host-{number:02}.example")).collect();
    let visits: Vec<Value> =
        hosts.iter().chain([&hosts[59]]).map(|host| visit(&org, &format!("https://{host}/"), "")).collect();
    count(&service, &visits[..50]).await;
    let rows = data(&service, &org, "referrers").await["byReferrer"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 50);
    assert_eq!(rows[49], json!({ "referrer": "host-49.example", "value": 1 }));
    count(&service, &visits[50..]).await;
    let mut expected = vec![json!({ "referrer": "host-59.example", "value": 2 })];
    expected.extend(hosts[..49].iter().map(|host| json!({ "referrer": host, "value": 1 })));
    expected.push(json!({ "referrer": "other", "value": 10, "other": true }));
    let folded = data(&service, &org, "referrers").await;
    assert_eq!(folded["byReferrer"], json!(expected));
    assert_eq!(folded["byType"], json!([{ "type": "other", "value": 61 }]));
    assert_eq!((&folded["totals"]["visits"], sum(&folded["series"])), (&json!(61), 61));
    // A campaign that is itself called `other` is added to that row, which stays the last one.
    let called_other = || visit(&org, "", "?utm_source=other");
    count(&service, &[called_other(), called_other()]).await;
    expected.truncate(49);
    expected.push(json!({ "referrer": "other", "value": 13, "other": true }));
    assert_eq!(data(&service, &org, "referrers").await["byReferrer"], json!(expected));
}

#[tokio::test]
async fn a_visit_is_an_ai_referral_by_its_referrers_host_or_its_utm_source() {
    let (service, org) = start().await;
    let mut visits = 0;
    for (referrer, query, kind, name) in [
        ("https://chatgpt.com/c/1", "", "ai_assistant", "chatgpt"),
        ("https://chat.openai.com/", "", "ai_assistant", "chatgpt"),
        ("", "?utm_source=chatgpt.com", "ai_assistant", "chatgpt"),
        ("https://www.google.com/", "?utm_source=ChatGPT.com", "ai_assistant", "chatgpt"),
        ("https://chatgpt.com/", "?utm_source=newsletter&utm_medium=email", "ai_assistant", "chatgpt"),
        ("https://www.perplexity.ai/search/x", "", "ai_assistant", "perplexity"),
        ("", "?utm_source=perplexity", "ai_assistant", "perplexity"),
        ("https://claude.ai/", "", "ai_assistant", "claude"),
        ("https://gemini.google.com/", "", "ai_assistant", "gemini"),
        ("https://copilot.microsoft.com/", "", "ai_assistant", "copilot"),
        ("https://gemini.com/", "", "other", "gemini.com"),
        ("https://chatgpt.com.evil.example/", "", "other", "chatgpt.com.evil.example"),
        ("https://notchatgpt.com/", "", "other", "notchatgpt.com"),
        ("https://evil.example/?utm_source=chatgpt.com", "", "other", "evil.example"),
        ("https://www.google.com/", "", "search", "google"),
        ("https://www.linkedin.com/", "", "social", "linkedin"),
        ("", "?utm_source=june&utm_medium=email", "campaign", "june"),
        ("", "", "direct", "direct"),
    ] {
        let (page, url) = (format!("/v{visits}"), format!("https://example.com/v{visits}{query}"));
        let mut view = visit(&org, referrer, query);
        view["url"] = json!(url);
        count(&service, &[view]).await;
        visits += 1;
        let data = data(&service, &org, &format!("referrers?page={page}")).await;
        assert_eq!(data["byType"], json!([{ "type": kind, "value": 1 }]), "{referrer} {query}");
        assert_eq!(data["byReferrer"], json!([{ "referrer": name, "value": 1 }]), "{referrer} {query}");
        let by_assistant = if kind == "ai_assistant" { json!([{ "platform": name, "value": 1 }]) } else { json!([]) };
        assert_eq!(data["byAssistant"], by_assistant, "{referrer} {query}");
        let pages = super::data(&service, &org, &format!("pages?page={page}")).await;
        assert_eq!(pages["items"][0]["aiReferrals"], i64::from(kind == "ai_assistant"), "{referrer} {query}");
    }
    // A click on a link within the site is not a visit.
    count(&service, &[visit(&org, "https://example.com/before", "a")]).await;
    let all = data(&service, &org, "referrers").await;
    assert_eq!(all["totals"]["visits"], visits);
    assert_eq!(all["byType"][0], json!({ "type": "ai_assistant", "value": 10 }));
    assert_eq!(sum(&all["byAssistant"]), 10);
    let chatgpt = data(&service, &org, "referrers?platform=chatgpt").await;
    assert_eq!(chatgpt["byReferrer"], json!([{ "referrer": "chatgpt", "value": 5 }]));
}

/// Sets the suggested questions of the site; returns their ids.
async fn suggest(service: &Service, org: &Org, session: &str, items: Value) -> Vec<String> {
    let path = format!("/api/v1/sites/{}/config", org.site);
    let body = json!({ "questions": { "items": items } });
    let answer = service.send(Method::PUT, &path, Some(session), Some(&body)).await;
    let items = answer.data(200)["questions"]["items"].as_array().unwrap().clone();
    items.iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn question_clicks_are_reported_with_the_current_question_text() {
    let (service, org) = start().await;
    let owner = service.key(&org, &[askline_domain::keys::scope::Scope::SitesWrite]).await;
    let ids = suggest(&service, &org, &owner, json!([{ "text": "What is it?" }, { "text": "How much is it?" }])).await;
    let click = |id: &str, platform: Value| {
        event(org.site, json!({ "type": "question_click", "questionId": id, "platform": platform }))
    };
    let (chatgpt, grok) = (json!("chatgpt"), json!("grok"));
    let clicks = [
        click(&ids[0], chatgpt.clone()),
        click(&ids[0], grok.clone()),
        click(&ids[0], chatgpt.clone()),
        click(&ids[1], grok),
        click(&ids[1], Value::Null),
    ];
    count(&service, &clicks).await;
    let rows = |first: Value, second: Value| {
        json!([
            { "questionId": ids[0], "question": first, "value": 3 },
            { "questionId": ids[1], "question": second, "value": 2 },
        ])
    };
    let before = data(&service, &org, "questions").await;
    assert_eq!(before["totals"], json!({ "questionClicks": 5, "days": 30 }));
    assert_eq!(before["byQuestion"], rows(json!("What is it?"), json!("How much is it?")));
    assert_eq!(sum(&before["byPlatform"]), 5);
    assert_eq!(before["byPlatform"][0], json!({ "platform": "chatgpt", "value": 2 }));
    // An edited text is shown immediately; a removed question keeps its clicks.
    suggest(&service, &org, &owner, json!([{ "id": ids[0], "text": "What is this?" }])).await;
    let after = data(&service, &org, "questions").await;
    assert_eq!(after["byQuestion"], rows(json!("What is this?"), Value::Null));
    let mut keys: Vec<&String> = after.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["byPlatform", "byQuestion", "series", "totals"]);
}

#[tokio::test]
async fn shares_are_ai_clicks_and_social_clicks_and_copies() {
    let (service, org) = start().await;
    let social = |network: &str| event(org.site, json!({ "type": "social_click", "network": network }));
    let mut events = presses(&org, &["chatgpt", "chatgpt", "claude"]);
    events.extend([social("x"), social("linkedin"), social("x")]);
    events.extend([event(org.site, json!({ "type": "copy" })), event(org.site, json!({}))]);
    count(&service, &events).await;
    let shares = data(&service, &org, "shares?days=1").await;
    let expected = json!({
        "totals": { "shares": 7, "aiClicks": 3, "socialClicks": 3, "copies": 1, "days": 1 },
        "series": [{ "date": "2026-06-15", "value": 7 }],
        "byChannel": [
            { "channel": "chatgpt", "value": 2 },
            { "channel": "x", "value": 2 },
            { "channel": "claude", "value": 1 },
            { "channel": "copy", "value": 1 },
            { "channel": "linkedin", "value": 1 },
        ],
    });
    assert_eq!(shares, expected);
    let social = json!({
        "totals": { "socialClicks": 3, "days": 1 },
        "series": [{ "date": "2026-06-15", "value": 3 }],
        "byNetwork": [{ "network": "x", "value": 2 }, { "network": "linkedin", "value": 1 }],
    });
    assert_eq!(ask(&service, &org, "social?days=1").await.data(200), &social);
}
