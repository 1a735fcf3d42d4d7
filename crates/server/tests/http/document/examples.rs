//! The examples of the OpenAPI document: recorded requests and responses. A tour through every operation makes them.
//!
//! `crates/api/src/openapi/examples.json` contains them. When a response changes, the tour no longer matches the file, and the
//! test says how to record it again.

mod control_characters;
mod plain_values;
mod recorder;
mod rights_taken_away;
mod tour;

use std::collections::{BTreeMap, BTreeSet};

use askline_api::routes;
use askline_domain::{identity::token::is_session_token, keys::digest_of_well_formed};
use serde_json::Value;

/// The file with the examples.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../api/src/openapi/examples.json");
/// If this variable is set, the tour writes the file instead of comparing it.
const WRITE: &str = "ASKLINE_WRITE_EXAMPLES";

#[tokio::test]
async fn the_documents_examples_are_what_the_service_takes_and_answers() {
    let recorded = tour::recorded().await;
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(FILE, format!("{}\n", serde_json::to_string_pretty(&recorded).unwrap())).unwrap();
        return;
    }
    check_stored(&recorded);
}

/// Only on PostgreSQL, since SQLite does not roll changes back on its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_answers_the_same_when_each_change_is_rolled_back_and_made_again() {
    if std::env::var_os("ASKLINE_TEST_STORES").is_none_or(|stores| stores == "files") {
        return;
    }
    let (recorded, begun) = tour::recorded_over_rolled_back_changes().await;
    assert!(begun > 100, "{begun} changes");
    check_stored(&recorded);
}

fn check_stored(recorded: &BTreeMap<String, Value>) {
    let text = format!("{}\n", serde_json::to_string_pretty(recorded).unwrap());
    let stored = std::fs::read_to_string(FILE).unwrap();
    let stored_by_operation: Value = serde_json::from_str(&stored).unwrap();
    let changed: Vec<&String> = recorded
        .iter()
        .filter(|(name, now)| stored_by_operation[name.as_str()] != **now)
        .map(|(name, _)| name)
        .collect();
    assert!(
        stored == text,
        "examples differ from what the service answers now, of {changed:?}. If that is meant, record them again: \
         {WRITE}=1 cargo test -p askline-server --test http examples"
    );
}

#[test]
fn every_operation_has_an_example_of_what_it_takes_and_of_what_it_answers() {
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    let document: Value = serde_json::from_slice(&askline_api::routes::documents::openapi_json()).unwrap();
    let table = routes::table();
    let named: BTreeSet<&str> = stored.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(named, table.policies().map(|policy| policy.operation).collect(), "the tour visits every operation");
    for policy in table.policies() {
        let operation = &document["paths"][policy.path][policy.method.as_str().to_lowercase()];
        let has_example = |body: &Value| {
            let content = body["content"].as_object();
            content.is_none_or(|content| content.values().any(|content| content.get("example").is_some()))
        };
        let name = policy.operation;
        assert!(has_example(&operation["requestBody"]), "{name} has no example of its body");
        // The tour takes one of the ways on which an operation succeeds.
        let mut successes = [policy.success.as_str(), "202"].into_iter().map(|status| &operation["responses"][status]);
        assert!(successes.any(|response| !response.is_null() && has_example(response)), "{name} has no example");
    }
}

#[test]
fn no_example_holds_a_secret_that_could_be_a_real_one() {
    let stored = std::fs::read_to_string(FILE).unwrap();
    let words = || stored.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '+' | '/' | '=')));
    let keys: BTreeSet<&str> = words().filter(|word| word.starts_with("ak_") && word.len() > 20).collect();
    assert_eq!(keys, BTreeSet::from([plain_values::API_KEY]));
    assert!(digest_of_well_formed(plain_values::API_KEY).is_err(), "its checksum is wrong");
    let services: BTreeSet<&str> = words().filter(|word| word.starts_with("sv_") && word.len() > 20).collect();
    assert_eq!(services, BTreeSet::from([plain_values::SERVICE_TOKEN]));
    assert!(askline_domain::service_accounts::digest_of_well_formed(plain_values::SERVICE_TOKEN).is_err());
    let sources: BTreeSet<&str> = words().filter(|word| word.starts_with("lg_") && word.len() > 20).collect();
    assert_eq!(sources, BTreeSet::from([plain_values::LOG_TOKEN]));
    assert!(askline_domain::logs::source::digest_of_well_formed(plain_values::LOG_TOKEN).is_err());
    let tokens: BTreeSet<&str> = words().filter(|word| is_session_token(word)).collect();
    assert_eq!(tokens, BTreeSet::from([plain_values::SESSION_TOKEN]));
    let secrets: BTreeSet<&str> = words().filter(|word| word.starts_with("whsec_")).collect();
    assert_eq!(secrets, BTreeSet::from([plain_values::WEBHOOK_SECRET]));
}
