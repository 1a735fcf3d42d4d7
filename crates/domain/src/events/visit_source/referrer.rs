//! Reads the host or the app from a referrer.
//!
//! Its path is not read: browsers send other sites only the origin.
//! Browsers nearly always send plain lower-case hosts, which are read without a copy. Everything else goes through the
//! `url` crate's parser. No text causes a panic.

use crate::pages::hosts::normal_host;

use std::borrow::Cow;

use url::Url;

/// The maximum length of a host name, in bytes (RFC 1035, section 2.3.4).
const MAX_HOST_BYTES: usize = 253;
/// The maximum total length of user name, password, host and port, in bytes.
const MAX_AUTHORITY_BYTES: usize = 512;

/// The page or app that a referrer names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Referrer<'a> {
    /// A page on the web.
    Page {
        /// In lower case and punycode, without `www.`, port and final dot.
        host: Cow<'a, str>,
    },
    /// An Android app, by its package.
    App(&'a str),
}

impl<'a> Referrer<'a> {
    /// Returns `None` for anything but a web page or an Android app: an empty or malformed text, or another scheme.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (scheme, rest) = text.trim().split_once("://")?;
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let authority = &rest[..end];
        if authority.is_empty() || authority.len() > MAX_AUTHORITY_BYTES {
            return None;
        }
        if scheme.eq_ignore_ascii_case("android-app") {
            let is_package = authority.len() <= MAX_HOST_BYTES
                && authority.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_');
            return is_package.then_some(Self::App(authority));
        }
        if !(scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")) {
            return None;
        }
        let host = if is_plain_host(authority) {
            normal_host(authority)
        } else {
            let url = Url::parse(&format!("{scheme}://{authority}/")).ok()?;
            Cow::Owned(normal_host(url.host_str()?).into_owned())
        };
        let is_host = (1..=MAX_HOST_BYTES).contains(&host.len());
        is_host.then_some(Self::Page { host })
    }

    /// The host or package.
    pub(super) fn into_name(self) -> String {
        match self {
            Self::Page { host } => host.into_owned(),
            Self::App(package) => package.to_owned(),
        }
    }
}

/// Whether this is only a host, and its characters need no decoding.
fn is_plain_host(authority: &str) -> bool {
    // In the URL standard, a host whose last label is a number is an IPv4 address, in one of many spellings.
    authority.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
        && authority.bytes().last().is_some_and(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check_host(text: &str, expected: &str) {
        match Referrer::parse(text) {
            Some(Referrer::Page { host }) => assert_eq!(host, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_host_is_read_as_a_browser_reads_it() {
        check_host("https://chatgpt.com/", "chatgpt.com");
        check_host("HTTPS://WWW.ChatGPT.com./c/1?x#y", "chatgpt.com");
        check_host("https://chatgpt.com:443", "chatgpt.com");
        check_host("https://chatgpt.com@evil.example/", "evil.example");
        check_host("https://evil.example#@chatgpt.com/", "evil.example");
        check_host("https://evil.example\\@chatgpt.com/", "evil.example");
        check_host("https://bücher.example/", "xn--bcher-kva.example");
        check_host("https://chatgpt%2Ecom/", "chatgpt.com");
        check_host("http://[::1]:3000/", "[::1]");
        check_host("http://0x7f.1/", "127.0.0.1");
        check_host("https://www.com/", "www.com");
    }

    #[test]
    fn what_is_no_place_on_the_web_is_nothing() {
        for text in [
            "",
            " ",
            "about:blank",
            "chatgpt.com",
            "https://",
            "https:///x",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "chrome-extension://abc/",
            "https://a b/",
            "https://%/",
            "https://[::1",
        ] {
            assert_eq!(Referrer::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gives_a_short_clean_host_or_nothing(text in "(https?://|android-app://)?\\PC{0,300}") {
            if let Some(referrer) = Referrer::parse(&text) {
                let name = referrer.into_name();
                prop_assert!((1..=MAX_HOST_BYTES).contains(&name.len()));
                prop_assert!(name.is_ascii());
            }
        }
    }
}
