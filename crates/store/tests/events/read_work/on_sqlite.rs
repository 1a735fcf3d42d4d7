//! The instructions of each read of `events.db`.

use askline_app::ports::whole_stores::Database as _;
use rusqlite::Connection;

use super::{METHODS, Measured, TIMES, assert_bounded, call, fill};
use crate::backend::{Backend as _, Sqlite};

/// Instructions that do not count: those of a statement's beginning, which are counted by the hundred.
const NOT_COUNTED: u64 = 1_000;
/// Every table with rows of a site, and how a column gets another value in each copy. The sites have numbers below ten.
const COPIES: [(&str, &[(&str, &str)]); 12] = [
    ("pages", &[("id", "id + 1000000 * n"), ("site", "site + 10 * n")]),
    ("site_counters", &[("site", "site + 10 * n")]),
    ("page_counters", &[("site", "site + 10 * n")]),
    ("page_days", &[("site", "site + 10 * n")]),
    ("site_days", &[("site", "site + 10 * n")]),
    ("site_minutes", &[("site", "site + 10 * n")]),
    ("crawler_days", &[("site", "site + 10 * n")]),
    ("crawler_pages", &[("site", "site + 10 * n")]),
    ("crawler_lines", &[("site", "site + 10 * n")]),
    ("log_states", &[("site", "site + 10 * n")]),
    ("log_batches", &[("site", "site + 10 * n")]),
    // The site's own raw events of today.
    ("events", &[("seq", "seq + 100000 * n"), ("event_id", "randomblob(16)")]),
];
const ROWS: u32 = 100_000;
/// The other site keeps its few events.
const OF_THE_LARGE_SITE: &str =
    " WHERE t.site = (SELECT site FROM events GROUP BY site ORDER BY count(*) DESC LIMIT 1)";

/// Copies each table until it has [`ROWS`] rows: raw events within the site, everything else for other sites.
fn multiply(file: &Connection) {
    for (table, changed) in COPIES {
        let rows: u32 = file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        let mut columns = file.prepare(&format!("SELECT name FROM pragma_table_info('{table}')")).unwrap();
        let columns: Vec<String> = columns.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        let value = |column: &String| {
            let other = changed.iter().find(|(name, _)| name == column);
            other.map_or_else(|| format!("t.{column}"), |(_, value)| (*value).to_owned())
        };
        let values: Vec<String> = columns.iter().map(value).collect();
        let times = if table == "events" { TIMES - 1 } else { ROWS / rows.max(1) };
        let copy = format!(
            "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {times})
             INSERT INTO {table} ({}) SELECT {} FROM {table} t, copies{}",
            columns.join(", "),
            values.join(", "),
            if table == "events" { OF_THE_LARGE_SITE } else { "" }
        );
        assert!(rows > 0, "{table} has rows to copy");
        file.execute(&copy, []).unwrap();
    }
}

async fn measure(backend: &Sqlite, next_event: &mut u128) -> Vec<(&'static str, Measured)> {
    let store = backend.open().await;
    let mut measured = Vec::new();
    for method in METHODS {
        let before = store.instructions().unwrap();
        call(&store, method, next_event).await;
        let ran = store.instructions().unwrap() - before;
        measured.push((method, Measured::from([("instructions".to_owned(), ran)])));
    }
    store.close().await;
    measured
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_read_costs_no_more_instructions_with_a_hundred_times_as_many_rows() {
    let backend = Sqlite::empty().await;
    let store = backend.open().await;
    fill(&store).await;
    store.close().await;
    let mut next_event = 0;
    let few = measure(&backend, &mut next_event).await;
    multiply(&backend.file());
    let many = measure(&backend, &mut next_event).await;
    assert_bounded(&few, &many, NOT_COUNTED);
}
