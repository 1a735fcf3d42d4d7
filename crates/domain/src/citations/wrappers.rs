//! Addresses that only lead to another page: redirects, link shims, AMP caches and translations.
//!
//! The list is closed: any other address is the page itself. Addresses that do not contain their target, such as short
//! links, cannot be unwrapped.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::pages::{
    address::parse_page,
    hosts::{is_within, normal_host},
};

/// How many wrappers around one page are removed.
const MAX_WRAPPERS: usize = 3;

/// Redirects: the host, the beginning of the path, and the parameters that may have the target.
const REDIRECTS: [(&str, &str, &[&str]); 27] = [
    ("duckduckgo.com", "/l/", &["uddg"]),
    ("l.facebook.com", "/", &["u"]),
    ("lm.facebook.com", "/", &["u"]),
    ("facebook.com", "/l.php", &["u"]),
    ("facebook.com", "/flx/warn", &["u"]),
    ("l.instagram.com", "/", &["u"]),
    ("l.messenger.com", "/", &["u"]),
    ("l.threads.net", "/", &["u"]),
    ("l.threads.com", "/", &["u"]),
    ("l.workplace.com", "/", &["u"]),
    ("lnkd.in", "/safety/go", &["url"]),
    ("linkedin.com", "/safety/go", &["url"]),
    ("linkedin.com", "/redir/", &["url"]),
    ("youtube.com", "/redirect", &["q"]),
    ("out.reddit.com", "/", &["url"]),
    ("t.umblr.com", "/redirect", &["z"]),
    ("vk.com", "/away.php", &["to"]),
    ("away.vk.com", "/away.php", &["to"]),
    ("steamcommunity.com", "/linkfilter", &["u", "url"]),
    ("slack-redir.net", "/link", &["url"]),
    ("link.zhihu.com", "/", &["target"]),
    ("link.juejin.cn", "/", &["target"]),
    ("link.csdn.net", "/", &["target"]),
    ("safelinks.protection.outlook.com", "/", &["url"]),
    ("translate.google.com", "/", &["u"]),
    ("googleweblight.com", "/", &["u", "lite_url"]),
    ("urldefense.proofpoint.com", "/v1/url", &["u"]),
];
/// The end of the hosts under which Google translates pages.
const TRANSLATED: &str = ".translate.goog";
/// The end of the hosts of the AMP cache.
const AMP_CACHE: &str = ".cdn.ampproject.org";
/// The parameters that Google adds to a translated page.
const TRANSLATION_PARAMETERS: &str = "_x_tr_";

/// The page to which a wrapper leads, or the page itself.
pub(super) fn unwrapped(mut page: Url) -> Url {
    for _ in 0..MAX_WRAPPERS {
        match target(&page) {
            Some(inner) => page = inner,
            None => break,
        }
    }
    page
}

/// The page to which a wrapper leads; `None` for any other address.
fn target(page: &Url) -> Option<Url> {
    let host = normal_host(page.host_str()?);
    let path = page.path();
    let named = |names: &[&str]| names.iter().find_map(|name| parameter(page, name));
    let redirect = REDIRECTS.iter().filter(|(domain, ..)| is_redirect_host(&host, domain));
    if let Some(inner) = redirect.filter(|(_, start, _)| path.starts_with(start)).find_map(|(.., names)| named(names)) {
        return Some(inner);
    }
    if let Some(translated) = host.strip_suffix(TRANSLATED) {
        return original_of_translation(page, translated);
    }
    if host.ends_with(AMP_CACHE) {
        return amp_page(page, path.trim_start_matches('/').split_once('/')?.1);
    }
    if is_google(&host) {
        return match path {
            "/url" | "/url/" => named(&["q", "url"]),
            "/imgres" => named(&["imgrefurl"]),
            "/search" if host.starts_with("webcache.") => cached(page),
            _ => path.strip_prefix("/amp/").and_then(|rest| amp_page(page, rest)),
        };
    }
    match &*host {
        "bing.com" if path == "/ck/a" => bing_target(page),
        "bing.com" => path.strip_prefix("/amp/").and_then(|rest| amp_page(page, rest)),
        "webcache.googleusercontent.com" => cached(page),
        "r.search.yahoo.com" => {
            let inner = path.split('/').find_map(|part| part.strip_prefix("RU="))?;
            parse_page(&percent_decode_str(inner).decode_utf8().ok()?)
        }
        "r.jina.ai" => whole_address(page, "/"),
        "href.li" => parse_page(page.query()?),
        "urldefense.com" => whole_address(page, "/v3/__"),
        _ => None,
    }
}

/// Whether a host belongs to a redirect. The names of accounts are below some of these domains.
fn is_redirect_host(host: &str, domain: &str) -> bool {
    host == domain || domain.ends_with(".outlook.com") && is_within(host, domain)
}

/// Whether a host is a search engine of Google in some country.
fn is_google(host: &str) -> bool {
    psl::domain_str(host).is_some_and(|domain| domain.starts_with("google."))
        && (host.starts_with("google.") || host.starts_with("webcache.") || host.starts_with("images."))
}

/// The page in a parameter, if it is one.
fn parameter(page: &Url, name: &str) -> Option<Url> {
    page.query_pairs().find(|(key, _)| key == name).and_then(|(_, value)| parse_page(value.trim()))
}

/// `u=a1` and the address in base64url.
fn bing_target(page: &Url) -> Option<Url> {
    let (_, value) = page.query_pairs().find(|(key, _)| key == "u")?;
    let bytes = URL_SAFE_NO_PAD.decode(value.strip_prefix("a1")?.trim_end_matches('=')).ok()?;
    parse_page(std::str::from_utf8(&bytes).ok()?)
}

/// The page after `s/` (https) or directly, as in AMP caches, with the query of the address.
fn amp_page(page: &Url, rest: &str) -> Option<Url> {
    let (scheme, rest) = rest.strip_prefix("s/").map_or(("http", rest), |rest| ("https", rest));
    let mut inner = parse_page(&format!("{scheme}://{rest}"))?;
    inner.set_query(page.query());
    inner.host_str().is_some_and(|host| host.contains('.')).then_some(inner)
}

/// `cache:ID:address` in a parameter of Google's cache.
fn cached(page: &Url) -> Option<Url> {
    let (_, query) = page.query_pairs().find(|(key, _)| key == "q")?;
    let kept = query.strip_prefix("cache:")?;
    let kept = kept.split_whitespace().next()?;
    let without_id = kept.split_once(':').filter(|(id, _)| !id.contains('.') && !matches!(*id, "http" | "https"));
    let inner = without_id.map_or(kept, |(_, inner)| inner);
    parse_page(inner).or_else(|| parse_page(&format!("https://{inner}")))
}

/// The address that follows `start` in the path as it is. Parsers may have joined the slashes after its scheme.
fn whole_address(page: &Url, start: &str) -> Option<Url> {
    let inner = page.as_str().get(page.origin().ascii_serialization().len()..)?.strip_prefix(start)?;
    let inner = inner.split("__;").next()?;
    let (scheme, rest) = inner.split_once(":/")?;
    parse_page(&format!("{scheme}://{}", rest.trim_start_matches('/')))
}

/// `www-example-com.translate.goog`: a dot is written as a hyphen, and a hyphen as two.
fn original_of_translation(page: &Url, translated: &str) -> Option<Url> {
    let host = translated.replace("--", "\0").replace('-', ".").replace('\0', "-");
    let mut inner = page.clone();
    inner.set_host(Some(&host)).ok()?;
    let kept: Vec<(String, String)> = page
        .query_pairs()
        .filter(|(name, _)| !name.starts_with(TRANSLATION_PARAMETERS))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    inner.set_query(None);
    if !kept.is_empty() {
        inner.query_pairs_mut().extend_pairs(kept);
    }
    host.contains('.').then_some(inner)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(wrapped: &str, expected: &str) {
        assert_eq!(unwrapped(parse_page(wrapped).expect(wrapped)).as_str(), expected, "{wrapped}");
    }

    #[test]
    fn each_listed_wrapper_leads_to_its_page() {
        let (page, encoded) = ("https://a.example/b?c=1", "https%3A%2F%2Fa.example%2Fb%3Fc%3D1");
        for (host, path, names) in REDIRECTS {
            for name in names {
                check(&format!("https://{host}{path}?x=1&{name}={encoded}&y=2"), page);
            }
        }
        for wrapped in [
            format!("https://www.google.com/url?sa=t&q={encoded}"),
            format!("https://www.google.co.uk/url?url={encoded}&ved=1"),
            format!("https://images.google.de/imgres?imgurl=x&imgrefurl={encoded}"),
            format!("https://r.search.yahoo.com/_ylt=x/RV=2/RO=10/RU={encoded}/RK=2/RS=z"),
            format!("https://eur02.safelinks.protection.outlook.com/?url={encoded}&data=1"),
            "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9hLmV4YW1wbGUvYj9jPTE&ntb=1".to_owned(),
            "https://a-example.cdn.ampproject.org/c/s/a.example/b?c=1".to_owned(),
            "https://www.google.com/amp/s/a.example/b?c=1".to_owned(),
            "https://www.bing.com/amp/s/a.example/b?c=1".to_owned(),
            "https://a-example.translate.goog/b?c=1&_x_tr_sl=en&_x_tr_tl=de".to_owned(),
            "https://webcache.googleusercontent.com/search?q=cache:AbC_1:https://a.example/b%3Fc%3D1+word".to_owned(),
            "https://r.jina.ai/https://a.example/b?c=1".to_owned(),
            "https://href.li/?https://a.example/b?c=1".to_owned(),
            "https://urldefense.com/v3/__https://a.example/b?c=1__;!!x".to_owned(),
        ] {
            check(&wrapped, page);
        }
        check("https://my--shop-example.translate.goog/", "https://my-shop.example/");
    }

    #[test]
    fn wrappers_within_wrappers_are_removed_up_to_a_limit() {
        check(
            "https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fa.example%252F",
            "https://a.example/",
        );
    }

    #[test]
    fn any_other_address_is_the_page_itself() {
        for page in [
            "https://www.google.com/url?q=acme",
            "https://www.google.com/search?q=https%3A%2F%2Fa.example%2F",
            "https://google.evil.example/url?q=https%3A%2F%2Fa.example%2F",
            "https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F",
            "https://b.example/?u=https%3A%2F%2Fa.example%2F",
            "https://www.bing.com/ck/a?u=a1%21",
            "https://a.example/url?q=https%3A%2F%2Fb.example%2F",
            "https://l.facebook.com/l.php?u=javascript%3Aalert(1)",
            "https://www.google.com/amp/s/",
        ] {
            check(page, page);
        }
    }

    proptest! {
        #[test]
        fn no_address_makes_it_panic(path in "[a-z/=:.%-]{0,40}", value in "\\PC{0,40}") {
            for host in ["www.google.com", "www.bing.com", "x.translate.goog", "a.cdn.ampproject.org", "urldefense.com"] {
                if let Some(page) = parse_page(&format!("https://{host}/{path}?q={value}&u=a1{value}")) {
                    unwrapped(page);
                }
            }
        }
    }
}
