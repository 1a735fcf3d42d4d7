//! Decides whether a Content-Security-Policy lets the widget run. Source: W3C CSP Level 3, §6.7.2.
//!
//! Covers only the rules for one external script and its requests.

use url::Url;

/// Whether each of `policies` lets a page at `page` load `script` (with `nonce`, if it has one) and connect to its
/// address.
pub(crate) fn allows_widget(policies: &[String], page: &Url, script: &Url, nonce: Option<&str>) -> bool {
    policies.iter().flat_map(|text| text.split(',')).all(|policy| {
        let script_sources = sources(policy, &["script-src-elem", "script-src", "default-src"]);
        let connect_sources = sources(policy, &["connect-src", "default-src"]);
        script_sources.is_none_or(|sources| allows_script(&sources, page, script, nonce))
            && connect_sources.is_none_or(|sources| sources.iter().any(|source| matches(source, page, script)))
    })
}

/// The sources of the first of `directives` that the policy contains.
fn sources<'a>(policy: &'a str, directives: &[&str]) -> Option<Vec<&'a str>> {
    directives.iter().find_map(|wanted| {
        policy.split(';').find_map(|directive| {
            let mut words = directive.split_ascii_whitespace();
            words.next()?.eq_ignore_ascii_case(wanted).then(|| words.collect())
        })
    })
}

fn allows_script(sources: &[&str], page: &Url, script: &Url, nonce: Option<&str>) -> bool {
    let by_nonce = nonce.is_some_and(|nonce| sources.contains(&format!("'nonce-{nonce}'").as_str()));
    // With 'strict-dynamic', hosts are ignored.
    let strict = sources.iter().any(|source| source.eq_ignore_ascii_case("'strict-dynamic'"));
    by_nonce || (!strict && sources.iter().any(|source| matches(source, page, script)))
}

fn matches(source: &str, page: &Url, target: &Url) -> bool {
    if source.eq_ignore_ascii_case("'self'") {
        return page.origin() == target.origin();
    }
    if source == "*" {
        return matches!(target.scheme(), "http" | "https");
    }
    if let Some(scheme) = source.strip_suffix(':') {
        return scheme_matches(scheme, target.scheme());
    }
    let (scheme, rest) = match source.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, source),
    };
    let (authority, path) = rest.split_once('/').map_or((rest, ""), |(authority, path)| (authority, path));
    let (host, port) = authority.rsplit_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let target_host = target.host_str().unwrap_or("");
    let host_matches = match host.strip_prefix("*.") {
        Some(parent) => target_host.to_ascii_lowercase().ends_with(&format!(".{}", parent.to_ascii_lowercase())),
        None => host.eq_ignore_ascii_case(target_host),
    };
    let port_matches = match port {
        Some("*") => true,
        Some(port) => target.port_or_known_default().is_some_and(|known| known.to_string() == port),
        None => target.port().is_none() || target.port_or_known_default() == Some(443),
    };
    let scheme_fits = scheme.is_none_or(|scheme| scheme_matches(scheme, target.scheme()));
    let target_path = target.path().trim_start_matches('/');
    let path_matches = path.is_empty() || target_path == path || (path.ends_with('/') && target_path.starts_with(path));
    host_matches && port_matches && scheme_fits && path_matches
}

/// A source of `http` also allows `https`.
fn scheme_matches(source: &str, target: &str) -> bool {
    source.eq_ignore_ascii_case(target) || (source.eq_ignore_ascii_case("http") && target == "https")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(policy: &str, nonce: Option<&str>, expected: bool) {
        let page = "https://example.com/".parse().expect("an address");
        let script = "https://ask.example.net/widget.js".parse().expect("an address");
        assert_eq!(allows_widget(&[policy.to_owned()], &page, &script, nonce), expected, "{policy}");
    }

    #[test]
    fn script_and_connection_must_both_be_allowed() {
        check("", None, true);
        check("img-src 'self'", None, true);
        check("default-src 'self'", None, false);
        check("default-src 'self' https://ask.example.net", None, true);
        check("script-src 'self' https://ask.example.net; connect-src 'self'", None, false);
        check("script-src https://ask.example.net; connect-src https://ask.example.net", None, true);
        check("script-src *.example.net; connect-src *", None, true);
        check("script-src https:; connect-src https:", None, true);
        check("script-src https://ask.example.net/other.js", None, false);
        check("script-src 'nonce-abc'", Some("abc"), true);
        check("script-src 'nonce-abc'", Some("abd"), false);
        check("script-src 'strict-dynamic' https://ask.example.net", None, false);
        check("default-src 'none'", None, false);
        check("script-src https://ask.example.net, script-src 'self'", None, false);
    }
}
