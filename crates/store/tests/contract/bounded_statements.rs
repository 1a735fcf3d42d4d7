//! Every statement that deletes or updates rows has a bound.
//!
//! It names one row by its key, or has a limit, or is listed here with the reason for which it touches few rows.

use std::{collections::BTreeMap, fs, path::Path};

use crate::backend::{Backend as _, Sqlite};

/// Statements that name neither one row nor a limit: their beginning, and why they touch few rows.
const BOUNDED: &[(&str, &str)] = &[
    ("DELETE FROM annotations WHERE site_id", "each one that Askline writes removes the few that became too old"),
    ("DELETE FROM account_tokens WHERE user_id", "an account has one token for each purpose"),
    ("DELETE FROM account_tokens WHERE email", "an address gets three links of sign-ups an hour, each for a day"),
    ("UPDATE sites SET install_told = 'stale' WHERE", "one site, by its id"),
    ("DELETE FROM oauth_tokens WHERE app_id", "an app has at most 100 access tokens, and one new one"),
    ("DELETE FROM connected_apps WHERE org_id", "a person has at most 50 apps in an organization"),
    ("DELETE FROM shared_link_sessions WHERE link_id", "a link has at most 200 sessions"),
    ("UPDATE channel_messages SET state = $2, sent_ms", "a digest gathers at most 20 messages"),
    ("DELETE FROM mails WHERE recipient_id", "a recipient is sent at most nine emails a day"),
    ("UPDATE recipient_reports SET wanted = 0", "a recipient has a row for each of two kinds"),
    ("DELETE FROM service_tokens WHERE account_id", "a service account has at most two tokens"),
    ("DELETE FROM linked_identities WHERE user_id", "an account has at most 20 linked identities"),
    ("DELETE FROM sessions WHERE identity_id", "an account has at most 100 sessions"),
    ("DELETE FROM one_time_tokens WHERE user_id", "an account has one"),
    ("DELETE FROM sessions WHERE user_id", "an account has at most 100 sessions"),
    ("DELETE FROM known_visitors WHERE user_id", "an account has few known browsers and addresses"),
    ("DELETE FROM passkeys WHERE user_id", "an account has at most 20"),
    ("DELETE FROM recovery_codes WHERE user_id", "an account has ten"),
    ("DELETE FROM sign_in_challenges WHERE user_id", "an account has at most 20"),
    ("UPDATE sign_of_life SET", "one row"),
    ("UPDATE sessions SET assurance", "an account has at most 100 sessions"),
    ("UPDATE known_visitors SET remembered_ms", "an account has few known browsers"),
    ("DELETE FROM log_ins WHERE user_id", "each sign-in removes the few beyond the limit"),
    ("DELETE FROM founded_organizations WHERE user_id", "the organizations that one account created"),
    ("DELETE FROM changes WHERE id <=", "a thousand rows collect between two removals"),
    ("DELETE FROM monitor_runs WHERE monitor_id = $1 AND finished_ms IS NULL", "a monitor has one open run"),
    ("DELETE FROM answer_sums WHERE run_id", "the sums of one run"),
    ("DELETE FROM cited_address_sums WHERE run_id", "the sums of one run"),
    ("DELETE FROM cited_address_sums WHERE (address_id", "the macro that continues it ends in a limit"),
    ("UPDATE citations SET is_summed = 1 WHERE run_id", "the answers of one run"),
    ("UPDATE citations SET credits_used = 0 WHERE run_id", "the answers of one run"),
    ("UPDATE answer_sums SET credits = 0 WHERE run_id", "the sums of one run"),
    ("DELETE FROM citation_urls WHERE citation_id", "the pages of one answer, at most 100"),
    ("DELETE FROM citation_pages WHERE citation_id", "the pages of one answer, at most 100"),
    ("DELETE FROM page_texts WHERE site_id = $1 AND read_ms", "each version removes the few that no longer fit"),
    ("UPDATE new_readings SET is_done", "a monitor has a few engines and versions"),
    ("UPDATE monitor_runs SET status = 'failed'", "a job has one run"),
    ("DELETE FROM generated_questions WHERE site_id", "a site has a limited number of questions"),
    ("DELETE FROM proposed_rules WHERE site_id", "a site has a limited number of proposals"),
    ("DELETE FROM site_configs WHERE site_id", "each new version removes the few beyond the limit"),
    ("DELETE FROM refused_origins WHERE site_id", "a site has a limited number of refused origins"),
    ("DELETE FROM config_requests WHERE site_id", "a site has a row for each of a limited number of days"),
    ("UPDATE citation_changes SET ended_ms", "each rate has one change that has not ended"),
    ("UPDATE pending_members SET digest = NULL", "an organization has at most 1,000 invited people"),
    ("UPDATE mail_state", "one row"),
    ("UPDATE changes_removed", "one row"),
    ("UPDATE jobs SET state = 'running'", "the jobs that one worker takes"),
    ("UPDATE jobs SET due_ms = due_ms WHERE state", "one email of an account gathers others"),
    ("UPDATE jobs SET due_ms = $1, ready_ms = $1 WHERE state", "the deliveries of one request, at most 500"),
    (
        "UPDATE webhook_deliveries SET next_attempt_ms = $1 WHERE webhook_id",
        "the deliveries of one request, at most 500",
    ),
];

/// The statements of a source file that delete or update rows.
fn statements(source: &str) -> Vec<String> {
    // Lines that continue a text begin with its next word.
    let joined: Vec<&str> = source.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let joined = joined.join("\n").replace("\\\n", "");
    let mut found = Vec::new();
    for (start, _) in joined.match_indices('"') {
        let text = &joined[start + 1..];
        if !(text.starts_with("DELETE FROM ") || text.starts_with("UPDATE ")) {
            continue;
        }
        let end = text.match_indices('"').find(|(at, _)| !text[..*at].ends_with('\\')).map_or(text.len(), |(at, _)| at);
        found.push(text[..end].split_whitespace().collect::<Vec<_>>().join(" "));
    }
    found
}

fn visit(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("member_sites_test.rs")
        {
            let source = fs::read_to_string(&path).unwrap();
            found.extend(statements(&source).into_iter().map(|statement| (path.display().to_string(), statement)));
        }
    }
}

/// Whether a statement names one row of a table with these key columns.
fn names_one_row(statement: &str, key: &[String]) -> bool {
    let equals =
        |column: &String| ["$", "(SELECT", "?"].iter().any(|value| statement.contains(&format!(" {column} = {value}")));
    !key.is_empty() && key.iter().all(equals)
}

#[tokio::test]
async fn every_statement_that_deletes_or_updates_rows_has_a_bound() {
    let backend = Sqlite::empty().await;
    let connection = rusqlite::Connection::open(backend.dir().join("metadata.db")).unwrap();
    let mut keys = BTreeMap::<String, Vec<String>>::new();
    let mut columns = connection
        .prepare(
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND c.pk > 0 ORDER BY m.name, c.pk",
        )
        .unwrap();
    let mut rows = columns.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        keys.entry(row.get(0).unwrap()).or_default().push(row.get(1).unwrap());
    }
    let mut found = Vec::new();
    visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/metadata"), &mut found);
    assert!(found.len() > 60, "{}", found.len());
    let mut used = vec![false; BOUNDED.len()];
    let mut unbounded = Vec::new();
    for (file, statement) in &found {
        let table =
            statement.trim_start_matches("DELETE FROM ").trim_start_matches("UPDATE ").split(' ').next().unwrap();
        let Some(key) = keys.get(table) else { continue };
        let listed = BOUNDED.iter().position(|(beginning, _)| statement.starts_with(beginning));
        match listed {
            Some(place) => used[place] = true,
            None if names_one_row(statement, key) || statement.contains(" LIMIT ") => {}
            None => unbounded.push(format!("{file}: {statement}")),
        }
    }
    assert!(unbounded.is_empty(), "bound these, or list them with a reason:\n{}", unbounded.join("\n"));
    let unused: Vec<_> =
        BOUNDED.iter().zip(used).filter(|(_, used)| !used).map(|((beginning, _), _)| beginning).collect();
    assert!(unused.is_empty(), "no statement begins like this: {unused:?}");
}
