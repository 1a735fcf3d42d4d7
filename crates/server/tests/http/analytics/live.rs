//! The live page: the last half hour of a site.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{advance_to, data, event, start};

#[tokio::test]
async fn live_report_covers_the_last_half_hour_minute_by_minute() {
    let (service, org) = start().await;
    let quiet = data(&service, &org, "live").await;
    assert_eq!((&quiet["lastEventAt"], &quiet["totals"]["asks"]), (&Value::Null, &json!(0)));
    let press = |platform: &str, path: &str| {
        event(
            org.site,
            json!({ "type": "ai_click", "platform": platform, "url": format!("https://example.com{path}") }),
        )
    };
    advance_to(&service, "2026-06-16T10:00:30Z");
    super::count(&service, &[press("claude", "/old")]).await;
    advance_to(&service, "2026-06-16T10:20:00Z");
    let back = event(org.site, json!({ "referrer": "https://chatgpt.com/", "title": "Home" }));
    super::count(&service, &[press("chatgpt", "/a"), press("chatgpt", "/a"), back]).await;
    advance_to(&service, "2026-06-16T10:29:59Z");
    let live = data(&service, &org, "live").await;
    assert_eq!(live["totals"], json!({ "asks": 3, "aiReferrals": 1, "views": 1 }));
    let series = live["series"].as_array().unwrap();
    assert_eq!(series.len(), 30);
    assert_eq!(series[0], json!({ "minute": "2026-06-16T10:00:00.000Z", "asks": 1, "aiReferrals": 0, "views": 0 }));
    assert_eq!(series[20], json!({ "minute": "2026-06-16T10:20:00.000Z", "asks": 2, "aiReferrals": 1, "views": 1 }));
    assert_eq!(live["lastEventAt"], "2026-06-16T10:20:00.000Z");
    assert_eq!(live["newest"][0]["at"], "2026-06-16T10:20:00.000Z");
    let names = |rows: &Value, name: &str| -> Vec<String> {
        rows.as_array().unwrap().iter().map(|row| row[name].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&live["pages"], "path").last().unwrap(), "/old", "the page with the oldest event stands last");
    assert_eq!(names(&live["assistants"], "platform"), ["chatgpt", "claude"]);
    assert_eq!(live["assistants"][0]["asks"].as_i64().unwrap() + live["assistants"][0]["visits"].as_i64().unwrap(), 3);
    // A minute later, the first event is too old.
    advance_to(&service, "2026-06-16T10:31:00Z");
    assert_eq!(data(&service, &org, "live").await["totals"]["asks"], 2);
    let _: Timestamp = live["asOf"].as_str().unwrap().parse().unwrap();
}
