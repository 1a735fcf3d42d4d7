//! A figure that is shown in several places is the same in each. This compares the overview, the list of pages, their
//! downloads, the board and the tools.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{ask, count, data, event, start};
use crate::{
    harness::{Org, Service},
    mcp::call,
};

/// The values of each figure by its name, each with its place.
type Figures = BTreeMap<&'static str, Vec<(&'static str, Value)>>;

/// Counts events on two pages. The first one has more shares than asks; shares once counted as asks by mistake.
async fn use_two_pages(service: &Service, org: &Org) {
    let mut events = Vec::new();
    let mut add = |times: usize, path: &str, fields: Value| {
        for _ in 0..times {
            let mut one = event(org.site, fields.clone());
            one["url"] = json!(format!("https://example.com{path}"));
            events.push(one);
        }
    };
    add(9, "/a", json!({}));
    add(3, "/a", json!({ "referrer": "https://chatgpt.com/" }));
    add(2, "/a", json!({ "widget": false }));
    add(4, "/a", json!({ "type": "ai_click", "platform": "chatgpt" }));
    add(1, "/a", json!({ "type": "question_click", "questionId": "q_00000000000000000000000001" }));
    add(7, "/a", json!({ "type": "social_click", "network": "x" }));
    add(2, "/a", json!({ "type": "copy" }));
    add(5, "/b", json!({}));
    add(1, "/b", json!({ "type": "ai_click", "platform": "claude" }));
    add(3, "/b", json!({ "type": "social_click", "network": "linkedin" }));
    count(service, &events).await;
}

/// The rows of a download, each by the names of its header.
async fn download(service: &Service, org: &Org, question: &str) -> Vec<BTreeMap<String, String>> {
    let text = ask(service, org, question).await.text;
    // A file for people begins with the byte order mark of UTF-8.
    let mut lines =
        text.trim_start_matches('\u{feff}').lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    lines.map(|line| header.iter().cloned().zip(line).collect()).collect()
}

fn number(text: &str) -> Value {
    serde_json::from_str(text).expect("a number")
}

/// The asks in a row of the list of pages, which counts the two kinds separately.
fn asks_of(row: &Value) -> Value {
    json!(row["aiClicks"].as_i64().unwrap() + row["questionClicks"].as_i64().unwrap())
}

/// Converts a rate per view to one per hundred views.
fn per_100(rate: &Value) -> Value {
    json!((rate.as_f64().expect("a rate") * 10_000.0).round() / 100.0)
}

#[tokio::test]
async fn figures_reported_in_several_places_are_equal() {
    let (service, org) = start().await;
    use_two_pages(&service, &org).await;
    let mut figures = Figures::new();
    let mut stands = |name, place, value: &Value| figures.entry(name).or_default().push((place, value.clone()));

    // Figures of the page /a.
    let of_page = data(&service, &org, "overview?days=1&page=/a").await;
    let list = data(&service, &org, "pages?days=1&sort=path").await;
    let row = &list["items"][0];
    let panel = data(&service, &org, "overview?days=1").await["pages"]["items"][0].clone();
    let line = &download(&service, &org, "pages?days=1&sort=path&format=csv").await[0];
    assert_eq!((&row["path"], &panel["path"], line["path"].as_str()), (&json!("/a"), &json!("/a"), "/a"));
    stands("asks of /a", "overview of the page", &of_page["totals"]["asks"]);
    stands("asks of /a", "list of pages", &asks_of(row));
    stands("asks of /a", "panel of pages", &panel["asks"]);
    stands("asks per 100 views of /a", "overview of the page", &of_page["totals"]["asksPer100Views"]);
    stands("asks per 100 views of /a", "list of pages", &per_100(&row["clickRate"]));
    stands("asks per 100 views of /a", "download of pages", &per_100(&number(&line["clickRate"])));
    for (name, of_row) in [("views", "views"), ("viewsWithWidget", "viewsWithWidget"), ("aiReferrals", "aiReferrals")] {
        stands(name, "overview of the page", &of_page["totals"][name]);
        stands(name, "list of pages", &row[of_row]);
        stands(name, "download of pages", &number(&line[of_row]));
    }

    let for_people = &download(&service, &org, "pages?days=1&sort=path&table=pages&format=csv").await[0];
    stands("asks of /a", "file of pages", &number(&for_people["AI asks"]));
    stands("asks per 100 views of /a", "file of pages", &number(&for_people["Asks per 100 views"]));
    stands("views", "file of pages", &number(&for_people["Views"]));
    let tool = async |name: &str, arguments: Value| {
        let mut all = json!({ "siteId": org.site, "days": 1 });
        all.as_object_mut().unwrap().extend(arguments.as_object().unwrap().clone());
        call(&service, &org.session, name, all).await
    };
    let told = tool("show_pages", json!({ "sort": "path" })).await;
    stands("views", "tool of pages", told.item(0, "views"));
    stands("aiReferrals", "tool of pages", told.item(0, "aiReferrals"));
    stands("asks per 100 views of /a", "tool of pages", &per_100(told.item(0, "clickRate")));
    let told = tool("show_site_overview", json!({ "page": "/a" })).await;
    stands("asks of /a", "tool of the overview", &told.answer()["facts"]["totals.asks"]);
    stands("asks per 100 views of /a", "tool of the overview", &told.answer()["facts"]["totals.asksPer100Views"]);

    // Figures of the site.
    let site = data(&service, &org, "overview?days=1").await;
    let board = service.get("/api/v1/analytics/overview?days=1", &org.session).await.data(200)["items"][0].clone();
    let day = &download(&service, &org, "overview?days=1&format=csv").await[0];
    let sum = |of: &dyn Fn(&Value) -> Value| {
        json!(list["items"].as_array().unwrap().iter().map(|row| of(row).as_i64().unwrap()).sum::<i64>())
    };
    stands("asks", "overview", &site["totals"]["asks"]);
    stands("asks", "board", &board["asks"]);
    stands("asks", "download of the overview", &number(&day["asks"]));
    stands("asks", "list of pages", &sum(&asks_of));
    stands("asks", "totals of pages", &asks_of(&list["totals"]));
    stands("shares", "overview", &site["totals"]["shares"]);
    stands("shares", "board", &board["shares"]);
    stands("views of the site", "overview", &site["totals"]["views"]);
    stands("views of the site", "board", &board["views"]);
    stands("views of the site", "list of pages", &sum(&|row| row["views"].clone()));

    for (name, places) in &figures {
        let (first, rest) = places.split_first().expect("it stands somewhere");
        assert!(!rest.is_empty(), "{name} stands in one place alone");
        assert!(rest.iter().all(|(_, value)| *value == first.1), "{name} differs: {places:?}");
    }
    // Five asks on twelve views with a widget.
    assert_eq!(figures["asks per 100 views of /a"][0].1, json!(41.67));
}
