//! Addresses to which a client may have codes sent.
//!
//! They match exactly. Only the port of a loopback address is free (RFC 8252, section 7.3).

use std::fmt;

use url::{Host, Url};

/// The maximum length in bytes.
const MAX_BYTES: usize = 2_000;
/// Schemes that browsers open themselves. A code must not be sent there.
const NOT_OF_APPS: [&str; 22] = [
    "about",
    "android-app",
    "blob",
    "chrome",
    "chrome-extension",
    "data",
    "file",
    "filesystem",
    "ftp",
    "http",
    "intent",
    "jar",
    "javascript",
    "mailto",
    "moz-extension",
    "resource",
    "sms",
    "tel",
    "vbscript",
    "view-source",
    "ws",
    "wss",
];

/// An address to which a client may have codes sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedirectUri {
    text: String,
    url: Url,
}

/// Where an address leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// A web server with this host name.
    Host(String),
    /// A program on the person's own computer.
    ThisComputer,
    /// The app that has registered this scheme on the person's device.
    Scheme(String),
}

/// A host, a scheme with its colon such as `cursor:`, or `localhost`.
impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Host(host) => f.write_str(host),
            Self::ThisComputer => f.write_str("localhost"),
            Self::Scheme(scheme) => write!(f, "{scheme}:"),
        }
    }
}

impl RedirectUri {
    /// Reads an address; the error says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        if text.len() > MAX_BYTES {
            return Err("is too long");
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'"' | b'<' | b'>')) {
            return Err("has characters that an address must not have");
        }
        if text.contains('#') {
            return Err("has a fragment");
        }
        if text.contains('*') {
            return Err("has a wildcard");
        }
        let url = Url::parse(text).map_err(|_| "is not an absolute address")?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err("has a user name or a password");
        }
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) => {}
            "http" => return Err("must use https unless it is on the person's own computer"),
            scheme if NOT_OF_APPS.contains(&scheme) => return Err("has a scheme that no app can register"),
            _ => {}
        }
        Ok(Self { text: text.to_owned(), url })
    }

    /// The address as it was sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where it leads, for the person who consents.
    pub fn destination(&self) -> Destination {
        match self.url.scheme() {
            "https" if is_this_computer(&self.url) => Destination::ThisComputer,
            "https" => Destination::Host(self.url.host_str().unwrap_or_default().to_owned()),
            "http" => Destination::ThisComputer,
            scheme => Destination::Scheme(scheme.to_owned()),
        }
    }

    /// Whether a request may name `asked` if this address is the registered one.
    pub fn allows(&self, asked: &RedirectUri) -> bool {
        self.text == asked.text || (is_loopback(&self.url) && without_port(&self.url) == without_port(&asked.url))
    }

    /// The address with these parameters added to its query.
    pub fn with(&self, parameters: &[(&str, &str)]) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().extend_pairs(parameters);
        url.into()
    }
}

impl fmt::Display for RedirectUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn is_loopback(url: &Url) -> bool {
    url.scheme() == "http"
        && match url.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(address)) => address == std::net::Ipv4Addr::LOCALHOST,
            Some(Host::Ipv6(address)) => address == std::net::Ipv6Addr::LOCALHOST,
            None => false,
        }
}

/// Whether the address leads to a program on the person's own computer, with whichever scheme.
fn is_this_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn without_port(url: &Url) -> Url {
    let mut url = url.clone();
    // Fails only for addresses without a host, which have no port either.
    let _ = url.set_port(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> RedirectUri {
        RedirectUri::read(text).unwrap_or_else(|error| panic!("{text} {error}"))
    }

    #[test]
    fn the_addresses_of_known_clients_are_accepted() {
        for text in [
            "https://claude.ai/api/mcp/auth_callback",
            "https://claude.com/api/mcp/auth_callback",
            "http://localhost:3118/callback",
            "http://127.0.0.1/callback",
            "http://[::1]:8080/callback",
            "https://chatgpt.com/connector_platform_oauth_redirect",
            "https://chatgpt.com/connector/oauth/abc",
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "https://vscode.dev/redirect",
            "http://127.0.0.1:33418/",
            "http://localhost:7777/oauth/callback",
            "com.example.app:/callback",
            "https://global.consent.azure-apim.net/redirect/some-tool",
            "https://grok.com/connectors-oauth-exchange-code/",
        ] {
            read(text);
        }
    }

    #[test]
    fn addresses_that_could_send_a_code_elsewhere_are_refused() {
        for text in [
            "",
            "/callback",
            "http://example.com/callback",
            "http://localhost.example.com/callback",
            "http://127.0.0.2/callback",
            "http://0.0.0.0/callback",
            "http://[::ffff:127.0.0.1]/callback",
            "https://example.com/callback#x",
            "https://*.example.com/callback",
            "https://example.com/*",
            "https://user@example.com/callback",
            "https://user:secret@example.com/",
            "https://example.com/a b",
            "https://example.com\\@evil.example/",
            "https://exämple.com/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "blob:https://example.com/x",
            "intent://x#Intent;end",
            "mailto:a@example.com",
            "JavaScript:alert(1)",
        ] {
            assert!(RedirectUri::read(text).is_err(), "{text}");
        }
        assert!(RedirectUri::read(&format!("https://example.com/{}", "x".repeat(2_000))).is_err());
    }

    #[test]
    fn an_address_matches_exactly_except_for_the_port_of_loopback() {
        for (registered, asked, matches) in [
            ("https://a.example/cb", "https://a.example/cb", true),
            ("https://a.example/cb", "https://a.example/cb/", false),
            ("https://a.example/cb", "https://a.example/cb?x=1", false),
            ("https://a.example/cb", "https://a.example:444/cb", false),
            ("https://a.example/cb", "https://A.example/cb", false),
            ("https://a.example/cb", "https://a.example:443/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:4711/cb", true),
            ("http://127.0.0.1:1/cb", "http://127.0.0.1:4711/cb", true),
            ("http://localhost/cb", "http://localhost:4711/cb", true),
            ("http://[::1]/cb", "http://[::1]:4711/cb", true),
            ("http://127.0.0.1", "http://127.0.0.1:4711/", true),
            ("http://127.0.0.1/cb", "http://localhost:4711/cb", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:4711/other", false),
            ("http://127.0.0.1/cb", "http://127.0.0.1:4711/cb?x=1", false),
            ("http://127.0.0.1/cb", "https://127.0.0.1:4711/cb", false),
            ("cursor://a/cb", "cursor://a/cb", true),
            ("cursor://a/cb", "cursor://b/cb", false),
            ("cursor://a/cb", "cursor://a:1/cb", false),
        ] {
            assert_eq!(read(registered).allows(&read(asked)), matches, "{registered} {asked}");
        }
    }

    #[test]
    fn parameters_are_added_to_a_query_that_is_there() {
        assert_eq!(
            read("https://a.example/cb?x=1").with(&[("code", "a b&c")]),
            "https://a.example/cb?x=1&code=a+b%26c"
        );
        assert_eq!(read("cursor://a/cb").with(&[("code", "1")]), "cursor://a/cb?code=1");
        assert_eq!(read("com.example:/cb").with(&[("code", "1")]), "com.example:/cb?code=1");
    }

    #[test]
    fn where_an_address_leads_is_its_host_its_scheme_or_this_computer() {
        assert_eq!(read("https://claude.ai/x").destination(), Destination::Host("claude.ai".into()));
        assert_eq!(read("http://[::1]:1/x").destination(), Destination::ThisComputer);
        assert_eq!(read("cursor://x/y").destination(), Destination::Scheme("cursor".into()));
    }
}
