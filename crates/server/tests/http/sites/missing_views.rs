//! Views that stop although browsers still load the widget.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::{Method, header::USER_AGENT};
use serde_json::{Value, json};

use super::DAY;
use crate::{
    events::{count, event},
    harness::{Org, Service},
};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CRAWLER: &str = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

async fn load_widget(service: &Service, org: &Org, times: usize, query: &str, agent: &str) {
    let path = format!("/api/v1/sites/{}/config{query}", org.site);
    for _ in 0..times {
        service.answer(service.request(Method::GET, &path).header(USER_AGENT, agent)).await.data(200);
    }
}

#[tokio::test]
async fn views_are_missing_when_a_finished_day_has_none_and_browsers_load_the_widget_until_an_event_arrives() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::SitesRead, Scope::SitesWrite]).await;
    let shown = async || {
        service.app.flush_notes().await.unwrap();
        service.get(&format!("/api/v1/sites/{}/missing-views", org.site), &key).await.data(200).clone()
    };
    let nothing = json!({ "missing": false, "since": null, "configRequests": null, "possibleCauses": [] });
    for _ in 0..7 {
        count(&service, &[event(org.site, json!({}))]).await;
        load_widget(&service, &org, 3, "?language=en", BROWSER).await;
        service.advance(DAY);
    }
    // The first day without views: only what a browser's widget asks for counts.
    load_widget(&service, &org, 40, "?language=en", CRAWLER).await;
    load_widget(&service, &org, 40, "", BROWSER).await;
    load_widget(&service, &org, 49, "?language=en", BROWSER).await;
    service.advance(DAY);
    assert_eq!(shown().await, nothing, "too few requests");
    load_widget(&service, &org, 1, "?language=en", BROWSER).await;
    assert_eq!(shown().await, nothing, "the running day does not count");
    service.advance(DAY);
    let found = shown().await;
    let causes = ["content_blocker", "content_security_policy", "consent"];
    let missing = json!({ "missing": true, "since": "2026-06-22", "configRequests": 50, "possibleCauses": causes });
    assert_eq!(found, missing);

    // A site that counts nothing misses nothing, and a single click shows that events arrive.
    let off: [(Value, &Value); 3] = [
        (json!({ "privacy": { "track": false } }), &nothing),
        (json!({ "enabled": false }), &nothing),
        (json!({}), &missing),
    ];
    for (config, expected) in off {
        let path = format!("/api/v1/sites/{}/config", org.site);
        service.send(Method::PUT, &path, Some(&key), Some(&config)).await.data(200);
        assert_eq!(shown().await, *expected, "{config}");
    }
    count(&service, &[event(org.site, json!({ "type": "ai_click", "platform": "chatgpt" }))]).await;
    assert_eq!(shown().await, nothing);
}
