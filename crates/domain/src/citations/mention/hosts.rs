//! Finds hosts in prose, such as `shop.example.com` in "see shop.example.com.".

use std::{borrow::Cow, ops::Range};

use url::Host;

use super::folding::is_invisible;
use crate::{citations::script::Script, pages::hosts::normal_host};

/// The maximum length of a host in bytes, with characters that take several bytes.
const MAX_HOST_BYTES: usize = 1_000;
/// Top-level domains that are reserved for examples and private use, and therefore on no list.
const RESERVED: [&str; 7] = ["example", "test", "invalid", "localhost", "local", "internal", "onion"];

/// A host in a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenHost {
    /// Its bytes in the text; with the name before `@` in an email address.
    pub bytes: Range<usize>,
    /// The byte at which the host begins.
    pub place: usize,
    /// The normalized host, in ASCII.
    pub host: String,
    /// Whether its top-level domain exists, so that it is no other word with a dot.
    pub is_known: bool,
}

/// The hosts in a text, in their order.
pub(super) fn hosts_in(text: &str) -> Vec<WrittenHost> {
    let mut found = Vec::new();
    let mut before: Option<Range<usize>> = None;
    for run in runs(text) {
        let written = host_of(text, &run);
        let account = before.filter(|before| text.get(before.end..run.start) == Some("@"));
        if let Some(mut written) = written {
            written.bytes.start = account.map_or(written.bytes.start, |account| account.start);
            found.push(written);
        }
        before = Some(run);
    }
    found
}

/// Whether a name looks like a host, and its normalized form.
pub(super) fn as_host(name: &str) -> Option<String> {
    let written = hosts_in(name.trim()).pop()?;
    (written.is_known && written.bytes == (0..name.trim().len())).then_some(written.host)
}

/// Runs of letters, digits, hyphens, underscores and dots. A run ends where a script follows that puts no spaces between
/// words, or after which a host may follow without a space.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut last: Option<char> = None;
    for (byte, c) in text.char_indices() {
        let end = byte + c.len_utf8();
        if is_invisible(c) {
            if let (Some(run), Some(_)) = (runs.last_mut(), last) {
                run.end = end;
            }
            continue;
        }
        if !is_of_host(c) {
            last = None;
            continue;
        }
        match (runs.last_mut(), last) {
            (Some(run), Some(last)) if !is_seam(last, c) => run.end = end,
            _ => runs.push(byte..end),
        }
        last = Some(c);
    }
    runs
}

fn is_of_host(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '\u{2010}' | '\u{2011}')
}

/// Whether a host ends or begins between two adjacent characters.
fn is_seam(one: char, other: char) -> bool {
    let is_attached =
        |c: char| Script::of(c).is_some_and(|script| script.attaches_words() || script == Script::Prefixing);
    let (one_is_ascii, other_is_ascii) = (one.is_ascii_alphanumeric(), other.is_ascii_alphanumeric());
    one_is_ascii && is_attached(other) || other_is_ascii && is_attached(one)
}

fn host_of(text: &str, run: &Range<usize>) -> Option<WrittenHost> {
    if run.len() > MAX_HOST_BYTES {
        return None;
    }
    let written = &text[run.clone()];
    let edges = |c: char| matches!(c, '.' | '-' | '_') || is_invisible(c);
    let start = run.start + (written.len() - written.trim_start_matches(edges).len());
    let mut shown = written.trim_matches(edges);
    let dot = shown.rfind('.')?;
    // "at example.com.Then": the next sentence begins without a space.
    let (rest, last) = (&shown[..dot], &shown[dot + 1..]);
    if is_capitalized(last) && rest.contains('.') && rest.chars().any(char::is_lowercase) {
        shown = rest;
    } else if is_capitalized(last) && !rest.contains('.') {
        return None;
    }
    let plain: String =
        shown.chars().filter(|c| !is_invisible(*c)).map(|c| if is_hyphen(c) { '-' } else { c }).collect();
    let host = ascii(&plain);
    let is_known = is_known(&host);
    let host = normal_host(&host).into_owned();
    Some(WrittenHost { bytes: start..start + shown.len(), place: start, host, is_known })
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '\u{2010}' | '\u{2011}')
}

fn is_capitalized(label: &str) -> bool {
    let mut letters = label.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
}

fn ascii(host: &str) -> Cow<'_, str> {
    if host.is_ascii() {
        return Cow::Owned(host.to_ascii_lowercase());
    }
    match Host::parse(host) {
        Ok(Host::Domain(host)) => Cow::Owned(host),
        _ => Cow::Owned(host.to_lowercase()),
    }
}

fn is_known(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    host.starts_with("www.")
        || RESERVED.contains(&last)
        || psl::suffix(host.as_bytes()).is_some_and(|suffix| suffix.is_known() && suffix.as_bytes().len() < host.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = hosts_in(text).into_iter().filter(|one| one.is_known).map(|one| one.host).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn hosts_are_found_in_any_sentence() {
        check("see shop.Example.com, or www.b.org.", &["shop.example.com", "b.org"]);
        check("例えばexample.comとrival.co.jpで", &["example.com", "rival.co.jp"]);
        check("example.com에서 بexample.org", &["example.com", "example.org"]);
        check("at example.com.Then aqua\u{2011}pure.example", &["example.com", "aqua-pure.example"]);
        check("Bücher.example XN--bcher-kva.example", &["xn--bcher-kva.example", "xn--bcher-kva.example"]);
        check("Acme.It is e.g. 1.5 or z.B. a.b", &[]);
    }

    #[test]
    fn an_email_address_includes_the_account() {
        let found = hosts_in("ask acme@example.com");
        assert_eq!((found[0].bytes.clone(), found[0].place), (4..20, 9));
    }

    #[test]
    fn a_name_may_be_a_host() {
        assert_eq!(as_host(" Booking.com ").as_deref(), Some("booking.com"));
        for name in ["Booking", "see booking.com", "node.jsx", ""] {
            assert_eq!(as_host(name), None, "{name}");
        }
    }
}
