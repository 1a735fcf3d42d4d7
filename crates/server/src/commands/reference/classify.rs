//! Says how Askline counts visits: by whom, and from where. Needs no data and no settings.

use std::io::{BufRead, Read as _};

use askline_domain::events::{
    crawler::{AUTOMATED_BROWSER, identify_crawler, identify_library},
    visit_source::classify_visit,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{commands::answer::print_line, failure::Failure};

/// The maximum length of a line in bytes; longer than any header that a browser sends.
const MAX_LINE_BYTES: u64 = 64 * 1024;
/// The host of the page that is visited, unless the line names one.
const PAGE_HOST: &str = "site.invalid";

/// One visit: who sends it, or where it comes from, or both.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Visit {
    user_agent: Option<String>,
    referrer: Option<String>,
    utm_source: Option<String>,
    utm_medium: Option<String>,
    page_host: Option<String>,
}

impl Visit {
    fn answer(&self) -> Value {
        let mut answer = json!({});
        if let Some(user_agent) = &self.user_agent {
            answer["sender"] = sender_of(user_agent);
        }
        if self.user_agent.is_none() || self.referrer.is_some() || self.utm_source.is_some() {
            let host = self.page_host.as_deref().unwrap_or(PAGE_HOST);
            let (referrer, source) = (self.referrer.as_deref(), self.utm_source.as_deref());
            let source = classify_visit(referrer, source, self.utm_medium.as_deref(), None, host);
            answer["source"] = json!(source.map(|source| json!({ "kind": source.kind, "name": source.name })));
        }
        answer
    }
}

/// Whether a user agent counts as a reader, a library, an automated browser or a crawler, and its name.
fn sender_of(user_agent: &str) -> Value {
    match (identify_crawler(user_agent), identify_library(user_agent)) {
        (Some(AUTOMATED_BROWSER), _) => json!({ "kind": "automated", "name": AUTOMATED_BROWSER.name }),
        (Some(crawler), _) => json!({ "kind": "crawler", "name": crawler.name, "purpose": crawler.purpose }),
        (None, Some(library)) => json!({ "kind": "library", "name": library }),
        (None, None) => json!({ "kind": "reader", "name": null }),
    }
}

/// Reads visits, one JSON object a line, and prints what each counts as, one JSON object a line in the same order.
pub fn classify(mut input: impl BufRead) -> Result<(), Failure> {
    for number in 1_u64.. {
        let mut line = String::new();
        let read = input.by_ref().take(MAX_LINE_BYTES + 1).read_line(&mut line);
        let read = read.map_err(|error| Failure::failed(format!("line {number} cannot be read: {error}")))?;
        if read == 0 {
            break;
        }
        if read as u64 > MAX_LINE_BYTES {
            return Err(Failure::misuse(format!("line {number} is longer than {MAX_LINE_BYTES} bytes")));
        }
        let visit: Visit = serde_json::from_str(&line).map_err(|error| {
            Failure::misuse(format!(
                "line {number} is no JSON object with userAgent, referrer, utmSource, utmMedium or pageHost: {error}"
            ))
        })?;
        print_line(&visit.answer().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer_to(visit: &Value) -> Value {
        serde_json::from_value::<Visit>(visit.clone()).expect("a visit").answer()
    }

    #[test]
    fn a_visit_is_classified_as_it_is_counted() {
        for (visit, expected) in [
            (
                json!({ "userAgent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/142.0.0.0" }),
                json!({ "sender": { "kind": "automated", "name": "automated browsers" } }),
            ),
            (
                json!({ "userAgent": "GPTBot/1.2" }),
                json!({ "sender": { "kind": "crawler", "name": "GPTBot", "purpose": "training" } }),
            ),
            (
                json!({ "userAgent": "curl/8.5.0", "referrer": "https://chatgpt.com/" }),
                json!({
                    "sender": { "kind": "library", "name": "curl" },
                    "source": { "kind": "ai_assistant", "name": "chatgpt" },
                }),
            ),
            (json!({ "referrer": "https://blog.example/", "pageHost": "blog.example" }), json!({ "source": null })),
            (json!({}), json!({ "source": { "kind": "direct", "name": "direct" } })),
        ] {
            assert_eq!(answer_to(&visit), expected, "{visit}");
        }
    }

    #[test]
    fn a_line_that_is_no_visit_is_named_by_its_number() {
        for lines in ["{}\nno visit\n", "{}\n[]\n", "{}\n{\"agent\":\"x\"}\n", "{}\n\n"] {
            let refused = classify(lines.as_bytes()).expect_err("a bad line").to_string();
            assert!(refused.contains("line 2"), "{refused}");
        }
        let long = format!("{{\"userAgent\":\"{}\"}}\n", "x".repeat(70_000));
        assert!(classify(long.as_bytes()).expect_err("too long").to_string().contains("line 1 is longer"));
    }
}
