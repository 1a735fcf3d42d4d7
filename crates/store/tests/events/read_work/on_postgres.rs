//! The pages of tables and indexes that each statement on events reads from PostgreSQL.

use askline_app::ports::whole_stores::Database as _;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::{METHODS, Measured, TIMES, assert_bounded, call, fill};
use crate::{
    backend::{Backend as _, Postgres},
    postgres_server::Server,
};

/// Pages of 8 KiB that do not count: a few more levels of a few indexes, catalogs, and a page for each of the fifty rows of a
/// list. A table with all rows has at least a thousand.
const NOT_COUNTED: u64 = 100;
/// Statements that read a whole table: their beginning, and why.
const WHOLE_TABLE: [(&str, &str); 2] = [
    (
        "SELECT site, removed_before, forgotten_before FROM event_books",
        "one server, once an hour: how far the removals of each site have come",
    ),
    ("DELETE FROM event_turns t WHERE changed <", "when a site is removed; the table has one short row for each site"),
];
/// For each row of a site's table, rows of many other sites, 20,000 in total. The tables of raw events and of ids are not among
/// them.
const OTHER_SITES: &str = "DO $$
DECLARE
    copied RECORD;
    rows BIGINT;
BEGIN
    FOR copied IN
        SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns,
            string_agg(CASE a.attname WHEN 'site' THEN 'decode(md5(t.site || n::text::bytea), ''hex'')'
                ELSE 't.' || quote_ident(a.attname) END, ', ' ORDER BY a.attnum) AS values
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'event\\_%'
            AND c.relname <> 'event_ids'
        GROUP BY c.relname
    LOOP
        EXECUTE format('SELECT count(*) FROM %I', copied.name) INTO rows;
        CONTINUE WHEN rows = 0;
        EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %I t, generate_series(1, %s / %s) n',
            copied.name, copied.columns, copied.values, copied.name, 20000, rows);
    END LOOP;
END $$";
/// The large site's own raw events of today, and ids of other sites. The other site keeps its few events.
const OWN_EVENTS: &str = "
    INSERT INTO events (site, day, place, event_id, at, hour, page, path, title, referrer, type, label, detail, detail_id)
        SELECT site, day, place + 100000 * n, decode(md5(event_id || n::text::bytea), 'hex'), at, hour, page, path, title, referrer, type,
            label, detail, detail_id
        FROM events, generate_series(1, {times}) n
        WHERE site = (SELECT site FROM events GROUP BY site ORDER BY count(*) DESC LIMIT 1);
    UPDATE event_books SET next_place = next_place + 100000 * {times};
    INSERT INTO event_ids (digest, site, taken) SELECT digest + n, site + n, taken FROM event_ids, generate_series(1, {times}) n";

/// Runs statements.
async fn run(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.unwrap();
}

/// The statements since the last reset that read, with the pages that a call read.
async fn statements(connection: &mut PgConnection) -> Measured {
    let found: Vec<(String, i64)> = sqlx::query_as(
        "SELECT regexp_replace(query, '\\s+', ' ', 'g'), max((shared_blks_hit + shared_blks_read) / calls)::bigint
         FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
         WHERE d.datname = current_database() AND query ~* '^\\s*(select|with|insert|update|delete)'
             AND query !~ 'pg_stat_statements|pg_catalog|pg_class|pg_inherits'
         GROUP BY 1",
    )
    .fetch_all(connection)
    .await
    .unwrap();
    let is_listed = |statement: &str| WHOLE_TABLE.iter().any(|(beginning, _)| statement.starts_with(beginning));
    let found = found.into_iter().filter(|(statement, _)| !is_listed(statement));
    found.map(|(statement, pages)| (statement, pages.unsigned_abs())).collect()
}

async fn measure(backend: &Postgres, next_event: &mut u128) -> Vec<(&'static str, Measured)> {
    let mut connection = PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap();
    run(&mut connection, "VACUUM ANALYZE").await;
    let store = backend.open().await;
    let mut measured = Vec::new();
    for method in METHODS {
        // The first call fills the caches of the connections.
        call(&store, method, next_event).await;
        run(&mut connection, "SELECT pg_stat_statements_reset()").await;
        call(&store, method, next_event).await;
        measured.push((method, statements(&mut connection).await));
    }
    store.close().await;
    measured
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_statement_reads_no_more_pages_with_a_hundred_times_as_many_rows() {
    let server = Server::start_with("shared_preload_libraries = pg_stat_statements\nautovacuum = off").await;
    let backend = Postgres::on(Box::leak(Box::new(server)), "work").await;
    let mut connection = PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap();
    run(&mut connection, "CREATE EXTENSION pg_stat_statements").await;
    let store = backend.open().await;
    fill(&store).await;
    store.close().await;
    let mut next_event = 0;
    let few = measure(&backend, &mut next_event).await;
    run(&mut connection, OTHER_SITES).await;
    run(&mut connection, &OWN_EVENTS.replace("{times}", &(TIMES - 1).to_string())).await;
    let many = measure(&backend, &mut next_event).await;
    assert_bounded(&few, &many, NOT_COUNTED);
}
