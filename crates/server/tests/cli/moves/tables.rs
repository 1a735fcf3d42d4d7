//! Every table of both databases is compared after a move, or listed with a reason. A move is refused if only one of
//! them has a table or column.

use std::collections::BTreeSet;

use askline_store::moving::NOT_CARRIED;

use super::{
    answers::compared,
    filled::{self, open, tables},
    target::{Target, moved},
};

/// The tables of events in a folder, and their names on PostgreSQL.
const EVENTS: [(&str, &str); 14] = [
    ("sites", "event_books"),
    ("pages", "event_pages"),
    ("site_days", "event_site_days"),
    ("site_minutes", "event_site_minutes"),
    ("crawler_days", "event_crawler_days"),
    ("crawler_pages", "event_crawler_pages"),
    ("crawler_lines", "event_crawler_lines"),
    ("log_states", "event_log_states"),
    ("log_batches", "event_log_batches"),
    ("known_labels", "event_labels"),
    ("site_counters", "event_site_counters"),
    ("page_days", "event_page_days"),
    ("page_counters", "event_page_counters"),
    ("events", "events"),
];

#[test]
fn every_table_of_both_engines_is_compared_or_its_reason_is_known() {
    let (instance, _) = filled::copy();
    let target = Target::new();
    let there = moved(&instance, &target).json();
    let compared: BTreeSet<&str> = compared(&there, "what").iter().map(|what| what.as_str().unwrap()).collect();
    let mut reasons: BTreeSet<&str> = NOT_CARRIED.iter().map(|(table, _)| *table).collect();
    // The tables of a move are dropped when it ends, and SQLite's internal table is not listed below.
    for table in ["unfinished_move", "unfinished_move_pages", "sqlite_sequence"] {
        assert!(reasons.remove(table), "{table}");
    }
    let mut unused = reasons.clone();
    let mut check = |table: &str, name: &str| {
        if reasons.contains(table) {
            unused.remove(table);
        } else {
            assert!(compared.contains(name), "{table} is neither compared nor in the list of reasons");
        }
    };
    let days = "SELECT c.relname::text FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition";
    let on_postgresql = target.texts(days);
    assert!(on_postgresql.len() > 40);
    on_postgresql.iter().for_each(|table| check(table, table));
    for table in tables(&open(&instance.data, "metadata.db")).iter().filter(|table| !table.starts_with("sqlite_")) {
        check(table, table);
    }
    for table in tables(&open(&instance.data, "events.db")).iter().filter(|table| !table.starts_with("sqlite_")) {
        check(table, EVENTS.iter().find(|(here, _)| here == table).map_or(table, |(_, there)| there));
    }
    assert_eq!(unused, BTreeSet::new(), "reasons for tables that do not exist");
}

#[test]
fn a_table_or_column_that_only_one_engine_has_is_named_and_nothing_is_moved() {
    let (instance, _) = filled::copy();
    let change = |file: &str, sql: &str| open(&instance.data, file).execute_batch(sql).unwrap();
    for (file, made, undone, name) in [
        ("metadata.db", "CREATE TABLE later (a INTEGER) STRICT", "DROP TABLE later", "later"),
        (
            "metadata.db",
            "ALTER TABLE sites ADD COLUMN later TEXT",
            "ALTER TABLE sites DROP COLUMN later",
            "sites.later",
        ),
        ("events.db", "CREATE TABLE later (a INTEGER) STRICT", "DROP TABLE later", "later"),
        (
            "events.db",
            "ALTER TABLE events ADD COLUMN later TEXT",
            "ALTER TABLE events DROP COLUMN later",
            "events.later",
        ),
    ] {
        let target = Target::new();
        change(file, made);
        moved(&instance, &target).refused(1, &["the layouts differ", name]);
        assert_eq!(target.number("SELECT COUNT(*) FROM users"), 0);
        change(file, undone);
    }
    for (made, name) in [
        ("CREATE TABLE later (a BIGINT)", "later"),
        ("ALTER TABLE sites ADD COLUMN later TEXT", "sites.later"),
        ("ALTER TABLE event_page_days ADD COLUMN later BIGINT", "page_days has no column later"),
        (
            "ALTER TABLE users ALTER COLUMN mail_refused TYPE BOOLEAN USING NULL",
            "users.mail_refused is of the type boolean",
        ),
    ] {
        let target = Target::new();
        super::target::run_on(&target, &instance, &["org", "list"], "");
        std::fs::copy(instance.data.join("secrets.key"), target.key_file()).unwrap();
        assert_eq!(super::target::run_on(&target, &instance, &["org", "list"], "").code, 0);
        target.run(made);
        moved(&instance, &target).refused(1, &["the layouts differ", name]);
    }
}
