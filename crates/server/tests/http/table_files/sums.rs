//! The sum of a table is the figure above it, and a workbook describes itself.

use reqwest::Method;
use serde_json::{Value, json};

use super::{File, Typed, start, text};
use crate::{
    events::{count, event},
    harness::{Org, Service},
};

/// Each table of counters and, for its columns of counts, the figure above the table: a pointer into the overview. A list adds up
/// its rows.
const FIGURES_OF_TABLES: [(&str, &[(&str, &str)]); 8] = [
    ("ai?table=assistants", &[("Asks", "/totals/asks"), ("Visits", "/totals/aiReferrals")]),
    ("questions?table=questions", &[("Asks", "/totals/questionClicks")]),
    ("shares?table=shares", &[("Shares", "/totals/shares")]),
    ("items?table=items", &[("Clicks", "/items/items")]),
    ("referrers?table=sources", &[("Visits", "/referrers/items")]),
    ("crawlers?table=crawlers", &[("Requests", "/crawlers/items")]),
    ("pages?table=pages", PAGE_FIGURES),
    ("pages?table=pages&groupBy=folder", PAGE_FIGURES),
];
const PAGE_FIGURES: &[(&str, &str)] = &[
    ("AI asks", "/totals/asks"),
    ("Questions", "/totals/questionClicks"),
    ("Visits from AI", "/totals/aiReferrals"),
    ("Views", "/totals/views"),
];

/// Sends events of each kind, on two pages of a folder and one outside it.
async fn use_everything(service: &Service, org: &Org) {
    let question = "q_00000000000000000000000001".to_owned();
    service.offer(org, std::slice::from_ref(&question)).await;
    let item = json!({ "id": "m_00000000000000000000000001", "kind": "command", "label": "Install", "text": "npx a" });
    let config = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::PUT, &config, Some(&org.session), Some(&json!({ "menu": [item] }))).await.data(200);
    let fields = [
        json!({ "referrer": "https://chatgpt.com/" }),
        json!({ "referrer": "https://claude.ai/" }),
        json!({ "referrer": "https://river.example/" }),
        json!({ "type": "ai_click", "platform": "chatgpt" }),
        json!({ "type": "ai_click", "platform": "claude" }),
        json!({ "type": "question_click", "questionId": question, "platform": "chatgpt" }),
        json!({ "type": "social_click", "network": "linkedin" }),
        json!({ "type": "copy" }),
        json!({ "type": "item_click", "itemId": "m_00000000000000000000000001" }),
    ];
    let paths = ["guides/a", "guides/b", "about", "guides/a"];
    let on = |path: &str| {
        let url = format!("https://example.com/{path}");
        fields.clone().map(|mut fields| {
            fields["url"] = json!(url);
            event(org.site, fields)
        })
    };
    count(service, &paths.into_iter().flat_map(on).collect::<Vec<_>>()).await;
    let crawled = event(org.site, json!({ "url": "https://example.com/guides/a" }));
    let sent = service.request(Method::POST, "/api/v1/events").header("user-agent", "GPTBot/1.2").json(&crawled);
    service.answer(sent).await.data(202);
}

#[tokio::test]
async fn the_sum_of_each_table_is_the_figure_above_it_and_each_workbook_describes_itself() {
    let (service, org) = start().await;
    use_everything(&service, &org).await;
    let whole = |at: &Value| match at.as_array() {
        Some(rows) => rows.iter().map(|row| row["value"].as_i64().expect("a count")).sum(),
        None => at.as_i64().expect("a count"),
    };
    let mut compared = 0;
    for (filter, described) in [
        ("", ("Filters", "none")),
        ("&platform=chatgpt", ("Filter: Assistant", "ChatGPT")),
        ("&page=/guides/a", ("Filter: Page", "/guides/a")),
        ("&page=/guides/**", ("Filter: Folder", "/guides/**")),
    ] {
        let path = format!("/api/v1/analytics/{}/overview?days=1{filter}", org.site);
        let overview = service.get(&path, &org.session).await.data(200).clone();
        for (table, columns) in FIGURES_OF_TABLES {
            let file = async |query: &str| {
                File::of(&service, &org, &format!("analytics/{}/{table}&days=1{filter}{query}", org.site)).await
            };
            let rows = file("&format=csv").await.rows();
            for (heading, figure) in columns {
                // No view belongs to an assistant: with that filter, the list has the pages where it was used.
                if *heading == "Views" && filter.contains("platform") {
                    continue;
                }
                let column = rows[0].iter().position(|name| name == heading).expect(heading);
                let sum: i64 = rows[1..].iter().map(|row| row[column].parse::<i64>().expect("a count")).sum();
                let above = whole(overview.pointer(figure).expect(figure));
                assert_eq!(sum, above, "{table}{filter}: {heading} adds up to {figure}");
                compared += i64::from(sum > 0);
            }
            for (language, name) in [("en", "About this file"), ("de", "Über diese Datei")] {
                let workbook = file(&format!("&format=xlsx&language={language}")).await;
                let about = workbook.sheet(2);
                assert_eq!(about[0], [text(name)]);
                let (headings, columns) =
                    (workbook.cells()[0].clone(), &about[about.len() - workbook.cells()[0].len()..]);
                for (heading, described) in headings.iter().zip(columns) {
                    let (Typed::Text(heading), [Typed::Text(column), Typed::Text(meaning)]) = (heading, &described[..])
                    else {
                        panic!("{table}: {described:?} describes {heading:?}");
                    };
                    assert!(
                        column.ends_with(&format!(": {heading}")) && meaning.ends_with('.'),
                        "{table}: {described:?}"
                    );
                }
                if language == "en" {
                    let says = |name: &str, value: &str| about.contains(&vec![text(name), text(value)]);
                    assert!(
                        says("Belongs to", "Flüsse: Notizen") && says("Period", "2026-06-15 to 2026-06-15"),
                        "{about:?}"
                    );
                    assert!(says("Time zone of days and times", "Europe/Berlin"), "{about:?}");
                    assert!(says(described.0, described.1), "{table}{filter}: {about:?}");
                }
            }
        }
    }
    assert!(compared > 30, "the sums are of something: {compared}");
}
