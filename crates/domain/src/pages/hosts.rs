//! Host names: their normal form, and whether one belongs to a domain.

use std::borrow::Cow;

/// Whether a normalized host is this domain or a subdomain of it.
pub fn is_within(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns the host in lower case, without a final dot and without `www.`.
pub(crate) fn normal_host(host: &str) -> Cow<'_, str> {
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(without_www(&host.to_ascii_lowercase()).to_owned())
    } else {
        Cow::Borrowed(without_www(host))
    }
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(host)
}
