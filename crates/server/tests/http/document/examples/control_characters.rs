//! No text of a request may have a control character. The tour runs again; before each request, each text of its body is
//! sent with one.

use std::collections::BTreeSet;

use askline_api::pipeline::route_table::policy::Policy;
use futures_util::{FutureExt as _, future::BoxFuture};
use serde_json::Value;

use super::{
    recorder::{Asked, Recorder},
    tour,
};

/// Texts that may have any character, with the reason.
const FREE: [(&str, &str); 5] = [
    ("password", "passwords are only hashed"),
    ("newPassword", "passwords are only hashed"),
    ("currentPassword", "passwords are only hashed"),
    ("credential", "what a device made is verified by its signature"),
    ("fingerprint", "it is only compared, with that of the description that was shown"),
];
/// Operations that take any text, with the reason.
const TAKE_ANY: [(&str, &str); 4] = [
    ("send_events", "the texts of readers' pages are cleaned and not refused"),
    ("test_rules", "it decides about a reader's page as the widget does, and stores nothing"),
    ("report_leaked_api_key", "the answer is the same for every text, and only keys are revoked"),
    ("request_password_reset", "the answer is the same for every text, and only accounts get an email"),
];

/// The paths of the texts in a value, as JSON pointers.
fn texts(value: &Value, pointer: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(pointer.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| texts(item, &format!("{pointer}/{index}"), found));
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| texts(member, &format!("{pointer}/{name}"), found));
        }
        _ => {}
    }
}

fn rehearse<'r>(recorder: &'r Recorder, asked: &'r Asked<'_>, policy: &'static Policy) -> BoxFuture<'r, bool> {
    async move {
        let Some(body) =
            asked.sent_body().filter(|_| !TAKE_ANY.iter().any(|(operation, _)| *operation == policy.operation))
        else {
            return false;
        };
        let mut found = Vec::new();
        texts(body, "", &mut found);
        let is_free = |pointer: &String| FREE.iter().any(|(name, _)| pointer.split('/').any(|member| member == *name));
        found.retain(|pointer| !is_free(pointer));
        for pointer in &found {
            let mut altered = body.clone();
            let text = altered.pointer_mut(pointer).expect("its own path");
            // In the middle, where nothing trims it.
            let before = text.as_str().expect("a text").to_owned();
            let half = before.char_indices().nth(before.chars().count() / 2).map_or(0, |(index, _)| index);
            *text = Value::from(format!("{}\u{1}{}", &before[..half], &before[half..]));
            let answer = recorder.sent(&asked.clone().body(altered)).await;
            let place = format!("{} {pointer}", policy.operation);
            let status = answer.status.as_u16();
            assert!((400..500).contains(&status) && status != 409, "{place}: {}", answer.text);
        }
        !found.is_empty()
    }
    .boxed()
}

#[tokio::test]
async fn no_text_of_a_body_is_accepted_with_a_control_character() {
    if std::env::var_os("ASKLINE_TEST_STORES").is_some() {
        return;
    }
    let rehearsed: BTreeSet<&str> = tour::rehearsed(rehearse).await;
    assert!(rehearsed.len() > 40, "{rehearsed:?}");
}
