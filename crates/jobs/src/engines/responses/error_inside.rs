//! Recognizes a response with 200 that contains an error instead of an answer.
//!
//! Some engines send one when they fail late, and so do proxies in front of them. It is read as a refusal.

use serde_json::Value;

use super::json::text;

/// Every answer of any engine has at least one of these fields.
const OF_ANSWERS: [&str; 5] = ["output", "content", "candidates", "choices", "promptFeedback"];
/// Words in the type of an error, and the status that each means.
const STATUSES: [(&str, u16); 7] = [
    ("authentication", 401),
    ("billing", 402),
    ("permission", 403),
    ("not_found", 404),
    ("rate_limit", 429),
    ("invalid_request", 400),
    ("overloaded", 529),
];
/// The status of an error that does not name one.
const UNSAID: u16 = 500;

/// The status that such a refusal should have had; `None` for an answer, and for a response that reports its own
/// status.
pub fn status_inside(body: &Value) -> Option<u16> {
    let is_answer = OF_ANSWERS.iter().any(|field| body.get(field).is_some()) || text(body, "/status").is_some();
    let error =
        body.get("error").filter(|error| error.is_object() || error.as_str().is_some_and(|text| !text.is_empty()));
    let error = error.filter(|_| !is_answer)?;
    let number = error.get("code").and_then(|code| code.as_u64().or_else(|| code.as_str()?.parse().ok()));
    let told = number.and_then(|number| u16::try_from(number).ok()).filter(|status| (400..600).contains(status));
    let kind = text(error, "/type").unwrap_or_default();
    let named = || STATUSES.iter().find(|(word, _)| kind.contains(word)).map(|(_, status)| *status);
    told.or_else(named).or(Some(UNSAID))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_error_has_the_status_that_it_names_and_an_answer_has_none() {
        for (body, status) in [
            (json!({ "error": { "message": "no", "code": "insufficient_quota" } }), Some(500)),
            (json!({ "type": "error", "error": { "type": "rate_limit_error", "message": "slow" } }), Some(429)),
            (json!({ "type": "error", "error": { "type": "overloaded_error" } }), Some(529)),
            (json!({ "error": { "code": 403, "status": "PERMISSION_DENIED" } }), Some(403)),
            (json!({ "error": { "code": "429" } }), Some(429)),
            (json!({ "code": "internal", "error": "Service unavailable" }), Some(500)),
            (json!({ "error": { "code": 7 } }), Some(500)),
            (json!({ "error": "" }), None),
            (json!({ "error": null, "output": [] }), None),
            (json!({ "error": { "code": "server_error" }, "status": "failed" }), None),
            (json!({ "error": { "code": 500 }, "candidates": [] }), None),
            (json!([]), None),
            (json!({}), None),
        ] {
            assert_eq!(status_inside(&body), status, "{body}");
        }
    }
}
