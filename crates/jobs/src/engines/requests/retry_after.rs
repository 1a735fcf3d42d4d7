//! Reads how long an engine asks to wait. The forms are `Retry-After` in seconds or as a date, `retry-after-ms`, and Google's
//! `RetryInfo`.

use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use crate::engines::responses::json::{items, text};

/// The longest wait that is reported; a longer one is shortened to it. Monitors never wait that long.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(24);

/// The wait that a response asks for; `None` if it asks for none, or for one that is over.
pub fn wait_of(headers: &HeaderMap, body: &Value) -> Option<SignedDuration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let wait = header("retry-after-ms")
        .and_then(|text| span(text, 1_000.0))
        .or_else(|| header(RETRY_AFTER.as_str()).and_then(|text| span(text, 1.0)))
        .or_else(|| until(header(RETRY_AFTER.as_str())?, header(DATE.as_str())?))
        .or_else(|| retry_info(body))?;
    (wait > SignedDuration::ZERO).then_some(wait.min(MAX_WAIT))
}

/// A duration from a number of units, where `of_a_second` units are a second. Engines also send fractions.
fn span(number: &str, of_a_second: f64) -> Option<SignedDuration> {
    let number: f64 = number.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
    SignedDuration::try_from_secs_f64((number / of_a_second).min(MAX_WAIT.as_secs_f64())).ok()
}

/// The time from the response, sent at `now`, to `date`. Both come from the engine's clock, so ours does not matter.
fn until(date: &str, now: &str) -> Option<SignedDuration> {
    let moment = |text: &str| -> Option<Timestamp> { DateTimeParser::new().parse_timestamp(text).ok() };
    Some(moment(date)?.duration_since(moment(now)?))
}

/// `error.details[].retryDelay`, such as `46s` or `0.5s`.
fn retry_info(body: &Value) -> Option<SignedDuration> {
    let details = items(body, "/error/details").iter();
    details.filter_map(|detail| text(detail, "/retryDelay")?.strip_suffix('s')).find_map(|number| span(number, 1.0))
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    fn check(headers: &[(&str, &str)], expected_ms: Option<i64>) {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse::<HeaderName>().expect("a name"), value.parse().expect("a value")))
            .collect::<HeaderMap<HeaderValue>>();
        let wait = wait_of(&headers, &Value::Null);
        assert_eq!(wait.map(|wait| wait.as_millis()), expected_ms.map(i128::from), "{headers:?}");
    }

    #[test]
    fn a_wait_is_read_in_every_form_that_engines_use() {
        check(&[], None);
        check(&[("retry-after", "20")], Some(20_000));
        check(&[("retry-after", " 1.5 ")], Some(1_500));
        check(&[("retry-after-ms", "250"), ("retry-after", "1")], Some(250));
        let date = ("date", "Fri, 20 Nov 2026 10:00:00 GMT");
        check(&[("retry-after", "Fri, 20 Nov 2026 10:00:30 GMT"), date], Some(30_000));
        // Already over, without the engine's own time, or no wait at all.
        check(&[("retry-after", "Fri, 20 Nov 2026 09:00:30 GMT"), date], None);
        check(&[("retry-after", "Fri, 20 Nov 2026 10:00:30 GMT")], None);
        check(&[("retry-after", "0")], None);
        for nonsense in ["-1", "soon", "NaN", "inf", ""] {
            check(&[("retry-after", nonsense), date], None);
        }
        check(&[("retry-after", "1e300")], Some(86_400_000));
    }

    #[test]
    fn the_wait_of_google_is_in_the_body() {
        let body = |delay: &str| json!({ "error": { "details": [{ "@type": "x" }, { "retryDelay": delay }] } });
        let wait = |delay| wait_of(&HeaderMap::new(), &body(delay)).map(|wait| wait.as_millis());
        assert_eq!(wait("46s"), Some(46_000));
        assert_eq!(wait("0.5s"), Some(500));
        assert_eq!(wait("46"), None);
        assert_eq!(wait("é"), None);
    }
}
