//! Describes the headers of responses. Some are on every response, others on a route's success or on refusals with a status.

use serde_json::{Map, Value, json};

use crate::pipeline::{error::Code, route_table::policy::Policy};

/// The headers of the success of a route.
pub(super) fn of_success(policy: &Policy) -> Value {
    let mut headers = of_every_answer(policy);
    let mut add = |name: &str| {
        let (description, schema) = described(name);
        headers.insert(name.into(), json!({ "description": description, "schema": schema }));
    };
    if policy.idempotent {
        add("Idempotency-Replayed");
    }
    if policy.revalidates || policy.conditional {
        add("ETag");
    }
    if policy.location.is_some() {
        add("Location");
    }
    if policy.paged {
        add("Link");
    }
    if policy.downloads.types.iter().any(|media_type| *media_type != "application/json") {
        add("Content-Disposition");
    }
    policy.headers.iter().for_each(|name| add(name));
    Value::Object(headers)
}

/// The headers of a refusal with one of these codes, which have the same status. A refusal is never replayed, so it has no
/// `Idempotency-Replayed`.
pub(super) fn of_refusal(policy: &Policy, status: u16, codes: &[Code]) -> Value {
    let mut headers = of_every_answer(policy);
    let mut add = |name: &str, required: bool| {
        let (description, schema) = described(name);
        headers.insert(name.into(), json!({ "required": required, "description": description, "schema": schema }));
    };
    if status == 401 {
        add("WWW-Authenticate", true);
    }
    if matches!(status, 429 | 503) {
        add("Retry-After", true);
    }
    if codes.contains(&Code::IdempotencyInProgress) {
        add("Retry-After", false);
    }
    Value::Object(headers)
}

fn of_every_answer(policy: &Policy) -> Map<String, Value> {
    let mut names = vec![
        "X-Request-Id",
        "Cache-Control",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "RateLimit",
        "RateLimit-Policy",
        "X-Content-Type-Options",
    ];
    if policy.any_origin {
        names.extend(["Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Cross-Origin-Resource-Policy"]);
    }
    let header = |name: &str| {
        let (description, schema) = described(name);
        (name.to_owned(), json!({ "required": true, "description": description, "schema": schema }))
    };
    names.into_iter().map(header).collect()
}

/// The description and the schema of a header.
fn described(name: &str) -> (&'static str, Value) {
    let text = json!({ "type": "string" });
    let whole = json!({ "type": "integer" });
    match name {
        "X-Request-Id" => ("Equals `meta.requestId`.", json!({ "type": "string", "pattern": "^req_[0-9a-z]{26}$" })),
        "Cache-Control" => ("`no-store`, unless caches may keep the response.", text),
        "X-RateLimit-Limit" => ("Requests per minute.", whole),
        "X-RateLimit-Remaining" => ("Requests that would be admitted now.", whole),
        "X-RateLimit-Reset" => ("The Unix time, in seconds, from which at least one more request is admitted.", whole),
        "RateLimit" => (
            "The same as a structured field (draft-ietf-httpapi-ratelimit-headers): `r` requests remain, and `t` seconds pass until \
             at least one is admitted.",
            text,
        ),
        "RateLimit-Policy" => ("The limit as a structured field: `q` requests in `w` seconds.", text),
        "X-Content-Type-Options" => {
            ("Browsers must not guess another media type.", json!({ "type": "string", "const": "nosniff" }))
        }
        "Access-Control-Allow-Origin" => {
            ("Pages of every origin may read the response.", json!({ "type": "string", "const": "*" }))
        }
        "Access-Control-Expose-Headers" => ("The headers that scripts of other origins may read.", text),
        "Cross-Origin-Resource-Policy" => {
            ("Pages of other origins may load the response.", json!({ "type": "string", "const": "cross-origin" }))
        }
        "Idempotency-Replayed" => (
            "`true` if this is the response to an earlier request with the same key.",
            json!({ "type": "string", "const": "true" }),
        ),
        "ETag" => ("Identifies the current state, for `If-None-Match` and, where it is accepted, `If-Match`.", text),
        "Location" => (
            "The address of what was created, or of what shows the progress of what was started; a path of this server.",
            json!({ "type": "string", "format": "uri-reference" }),
        ),
        "Link" => (
            "The address of the next page, with `rel=\"next\"` (RFC 8288). Missing on the last page, in files, and where it would be \
             longer than 2 KiB; `meta.pagination.nextCursor` is always there.",
            text,
        ),
        "Content-Disposition" => ("The name of a file with a table, a list or a log.", text),
        "Set-Cookie" => ("The dashboard's cookies.", text),
        "Clear-Site-Data" => ("Makes a browser drop its cached pages.", text),
        "X-Export-Truncated" => ("`true` if older entries than those in the file match, too.", text),
        "X-Vercel-Verify" => {
            ("For sources of the format `vercel`: the code in the request's header, or the source's.", text)
        }
        "X-Accel-Expires" => (
            "For nginx in front, which asks every time and keeps the response for when the service does not respond. No proxy \
             passes it on.",
            text,
        ),
        "WWW-Authenticate" => ("The authentication scheme.", json!({ "type": "string", "const": "Bearer" })),
        "Retry-After" => ("Whole seconds, at least 1.", json!({ "type": "integer", "minimum": 1 })),
        _ => unreachable!("a row names a header without a description: {name}"),
    }
}
