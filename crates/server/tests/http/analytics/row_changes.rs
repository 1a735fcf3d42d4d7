//! Each row of a list is compared with the previous period. Panels, lists, files and tools say the same about it.

use jiff::civil::Date;
use serde_json::{Value, json};

use super::{ask, count, data, event, start};
use crate::{
    harness::{Org, Service},
    mcp::call,
};

const QUESTION: &str = "q_00000000000000000000000001";
const ITEM: &str = "m_00000000000000000000000001";

/// One day: a page that readers ask about `steady` times, one about `rising` times and one about `falling` times, each with its own
/// assistant, referrer, question or item.
async fn day(service: &Service, org: &Org, [steady, rising, falling]: [usize; 3]) {
    service.advance(24 * 60 * 60);
    let on = |path: &str, fields: Value| {
        let mut event = event(org.site, fields);
        event["url"] = json!(format!("https://example.com{path}"));
        event
    };
    let mut events = Vec::new();
    for _ in 0..steady {
        events.push(on("/steady", json!({ "type": "ai_click", "platform": "claude" })));
        events.push(on("/steady", json!({ "type": "item_click", "itemId": ITEM })));
        events.push(on("/steady", json!({ "type": "social_click", "network": "linkedin" })));
    }
    for _ in 0..rising {
        events.push(on("/rising", json!({ "type": "question_click", "questionId": QUESTION, "platform": "chatgpt" })));
        events.push(on("/rising", json!({ "type": "social_click", "network": "x" })));
        events.push(on("/rising", json!({ "referrer": "https://chatgpt.com/" })));
    }
    for _ in 0..falling {
        events.push(on("/falling", json!({ "type": "ai_click", "platform": "perplexity" })));
        events.push(on("/falling", json!({ "referrer": "https://news.example/" })));
    }
    count(service, &events).await;
}

/// The last seven days that are over.
async fn week_until_yesterday(service: &Service, org: &Org) -> [String; 2] {
    let range = &ask(service, org, "ai?days=8").await.body["meta"]["range"];
    let to: Date = range["to"].as_str().unwrap().parse().unwrap();
    [range["from"].as_str().unwrap().to_owned(), to.yesterday().unwrap().to_string()]
}

/// The row of a list with this name in one of its first fields.
fn row<'r>(rows: &'r Value, name: &str) -> &'r Value {
    let found =
        rows.as_array().unwrap().iter().find(|row| row.as_object().unwrap().values().any(|value| value == name));
    found.unwrap_or_else(|| panic!("{name} is not among {rows}"))
}

fn change(row: &Value) -> (Option<i64>, Option<&str>) {
    (row["previous"].as_i64(), row["change"]["reason"].as_str())
}

#[tokio::test]
async fn a_row_has_its_previous_count_and_one_verdict_wherever_it_is_shown() {
    let (service, org) = start().await;
    for number in 0..70 {
        day(&service, &org, if number < 63 { [5, 4, 4] } else { [5, 16, 0] }).await;
    }
    service.advance(24 * 60 * 60);
    let [from, to] = week_until_yesterday(&service, &org).await;
    let week = format!("from={from}&to={to}");
    let overview = data(&service, &org, &format!("overview?{week}&compare=previous")).await;
    let asked = |list: &str| format!("{list}?{week}&compare=previous");
    for (list, rows, panel, name, page, expected) in [
        ("questions", "byQuestion", "questions", QUESTION, "/rising", (Some(28), Some("clear"))),
        ("items", "byItem", "items", ITEM, "/steady", (Some(35), Some("within_variation"))),
        ("referrers", "byReferrer", "sources", "chatgpt", "/rising", (Some(28), Some("clear"))),
        ("pages", "items", "pages", "/rising", "/rising", (Some(28), Some("clear"))),
        ("pages", "items", "pages", "/steady", "/steady", (Some(35), Some("within_variation"))),
    ] {
        let listed = data(&service, &org, &asked(list)).await;
        let (in_list, in_panel) = (row(&listed[rows], name), row(&overview[panel]["items"], name));
        assert_eq!(change(in_list), expected, "{list}: {in_list}");
        assert_eq!(change(in_panel), expected, "{panel}: {in_panel}");
        assert_eq!(in_list["change"]["clear"], json!(expected.1 == Some("clear")));
        // With a filter there is no verdict, and without a comparison no count either.
        let filtered = data(&service, &org, &format!("{}&page={page}", asked(list))).await;
        assert_eq!(change(row(&filtered[rows], name)), (expected.0, None), "{list} with a filter");
        let alone = data(&service, &org, &format!("{list}?{week}")).await;
        assert_eq!(change(row(&alone[rows], name)), (None, None), "{list} alone");
    }
    for (panel, name, expected) in [
        ("assistants", "claude", (Some(35), Some("within_variation"))),
        ("assistants", "chatgpt", (Some(28), Some("clear"))),
        ("shares", "x", (Some(28), Some("clear"))),
        ("shares", "linkedin", (Some(35), Some("within_variation"))),
    ] {
        assert_eq!(change(row(&overview[panel]["items"], name)), expected, "{panel}: {name}");
    }
    let arguments = json!({ "siteId": org.site, "from": from, "to": to, "compare": "previous", "sort": "change" });
    let tool = call(&service, &org.session, "show_pages", arguments).await;
    let cells = ["path", "previous", "change.reason"].map(|column| tool.item(0, column));
    assert_eq!(cells, [&json!("/rising"), &json!(28), &json!("clear")], "{}", tool.answer());

    // The order of changes: a page without activity now is listed, and counts nowhere else.
    let changes = |order: &str| format!("{}&sort=change&order={order}", asked("pages"));
    let rising = data(&service, &org, &changes("desc")).await;
    let paths =
        |list: &Value| list["items"].as_array().unwrap().iter().map(|row| row["path"].clone()).collect::<Vec<_>>();
    assert_eq!(paths(&rising), ["/rising", "/steady", "/falling"]);
    let falling = data(&service, &org, &changes("asc")).await;
    assert_eq!(paths(&falling), ["/falling", "/steady", "/rising"]);
    assert_eq!(change(row(&falling["items"], "/falling")), (Some(28), Some("clear")));
    assert_eq!(falling["totals"]["pages"], 2, "a page without activity is in no sum");
    let first = ask(&service, &org, &format!("{}&limit=1", changes("asc"))).await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let second = data(&service, &org, &format!("{}&limit=2&cursor={cursor}", changes("asc"))).await;
    assert_eq!(paths(&second), ["/steady", "/rising"], "the order is kept from part to part");

    // A file has the same words as its table.
    for (list, rows) in [
        ("pages?sort=change&", vec!["/rising,,112,", ",28,clear rise", "/falling,,0,", ",28,clear fall"]),
        ("ai?", vec!["Claude,35,", ",35,no clear change", ",28,clear rise"]),
        ("questions?", vec![",28,clear rise"]),
        ("items?", vec![",35,no clear change"]),
        ("referrers?", vec![",28,clear rise"]),
    ] {
        let table = match list.split('?').next().unwrap() {
            "ai" => "assistants",
            "referrers" => "sources",
            list => list,
        };
        let file = ask(&service, &org, &format!("{list}{week}&compare=previous&table={table}&format=csv")).await;
        assert_eq!(file.status, 200, "{}", file.text);
        assert!(file.text.lines().next().unwrap().ends_with("Period before,Change"), "{}", file.text);
        for text in rows {
            assert!(file.text.contains(text), "{table} lacks {text}: {}", file.text);
        }
    }
    for refused in ["pages?sort=change", "pages?sort=change&compare=previous&platform=claude"] {
        let answer = ask(&service, &org, refused).await;
        assert!(answer.refused(400, "INVALID_PARAMETER").text.contains("sort=change needs"), "{}", answer.text);
    }
}
