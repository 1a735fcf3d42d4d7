//! A folder with rows in every table is copied to PostgreSQL and back. Every response and every row stays the same.

use std::ops::Range;

use rusqlite::types::Value as Stored;
use serde_json::{Value, json};

use super::{
    answers::{answers, compared, differences},
    filled::{self, NOT_COMPARED, open, tables},
    target::{Target, moved, moved_back, run_on, serve, serve_on},
};
use crate::instance::{Instance, Server};

fn check_same(moved: &Value) {
    assert_eq!((&moved["moved"], &moved["changed"], &moved["resumed"]), (&true.into(), &true.into(), &false.into()));
    for one in moved["compared"].as_array().unwrap() {
        assert_eq!(one["same"], true, "{one}");
        assert_eq!(one["source"], one["target"], "{one}");
    }
}

/// All rows of a table, sorted. In events.db, a site is shown by its id instead of its number, since each file numbers
/// the sites differently.
fn rows(data: &std::path::Path, file: &str, table: &str) -> Vec<Vec<String>> {
    let connection = open(data, file);
    let columns: Vec<String> = {
        let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)").unwrap();
        statement.query_map([table], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let is_numbered = file == "events.db" && table != "sites";
    let select = columns.iter().map(|column| match &**column {
        "site" if is_numbered => "(SELECT hex(s.site) FROM sites s WHERE s.id = t.site)".to_owned(),
        "id" if table == "sites" && file == "events.db" => "0".to_owned(),
        _ => format!("\"{column}\""),
    });
    let order = if ["monitor_runs", "citations"].contains(&table) { ", rowid" } else { "" };
    let sql = format!("SELECT {}{order} FROM {table} t", select.collect::<Vec<_>>().join(", "));
    let mut statement = connection.prepare(&sql).unwrap();
    let width = statement.column_count();
    let rows = statement
        .query_map([], |row| (0..width).map(|place| row.get::<_, Stored>(place)).collect::<Result<Vec<_>, _>>());
    let mut rows: Vec<Vec<String>> =
        rows.unwrap().map(|row| row.unwrap().iter().map(|value| format!("{value:?}")).collect()).collect();
    rows.sort();
    rows
}

#[test]
fn a_folder_with_one_of_everything_goes_to_postgresql_and_back_and_all_is_as_it_was() {
    let (instance, filled) = filled::copy();
    let server = serve(&instance);
    let before = answers(&server, &instance, filled);
    assert_eq!(server.terminate().0, 0);
    // A row that a server would remove immediately.
    open(&instance.data, "metadata.db")
        .execute_batch("INSERT INTO removed_sites VALUES ('site_01j00000000000000000000000')")
        .unwrap();
    let exported = instance.run(&["export", "events", "--site", &filled.site, "-"]).stdout;
    assert!(exported.lines().count() > 100);

    let target = Target::new();
    let there = moved(&instance, &target).json();
    check_same(&there);
    assert_eq!(std::fs::read(target.key_file()).unwrap(), std::fs::read(instance.data.join("secrets.key")).unwrap());

    let other = Instance::new();
    let back = moved_back(&target, &other).json();
    check_same(&back);
    assert_eq!(compared(&there, "source"), compared(&back, "target"));
    assert_eq!(std::fs::read(target.key_file()).unwrap(), std::fs::read(other.data.join("secrets.key")).unwrap());
    for table in tables(&open(&instance.data, "metadata.db")) {
        if !NOT_COMPARED.contains(&&*table) {
            assert!(!rows(&instance.data, "metadata.db", &table).is_empty(), "the folder holds none of {table}");
            assert_eq!(
                rows(&instance.data, "metadata.db", &table),
                rows(&other.data, "metadata.db", &table),
                "{table}"
            );
        }
    }
    for table in [
        "sites",
        "pages",
        "events",
        "site_counters",
        "page_counters",
        "page_days",
        "site_days",
        "known_labels",
        "site_minutes",
        "crawler_days",
        "crawler_pages",
        "crawler_lines",
        "log_states",
        "log_batches",
    ] {
        let expected = rows(&instance.data, "events.db", table);
        assert!(!expected.is_empty(), "the folder holds none of {table}");
        assert!(expected == rows(&other.data, "events.db", table), "{table} differs");
    }
    assert_eq!(tables(&open(&instance.data, "metadata.db")), tables(&open(&other.data, "metadata.db")));
    assert_eq!(tables(&open(&instance.data, "events.db")), tables(&open(&other.data, "events.db")));

    let server = serve_on(&target, &instance);
    let after = answers(&server, &instance, filled);
    assert_eq!(differences(&before, &after), Vec::<String>::new());
    assert_eq!(server.terminate().0, 0);
    assert_eq!(run_on(&target, &instance, &["export", "events", "--site", &filled.site, "-"], "").stdout, exported);
    assert_eq!(run_on(&target, &instance, &["audit", "verify", "--json"], "").json()["intact"], true);
    assert_eq!(run_on(&target, &instance, &["doctor", "--json"], "").json()["healthy"], true);

    let server = serve(&other);
    let after = answers(&server, &other, filled);
    assert_eq!(differences(&before, &after), Vec::<String>::new());
    assert_eq!(server.terminate().0, 0);
    assert_eq!(other.run(&["export", "events", "--site", &filled.site, "-"]).stdout, exported);
    assert_eq!(other.json(&["doctor"])["healthy"], true);
}

#[test]
fn after_each_move_a_repeat_is_one_and_new_events_of_several_sites_go_on_counting() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let sites = [instance.site(&org), instance.site(&org)];
    let send = |server: &Server, numbers: Range<u32>| {
        for number in numbers {
            let event = json!({ "siteId": sites[number as usize % 2], "type": "view", "url": format!("https://example.com/{number}"),
                "eventId": format!("0193a1b2-c3d4-7abc-8def-{number:012x}") });
            let answer = server.post("/api/v1/events", &["Origin: https://example.com"], &event);
            assert_eq!(answer.status, 202, "{}", answer.body);
        }
    };
    let server = serve(&instance);
    send(&server, 0..6);
    assert_eq!(server.terminate().0, 0);

    let target = Target::new();
    // The folder has not encrypted anything yet, and has no key.
    std::fs::write(target.key_file(), [7; 32]).unwrap();
    check_same(&moved(&instance, &target).json());
    let server = serve_on(&target, &instance);
    send(&server, 3..12);
    assert_eq!(server.terminate().0, 0);
    assert_eq!(target.number("SELECT COUNT(*) FROM events"), 12, "events that were moved are known");
    assert!(target.number("SELECT COUNT(*) - COUNT(DISTINCT place) FROM events") > 0, "places of two sites are equal");

    let other = Instance::new();
    check_same(&moved_back(&target, &other).json());
    let server = serve(&other);
    send(&server, 6..15);
    assert_eq!(server.terminate().0, 0);
    let events = open(&other.data, "events.db");
    let number = |sql: &str| -> i64 { events.query_row(sql, [], |row| row.get(0)).unwrap() };
    assert_eq!(number("SELECT COUNT(*) FROM events"), 15);
    assert_eq!(number("SELECT COUNT(*) FROM events e JOIN pages p ON p.id = e.page AND p.site = e.site"), 15);
    assert_eq!(number("SELECT SUM(views) FROM page_days d JOIN pages p ON p.id = d.page AND p.site = d.site"), 15);
    assert_eq!(other.json(&["doctor"])["healthy"], true);
    // And to PostgreSQL again, with what was stored in the meantime.
    check_same(&moved(&other, &Target::new()).json());
}
