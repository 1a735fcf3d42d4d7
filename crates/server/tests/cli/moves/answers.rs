//! The API's responses on every route that reads, except `NOT_ASKED`.

use std::collections::BTreeMap;

use jiff::{Timestamp, ToSpan as _};
use regex::Regex;
use serde_json::Value;

use super::filled::Filled;
use crate::instance::{Instance, Server};

/// Routes that are not called, because their responses change with time; each with its reason.
const NOT_ASKED: [(&str, &str); 3] = [
    ("/api/v1/analytics/{siteId}/live", "is about the last half hour, which goes on"),
    ("/api/v1/requests", "lists the requests of this test"),
    ("/api/v1/keys/{keyId}/usage", "counts the requests of this test"),
];
/// Fields that differ in each response.
const MASKED: &str = r#""(requestId|lastUsedAt|remaining|resetAt|reset|resetSeconds)":("[^"]*"|[0-9]+|null)"#;

/// Fields that depend on the time of the request, by a part of the path: when a session that was just used ends, when a
/// chain was verified, and when an export was made.
const MASKED_IN: [(&str, &str); 4] = [
    ("/api/v1/auth/sessions", r#""expiresAt":"[^"]*""#),
    ("/api/v1/me", r#""expiresAt":"[^"]*""#),
    ("/api/v1/audit/verify", r#""checkedAt":"[^"]*""#),
    ("/export", r#""generatedAt":"[^"]*","items""#),
];

/// The responses of a server, by caller and path.
pub fn answers(server: &Server, instance: &Instance, filled: &Filled) -> BTreeMap<String, String> {
    let masked = Regex::new(MASKED).unwrap();
    let of_paths = MASKED_IN.map(|(part, time)| (part, Regex::new(time).unwrap()));
    let callers = [("owner", vec![&*filled.owner]), ("key", vec![&*filled.key]), ("nobody", vec![])];
    let mut answers = BTreeMap::new();
    for path in paths(instance, filled) {
        for (caller, headers) in &callers {
            let answer = server.get(&path, headers);
            assert!(answer.status < 500, "{caller} {path}: {}", answer.body);
            let body = masked.replace_all(&answer.body, r#""$1":0"#);
            let own = of_paths.iter().filter(|(part, _)| path.contains(part));
            let body = own.fold(body.into_owned(), |body, (_, time)| time.replace_all(&body, "0").into_owned());
            answers.insert(format!("{caller} {path}"), format!("{} {body}", answer.status));
        }
    }
    let read = answers.values().filter(|answer| answer.starts_with("200 ")).count();
    assert!(read > 100, "only {read} of {} requests read something", answers.len());
    answers
}

/// The differences between the responses of two servers, for people.
pub fn differences(one: &BTreeMap<String, String>, other: &BTreeMap<String, String>) -> Vec<String> {
    assert!(one.keys().eq(other.keys()));
    let pairs = one.iter().zip(other.values()).filter(|((_, one), other)| one != other);
    pairs.map(|((path, one), other)| format!("{path}\n  {one}\n  {other}")).collect()
}

fn paths(instance: &Instance, filled: &Filled) -> Vec<String> {
    let day = |ago: i64| {
        let at = Timestamp::now() - (ago * 24).hours();
        at.to_string()[..10].to_owned()
    };
    // Only days that are over, since today may end between two requests.
    let days = format!("from={}&to={}", day(80), day(2));
    let routes = instance.json(&["routes"]);
    let mut paths = Vec::new();
    for route in routes["items"].as_array().unwrap() {
        let (method, path) = (route["method"].as_str().unwrap(), route["path"].as_str().unwrap());
        if method != "GET" || NOT_ASKED.iter().any(|(not, _)| *not == path) {
            continue;
        }
        let queries = match path {
            _ if path.ends_with('}') => vec![String::new()],
            _ if path.contains("/analytics/") || path.contains("/citations/") => {
                vec![days.clone(), format!("{days}&limit=100")]
            }
            _ => vec![String::new(), format!("orgId={}&limit=100", filled.org), "limit=5".into()],
        };
        for path in with_ids(path, filled) {
            paths.extend(queries.iter().map(|query| format!("{path}?{query}")));
        }
    }
    assert!(paths.len() > 150, "{paths:?}");
    paths
}

/// The paths of a route, with ids filled in.
fn with_ids(path: &str, filled: &Filled) -> Vec<String> {
    let Some((start, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (parameter, end) = rest.split_once('}').unwrap();
    filled.ids(parameter).into_iter().flat_map(|id| with_ids(&format!("{start}{id}{end}"), filled)).collect()
}

/// The value of a field in each comparison of a move.
pub fn compared<'m>(moved: &'m Value, field: &str) -> Vec<&'m Value> {
    moved["compared"].as_array().unwrap().iter().map(|one| &one[field]).collect()
}
