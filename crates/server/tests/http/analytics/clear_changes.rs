//! A count has clearly changed if the days of eight weeks before show it. The overview, the board and the tools say the
//! same.

use serde_json::{Value, json};

use super::{count, data, event, presses, start};
use crate::{
    harness::{Org, Service},
    mcp::call,
};

const DAY_SECONDS: u64 = 24 * 60 * 60;

/// Advances through days of the site, each with this number of asks, and with four shares.
async fn live_through(service: &Service, org: &Org, asks_of_days: impl Iterator<Item = usize>) {
    for asks in asks_of_days {
        service.advance(DAY_SECONDS);
        let mut events = presses(org, &vec!["chatgpt"; asks]);
        events.extend((0..4).map(|_| event(org.site, json!({ "type": "social_click", "network": "x" }))));
        count(service, &events).await;
    }
}

/// The changes that the overview reports for the last week; the board and the tool must report the same. Each has its reason.
async fn clear_of_a_week(service: &Service, org: &Org) -> (Value, Value) {
    let overview = data(service, org, "overview?days=7&compare=previous").await;
    let clear = overview["previous"]["clearChanges"].clone();
    let board = service.get("/api/v1/analytics/overview?days=7", &org.session).await;
    assert_eq!(board.data(200)["items"][0]["previous"]["clearChanges"], clear, "{}", board.text);
    let arguments = json!({ "siteId": org.site, "days": 7, "compare": "previous" });
    let told = call(service, &org.session, "show_site_overview", arguments).await;
    for (name, is_clear) in clear.as_object().unwrap() {
        let (change, total) = (&overview["previous"]["changes"][name], &overview["totals"][name]);
        assert_eq!((&change["clear"], change["reason"] == "clear"), (is_clear, is_clear == true), "{name}: {change}");
        if change["reason"] != "too_short" {
            let bound = |name: &str, without: i64| change[name].as_i64().unwrap_or(without);
            let within = bound("clearUntil", -1) + 1..bound("clearFrom", i64::MAX);
            let is_inside = within.contains(&total.as_i64().unwrap());
            assert_eq!(is_inside, is_clear == false, "{name}: {total} is within {within:?}");
        }
        assert_eq!(&told.answer()["facts"][format!("previous.clearChanges.{name}")], is_clear, "{name}");
    }
    (clear, overview["previous"]["changes"]["asks"].clone())
}

/// The asks of days with about ten each.
fn steady(days: usize) -> impl Iterator<Item = usize> {
    [10, 12, 9, 11, 8, 10, 13, 9, 11, 10, 12].into_iter().cycle().take(days)
}

#[tokio::test]
async fn asks_that_tripled_are_clear_after_eight_weeks_and_shares_that_stayed_are_not() {
    let (service, org) = start().await;
    live_through(&service, &org, steady(63)).await;
    let (clear, asks) = clear_of_a_week(&service, &org).await;
    assert_eq!(
        (&clear["asks"], &asks["reason"]),
        (&json!(false), &json!("within_variation")),
        "a steady week is no change"
    );
    assert!(asks["clearFrom"].as_i64() > Some(70) && asks["clearUntil"].as_i64() < Some(70), "{asks}");
    live_through(&service, &org, std::iter::repeat_n(30, 7)).await;
    let (clear, _) = clear_of_a_week(&service, &org).await;
    let expected =
        json!({ "asks": true, "aiReferrals": false, "questionClicks": false, "shares": false, "views": false });
    assert_eq!(clear, expected);
}

#[tokio::test]
async fn nothing_is_clear_where_fewer_than_eight_weeks_are_known() {
    let (service, org) = start().await;
    live_through(&service, &org, steady(35)).await;
    live_through(&service, &org, std::iter::repeat_n(30, 7)).await;
    let (clear, asks) = clear_of_a_week(&service, &org).await;
    let too_short = json!({ "clear": false, "reason": "too_short", "clearFrom": null, "clearUntil": null });
    assert_eq!((&clear["asks"], asks), (&json!(false), too_short));
}
