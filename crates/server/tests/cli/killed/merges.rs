//! A server that is killed while it merges stored pages leaves exact sums.

use askline_stand_in::until_blocking as until;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::instance::{Instance, Server};

const PAGES: usize = 1_200;
const EVENTS_PER_REQUEST: usize = 50;
const UNLIMITED: &[(&str, &str)] =
    &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];

fn start(instance: &Instance) -> Server {
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], UNLIMITED)
}

/// The path of a page: with three views, of which one has a slash at its end.
fn path(number: usize) -> String {
    format!("/part-{}/page-{number}", number % 7)
}

fn send_views(server: &Server, site: &str) {
    let paths = (0..PAGES).flat_map(|number| [path(number), path(number), format!("{}/", path(number))]);
    let event = |(number, path)| {
        json!({ "siteId": site, "type": "view", "url": format!("https://example.com{path}"),
                "eventId": format!("{number:08x}-0000-4000-8000-000000000000") })
    };
    let events: Vec<Value> = paths.enumerate().map(event).collect();
    for some in events.chunks(EVENTS_PER_REQUEST) {
        let answer = server.post("/api/v1/events", &["Origin: https://example.com"], &json!({ "events": some }));
        assert_eq!(answer.status, 202, "{}", answer.body);
        assert!(answer.body.contains(&format!("\"accepted\":{}", some.len())), "{}", answer.body);
    }
}

/// What a server reports about the site: the views of the whole site and of all pages, of one page by either spelling, and
/// the views of every listed row of a page.
fn reported(server: &Server, site: &str, bearer: &str) -> (Value, Value, u64) {
    let data = |rest: &str| -> Value {
        let answer = server.get(&format!("/api/v1/analytics/{site}/{rest}"), &[bearer]);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(answer.status, 200, "{body}");
        body["data"].clone()
    };
    let rows = data(&format!("pages?days=1&q={}", path(PAGES - 1)));
    let views = rows["items"].as_array().unwrap().iter().map(|row| row["views"].as_u64().unwrap()).sum();
    (data("overview?days=1")["totals"]["views"].clone(), data("pages?days=1")["totals"]["views"].clone(), views)
}

#[test]
fn killed_in_the_middle_of_a_merge_of_pages_every_report_is_exact_and_the_next_server_continues() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let settings = |settings: &str| {
        let metadata = Connection::open(instance.data.join("metadata.db")).unwrap();
        assert_eq!(metadata.execute("UPDATE sites SET pages = ?1 WHERE id = ?2", [settings, &site]).unwrap(), 1);
    };
    settings(r#"{"distinct":["trailing_slash"]}"#);
    let mut server = start(&instance);
    let bearer = format!("Authorization: Bearer {}", server.log_in());
    send_views(&server, &site);
    let views = json!(3 * PAGES);
    let exact = (views.clone(), views, 3);
    assert_eq!(reported(&server, &site, &bearer), exact);

    let count = |what: &str| -> usize {
        let events = Connection::open(instance.data.join("events.db")).unwrap();
        let count: i64 = events.query_row(&format!("SELECT COUNT(*) FROM {what}"), [], |row| row.get(0)).unwrap();
        usize::try_from(count).unwrap()
    };
    let others = || count("pages WHERE path LIKE '_%/'");
    let waiting = || count("events AS e JOIN pages AS p ON p.id = e.page WHERE p.path LIKE '_%/'");
    assert_eq!((others(), waiting()), (PAGES, PAGES), "each page is stored in two spellings");

    server.kill();
    settings("{}");
    server = start(&instance);
    until("the first events have their other page", || waiting() < PAGES);
    server.kill();
    assert_eq!(others(), PAGES, "the server was killed before the end of the merge");
    server = start(&instance);
    assert_eq!(reported(&server, &site, &bearer), exact, "while the merge continues");
    until("no page has two spellings", || others() == 0);
    assert_eq!((count("pages WHERE path LIKE '/part%'"), waiting()), (PAGES, 0));
    assert_eq!(reported(&server, &site, &bearer), exact);
    assert_eq!(server.terminate().0, 0);
    assert_eq!(instance.json(&["doctor"])["healthy"], true);
}
