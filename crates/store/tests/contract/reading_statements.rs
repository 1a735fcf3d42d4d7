//! Every statement that reads metadata finds its rows by an index.
//!
//! The statements come from the sources, and each database says how it would run them. A statement that reads a whole
//! table, or on SQLite sorts rows of which it needs a few, is listed with the reason for which that is right.

use std::{fs, path::Path};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::{
    backend::{Backend as _, Sqlite},
    postgres::Postgres,
};

/// Statements without an index: their beginning, and why they may read all rows.
const LISTED: &[(&str, &str)] = &[
    ("WITH RECURSIVE keys (key_id) AS (SELECT MIN(key_id)", "the keys that the recursion found, each by an index"),
    ("SELECT COALESCE(org_id, '') AS org_id, COUNT(*)", "the rows of a subquery, which has a limit"),
    ("SELECT COUNT(*) FROM (SELECT 1 FROM pending_members", "the rows of a subquery, which has a limit"),
    ("SELECT COUNT(*) FROM sqlite_schema", "the tables of the layout"),
    ("SELECT 1 FROM sqlite_schema", "the tables of the layout"),
    ("SELECT id, url FROM webhooks WHERE sealed_url IS NULL", "at the upgrade of a release without sealed URLs"),
    ("SELECT * FROM webhooks WHERE sealed_url IS NOT NULL", "at a check of the key, by a command"),
    ("SELECT (SELECT COALESCE(MAX(id), 0) FROM changes)", "changes_removed has one row"),
    ("SELECT org_id FROM (SELECT org_id FROM audit_chain_heads", "a command that verifies every chain"),
    ("SELECT $1 AS site_id, json_group_array(id)", "lists of one site, each found by an index"),
    ("SELECT failing_since_ms, failure", "mail_state has one row; mails that wait are counted once a minute"),
    ("SELECT * FROM sign_of_life", "one row"),
    ("SELECT 1 FROM webhooks UNION ALL", "ends at the first row"),
    ("SELECT * FROM users WHERE email IN", "sorts two rows at most"),
    ("SELECT m.user_id, 0 AS waiting", "sorts the accounts of two addresses"),
    ("SELECT s.run_id, s.monitor_id, s.engine", "the rows of a subquery, which has a limit"),
    ("SELECT s.run_id, CAST(SUM(s.samples", "the rows of a subquery, which has a limit"),
    (
        "SELECT * FROM channel_messages WHERE channel_id = $1 AND kind = $2",
        "sorts the digests of two days of a channel",
    ),
    ("SELECT * FROM channel_messages WHERE digest_id", "sorts the messages of one digest, at most 20"),
    (
        "SELECT s.id, s.domain FROM sites s LEFT JOIN robots_files r",
        "once an hour, for the sites with a log or with pages that are read",
    ),
    ("SELECT m.id, s.org_id FROM monitors m JOIN sites s", "once a minute, for the monitors that are due"),
];
/// Those of PostgreSQL alone.
const ON_POSTGRES: &[(&str, &str)] = &[
    ("SELECT instance::text FROM deployment", "one row"),
    ("SELECT sealing_key FROM deployment", "one row"),
    ("SELECT pg_snapshot_xmin(", "changes_removed has one row"),
];
/// Fewer would mean that the search in the sources no longer finds them.
const LEAST_STATEMENTS: usize = 100;

/// Adds the texts of a source file that begin a statement which reads.
fn add_statements(source: &str, found: &mut Vec<String>) {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    // Lines that continue a text begin with its next word.
    let joined = lines.join("\n").replace("\\\n", "");
    for (start, _) in joined.match_indices('"') {
        let text = &joined[start + 1..];
        if !(text.starts_with("SELECT ") || text.starts_with("WITH ")) {
            continue;
        }
        let end = text.match_indices('"').find(|(at, _)| !text[..*at].ends_with('\\')).map_or(text.len(), |(at, _)| at);
        found.push(without_names(&text[..end].replace("\\\"", "\"")));
    }
}

/// The statement with `*` in place of the names of lists of columns, which the program fills in.
fn without_names(text: &str) -> String {
    let mut rest = text;
    let mut statement = String::new();
    while let Some((before, after)) = rest.split_once('{') {
        statement.push_str(before);
        match after.split_once('}') {
            Some((name, after)) if name.chars().all(|c| c.is_ascii_alphanumeric() || "_:.()".contains(c)) => {
                statement.push('*');
                rest = after;
            }
            _ => {
                statement.push('{');
                rest = after;
            }
        }
    }
    (statement + rest).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn visit(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            add_statements(&fs::read_to_string(&path).unwrap(), found);
        }
    }
}

fn statements() -> Vec<String> {
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/metadata"), &mut found);
    found.sort();
    found.dedup();
    found
}

/// The number of values of a statement: `$1`, `$2` and so on.
fn values(statement: &str) -> usize {
    let numbers = statement.split('$').skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect());
    numbers.filter_map(|number: String| number.parse().ok()).max().unwrap_or(0)
}

/// Fails if a statement reads all rows and is not listed.
fn assert_listed(explained: usize, reading_all: &[(String, String)]) {
    assert!(explained > LEAST_STATEMENTS, "{explained}");
    let is_listed =
        |statement: &str| LISTED.iter().chain(ON_POSTGRES).any(|(beginning, _)| statement.starts_with(beginning));
    let unlisted: Vec<_> = reading_all.iter().filter(|(statement, _)| !is_listed(statement)).collect();
    assert!(unlisted.is_empty(), "give these an index, or list them with a reason:\n{unlisted:#?}");
}

#[tokio::test]
async fn every_statement_that_reads_finds_its_rows_by_an_index_of_sqlite() {
    let backend = Sqlite::empty().await;
    let file = rusqlite::Connection::open(backend.dir().join("metadata.db")).unwrap();
    let (mut explained, mut reading_all) = (0, Vec::new());
    for statement in statements() {
        // Parts of longer statements, and those for PostgreSQL, are no statements of SQLite.
        let Ok(mut plan) = file.prepare(&format!("EXPLAIN QUERY PLAN {statement}")) else { continue };
        explained += 1;
        let nulls = vec![rusqlite::types::Null; plan.parameter_count()];
        let steps = plan.query_map(rusqlite::params_from_iter(nulls), |row| row.get(3)).unwrap();
        let steps: Vec<String> = steps.map(Result::unwrap).collect();
        let reads_all = |step: &&String| {
            step.starts_with("SCAN")
                && !step.contains("INDEX")
                && !step.contains("CONSTANT")
                && !step.contains("VIRTUAL")
        };
        let sorts = |step: &&String| *step == "USE TEMP B-TREE FOR ORDER BY" && statement.contains(" LIMIT ");
        if let Some(step) = steps.iter().find(|step| reads_all(step) || sorts(step)) {
            reading_all.push((statement.clone(), step.clone()));
        }
    }
    assert_listed(explained, &reading_all);
    let is_needed = |beginning: &str| reading_all.iter().any(|(statement, _)| statement.starts_with(beginning));
    let unneeded: Vec<_> =
        LISTED.iter().map(|(beginning, _)| beginning).filter(|beginning| !is_needed(beginning)).collect();
    assert!(unneeded.is_empty(), "these use an index: {unneeded:?}");
}

mod on_postgres {
    use super::*;

    #[tokio::test]
    async fn every_statement_that_reads_finds_its_rows_by_an_index_of_postgresql() {
        let backend = Postgres::empty().await;
        let mut connection = PgConnection::connect(&backend.url()).await.unwrap();
        // Empty tables would be read as a whole.
        let settings = "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan";
        sqlx::raw_sql(settings).execute(&mut connection).await.unwrap();
        let (mut explained, mut reading_all) = (0, Vec::new());
        for statement in statements() {
            let prepared = format!("PREPARE explained AS {statement}");
            if sqlx::raw_sql(AssertSqlSafe(prepared)).execute(&mut connection).await.is_err() {
                continue;
            }
            explained += 1;
            let nulls = vec!["NULL"; values(&statement)].join(", ");
            let explain = if nulls.is_empty() {
                "EXPLAIN EXECUTE explained".to_owned()
            } else {
                format!("EXPLAIN EXECUTE explained({nulls})")
            };
            let plan: Vec<String> =
                sqlx::query_scalar(AssertSqlSafe(explain)).fetch_all(&mut connection).await.unwrap();
            sqlx::raw_sql("DEALLOCATE explained").execute(&mut connection).await.unwrap();
            if let Some(step) = plan.iter().find(|step| step.contains("Seq Scan on ") && !step.contains(" pg_")) {
                reading_all.push((statement, step.trim().to_owned()));
            }
        }
        assert_listed(explained, &reading_all);
    }
}
