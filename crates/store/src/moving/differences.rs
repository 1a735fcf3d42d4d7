//! The differences between the tables of SQLite and PostgreSQL, each with its reason. Everything else must be equal:
//! see `carried`.

use crate::unfinished_move;

/// Tables that are not moved as they are, and why.
pub const NOT_CARRIED: [(&str, &str); 19] = [
    ("_sqlx_migrations", "the steps of each engine's own layout"),
    ("_sqlx_event_migrations", "the steps of PostgreSQL's layout of events"),
    (unfinished_move::TABLE, "how far this move came"),
    (unfinished_move::PAGE_NUMBERS, "belongs to this move"),
    ("changes", "news for running servers, which each engine numbers in its own way; a server that starts needs none"),
    ("changes_removed", "belongs to `changes`"),
    ("layouts", "which releases can read PostgreSQL's tables, as its steps say"),
    ("deployment", "the fingerprint of the key, which is compared, and the id of the database itself"),
    ("instance", "holds the two files of a folder together; PostgreSQL has its id in `deployment`"),
    ("nodes", "the servers that run on a database"),
    ("event_turns", "news for running servers"),
    ("event_page_raises", "waits for PostgreSQL's tables of pages, and is added to them before the move"),
    ("event_page_weeks", "sums of `event_page_days`, made from it"),
    ("event_ids", "digests of the ids of seven days: made from raw events in both directions"),
    ("sealed_runs", "SQLite's form of `event_ids`: digests, from which no id can be made"),
    ("sealed_ids", "belongs to `sealed_runs`"),
    ("removed_ids", "belongs to `sealed_runs`: digests of events that were removed"),
    (
        "counted_since",
        "tells recounts which kinds of counters an old file began late with; PostgreSQL began with all of them",
    ),
    ("sqlite_sequence", "SQLite's own"),
];
/// Columns that exist only in SQLite, and why.
pub(super) const NO_COLUMN: [(&str, &str, &str); 2] =
    [("events", "taken", "goes into `event_ids`"), ("sites", "identity", "equals `site` until the site is removed")];
/// Columns that exist only in PostgreSQL, and where their values come from.
pub(super) const MADE: [(&str, &str, &str); 6] = [
    ("event_books", "next_place", "follows from the events"),
    ("event_books", "next_page", "follows from the pages"),
    ("event_pages", "first_title", "events keep less where a page has one; those that come keep every title"),
    ("event_books", "page_raises", "nothing waits after a move"),
    ("event_books", "removed_before", "the first removal after a move looks at every day"),
    ("event_books", "forgotten_before", "the same for pages and labels"),
];
/// A table of events: its names on PostgreSQL and in the folder, the order of its rows in the folder, and the
/// expressions for columns that have another name there.
pub(super) struct EventTable {
    pub(super) name: &'static str,
    pub(super) in_folder: &'static str,
    pub(super) order: &'static str,
    pub(super) expressions: &'static [(&'static str, &'static str)],
}

const fn of_events(
    name: &'static str,
    in_folder: &'static str,
    order: &'static str,
    expressions: &'static [(&'static str, &'static str)],
) -> EventTable {
    EventTable { name, in_folder, order, expressions }
}

/// The table of the sites that have events.
pub(super) const SITES: &str = "event_books";
/// The table of pages.
pub(super) const PAGES: &str = "event_pages";
/// The title of event `t` on page `p`. PostgreSQL stores it with the page if it is the page's first title.
pub(super) const TITLE: &str = "nullif(coalesce(t.title, p.first_title), '')";
/// The table of raw events.
pub(super) const EVENTS: &str = "events";

/// The tables in the order in which they are moved: the smaller ones first, so that a mistake is noticed early.
pub(super) const EVENT_TABLES: [EventTable; 14] = [
    of_events(SITES, "sites", "id", &[("site", "id")]),
    of_events(PAGES, "pages", "id", &[("page", "id")]),
    of_events("event_site_days", "site_days", "site, day", &[]),
    of_events("event_site_minutes", "site_minutes", "site, slot", &[]),
    of_events("event_log_states", "log_states", "site, source", &[]),
    of_events("event_log_batches", "log_batches", "site, source, name", &[]),
    of_events("event_crawler_lines", "crawler_lines", "site, at, number", &[]),
    of_events("event_crawler_days", "crawler_days", "site, day, crawler, purpose, evidence, status", &[]),
    of_events("event_crawler_pages", "crawler_pages", "site, day, path, crawler, purpose, evidence, status", &[]),
    of_events("event_labels", "known_labels", "site, kind, label, detail", &[]),
    of_events("event_site_counters", "site_counters", "site, kind, day, label, detail", &[]),
    of_events("event_page_days", "page_days", "site, day, page", &[]),
    of_events("event_page_counters", "page_counters", "site, day, page, kind, label, detail", &[]),
    of_events(
        EVENTS,
        "events",
        "seq",
        &[
            ("place", "seq"),
            ("detail", "CASE WHEN typeof(detail) = 'text' THEN detail END"),
            ("detail_id", "CASE WHEN typeof(detail) = 'blob' THEN detail END"),
        ],
    ),
];
