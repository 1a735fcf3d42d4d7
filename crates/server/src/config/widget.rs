//! `[widget]`: the URL from which pages load the widget. It may be a path on a customer's own site.

use url::{Host, Url};

use super::Layers;
use crate::{failure::Failure, own_addresses::is_own_address};

const KEY: &str = "widget.public_url";
const MAX_CHARACTERS: usize = 200;

/// The URL from which pages load the widget, without a slash at the end; `None` if the setting is empty.
pub(super) fn widget_url(layers: &Layers, public_url: Option<&str>) -> Result<Option<String>, Failure> {
    let text = layers.text(KEY, 0)?;
    if text.is_empty() {
        return Ok(None);
    }
    // The message repeats neither a long value, which would fill the log, nor user info, which may contain a password.
    if text.chars().count() > MAX_CHARACTERS {
        return Err(layers.bad_secret(KEY, &format!("at most {MAX_CHARACTERS} characters long")));
    }
    let url = match address(&text) {
        Ok(url) => url,
        Err(Fault::UserInfo) => return Err(layers.bad_secret(KEY, "an address without a user name or a password")),
        Err(Fault::Other(wanted)) => return Err(layers.bad(KEY, wanted)),
    };
    let first = url.path().split('/').nth(1).unwrap_or_default();
    if !first.is_empty() && is_own_address(first) {
        let wanted = format!("an address whose path does not begin with /{first} (a path of the server itself)");
        return Err(layers.bad(KEY, &wanted));
    }
    if let Some(public_url) = public_url
        && public_url.parse::<Url>().is_ok_and(|dashboard| shares_its_host(&url, &dashboard))
    {
        let wanted = format!(
            "on a host other than public_url ({public_url}; on the same host, any script of the site could act as the \
             person who is signed in to the dashboard, so the dashboard needs a host of its own)"
        );
        return Err(layers.bad(KEY, &wanted));
    }
    Ok(Some(url.as_str().trim_end_matches('/').to_owned()))
}

enum Fault {
    UserInfo,
    Other(&'static str),
}

/// Parses the URL. Checks the path in the text itself, since the parser silently resolves dots and converts backslashes.
fn address(text: &str) -> Result<Url, Fault> {
    const WANTED: &str = "an address such as https://example.com/askline";
    let url = Url::parse(text).map_err(|_| Fault::Other(WANTED))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Fault::UserInfo);
    }
    if !matches!(url.scheme(), "http" | "https") || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(Fault::Other(WANTED));
    }
    if text.contains(['?', '#']) {
        return Err(Fault::Other("an address such as https://example.com/askline, without a query or a fragment"));
    }
    let after_scheme = text.split_once("://").map(|(_, rest)| rest).ok_or(Fault::Other(WANTED))?;
    let path = after_scheme.split_once('/').map_or("", |(_, path)| path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_plain = |segment: &str| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
        !matches!(segment, "" | "." | "..") && segment.bytes().all(is_allowed)
    };
    if text.contains('\\') || !(path.is_empty() || path.split('/').all(is_plain)) {
        return Err(Fault::Other(
            "an address whose path has only letters, digits, - _ . ~ and single slashes, such as https://example.com/askline",
        ));
    }
    Ok(url)
}

/// Whether scripts or cookies of one host reach the other. Ports do not separate cookies. On this machine, where test
/// instances differ only in their ports, hosts with different ports count as different.
fn shares_its_host(widget: &Url, dashboard: &Url) -> bool {
    let is_this_machine = match widget.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    widget.host() == dashboard.host() && (!is_this_machine || widget.origin() == dashboard.origin())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{Flags, Settings};

    fn load(address: &str, public_url: &str) -> Result<Option<String>, String> {
        let environment = [("ASKLINE_WIDGET__PUBLIC_URL", address), ("ASKLINE_PUBLIC_URL", public_url)];
        let environment = environment.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let settings = Settings::load_from(&Flags::default(), environment);
        settings.map(|settings| settings.api.widget_url).map_err(|failure| failure.to_string())
    }

    #[test]
    fn an_address_is_kept_without_a_slash_at_the_end() {
        for (given, kept) in [
            ("https://example.com/askline", "https://example.com/askline"),
            ("https://Example.com:443/Shop/ask-line/", "https://example.com/Shop/ask-line"),
            ("https://stats.example.com/", "https://stats.example.com"),
            ("http://intranet.example:8000/a.b/~c_d", "http://intranet.example:8000/a.b/~c_d"),
            ("https://bücher.example/askline", "https://xn--bcher-kva.example/askline"),
        ] {
            assert_eq!(load(given, ""), Ok(Some(kept.to_owned())), "{given}");
        }
        assert_eq!(load("", "https://ask.example.com"), Ok(None));
    }

    #[test]
    fn an_invalid_widget_url_is_refused_naming_the_setting_the_reason_and_its_source() {
        let long = format!("https://example.com/{}", "a".repeat(200));
        for (given, reason) in [
            ("example.com/askline", "https://example.com/askline"),
            ("ftp://example.com/askline", "https://example.com/askline"),
            ("https:example.com/askline", "https://example.com/askline"),
            ("https://", "https://example.com/askline"),
            (" https://example.com/askline", "https://example.com/askline"),
            ("https://example.com/ask\tline", "https://example.com/askline"),
            ("https://example.com/askline?x=1", "without a query"),
            ("https://example.com/askline#top", "without a query or a fragment"),
            ("https://example.com/askline?", "without a query"),
            ("https://ann:secret@example.com/askline", "user name"),
            ("https://example.com//askline", "single slashes"),
            ("https://example.com/askline//", "single slashes"),
            ("https://example.com/a/../askline", "single slashes"),
            ("https://example.com/./askline", "single slashes"),
            ("https://example.com/ask%2fline", "letters, digits"),
            ("https://example.com/ask%6cine", "letters, digits"),
            ("https://example.com\\askline", "letters, digits"),
            ("https://example.com/frage;a", "letters, digits"),
            ("https://example.com/übersicht", "letters, digits"),
            ("https://example.com/api", "/api"),
            ("https://example.com/sites/askline", "/sites"),
            ("https://example.com/widget", "/widget"),
            (&long, "at most 200 characters"),
        ] {
            let failure = load(given, "").expect_err(given);
            for part in ["widget.public_url", reason, "ASKLINE_WIDGET__PUBLIC_URL"] {
                assert!(failure.contains(part), "'{failure}' does not name {part}");
            }
            assert!(!failure.contains("secret") && failure.len() < 400, "{failure}");
        }
    }

    #[test]
    fn the_dashboard_and_the_widget_are_not_served_from_one_host() {
        for (widget, dashboard) in [
            ("https://example.com/askline", "https://example.com"),
            ("https://EXAMPLE.com/askline", "https://example.com:443"),
            // All ports of a host share its cookies.
            ("https://example.com/askline", "https://example.com:8443"),
            ("https://example.com/askline", "http://example.com"),
            ("http://localhost:3000/askline", "http://localhost:3000"),
        ] {
            let failure = load(widget, dashboard).expect_err(widget);
            for part in ["widget.public_url", "than public_url", "signed in", "host of its own"] {
                assert!(failure.contains(part), "'{failure}' does not name {part}");
            }
        }
        for (widget, dashboard) in [
            ("https://example.com/askline", "https://ask.example.com"),
            ("https://www.example.com/askline", "https://example.com"),
            ("http://localhost:3000/askline", "http://localhost:8080"),
        ] {
            assert!(load(widget, dashboard).is_ok(), "{widget} {dashboard}");
        }
    }
}
