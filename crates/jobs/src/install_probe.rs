//! A look at a site's own page: is the snippet there, once, for this site, and may it run?

use askline_domain::{id::SiteId, ports::InstallProbe, site::InstallProblem};
use async_trait::async_trait;
use ipnet::IpNet;
use scraper::{Html, Selector};
use url::Url;

use crate::{
    content_security_policy::allows_widget,
    outgoing::{Outgoing, OutgoingError, Page},
};

/// Bytes of a page that are looked at.
const PAGE_BYTES_MOST: usize = 3 * 1024 * 1024;

/// Looks at pages over HTTP.
pub struct HttpInstallProbe {
    outgoing: Outgoing,
}

impl HttpInstallProbe {
    /// A probe that reaches public addresses and `allowed` networks.
    pub fn new(allowed: &[IpNet]) -> Result<Self, OutgoingError> {
        Ok(Self { outgoing: Outgoing::new(allowed)? })
    }

    /// What is wrong with the page at `url`.
    async fn look_at(&self, url: Url, site: SiteId) -> Option<InstallProblem> {
        match self.outgoing.get(url, PAGE_BYTES_MOST).await {
            Ok(page) if (200..300).contains(&page.status) => examine(&page, site),
            Ok(page) => {
                tracing::info!(status = page.status, "A site's page answered with a failure");
                Some(InstallProblem::Unreachable)
            }
            Err(error) => {
                tracing::info!(%error, "A site's page could not be fetched");
                Some(InstallProblem::Unreachable)
            }
        }
    }
}

#[async_trait]
impl InstallProbe for HttpInstallProbe {
    async fn probe(&self, domain: &str, site: SiteId) -> Option<InstallProblem> {
        let Ok(secure) = Url::parse(&format!("https://{domain}/")) else {
            return Some(InstallProblem::Unknown);
        };
        match self.look_at(secure, site).await {
            Some(InstallProblem::Unreachable) => {}
            outcome => return outcome,
        }
        match Url::parse(&format!("http://{domain}/")) {
            Ok(plain) => self.look_at(plain, site).await,
            Err(_) => Some(InstallProblem::Unknown),
        }
    }
}

/// A `<script>` that loads the widget.
struct Snippet {
    address: Url,
    site: String,
    nonce: Option<String>,
}

/// What is wrong with the snippets of a page.
fn examine(page: &Page, site: SiteId) -> Option<InstallProblem> {
    let (snippets, mut policies) = read(&page.body, &page.url);
    policies.extend(
        page.headers
            .get_all("content-security-policy")
            .iter()
            .filter_map(|value| value.to_str().ok().map(str::to_owned)),
    );
    let site = site.to_string();
    match snippets.as_slice() {
        [] => Some(InstallProblem::NoSnippet),
        [only] if only.site != site => Some(InstallProblem::WrongSite),
        [only] => {
            let allowed = allows_widget(&policies, &page.url, &only.address, only.nonce.as_deref());
            (!allowed).then_some(InstallProblem::BlockedByCsp)
        }
        several if several.iter().all(|snippet| snippet.site != site) => Some(InstallProblem::WrongSite),
        _ => Some(InstallProblem::MultipleSnippets),
    }
}

/// The snippets of a page, and the policies of its `<meta>` elements.
fn read(html: &str, base: &Url) -> (Vec<Snippet>, Vec<String>) {
    let document = Html::parse_document(html);
    let scripts = Selector::parse("script[src][data-site]").expect("a constant selector");
    let metas = Selector::parse("meta[http-equiv][content]").expect("a constant selector");
    let snippets = document
        .select(&scripts)
        .filter_map(|script| {
            let address = base.join(script.attr("src")?).ok()?;
            address.path().ends_with("/widget.js").then(|| Snippet {
                address,
                site: script.attr("data-site").unwrap_or("").trim().to_owned(),
                nonce: script.attr("nonce").map(str::to_owned),
            })
        })
        .collect();
    let policies = document
        .select(&metas)
        .filter(|meta| meta.attr("http-equiv").is_some_and(|name| name.eq_ignore_ascii_case("content-security-policy")))
        .filter_map(|meta| meta.attr("content").map(str::to_owned))
        .collect();
    (snippets, policies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use askline_domain::id::Id as _;
    use reqwest::header::HeaderMap;

    fn check(body: &str, policy: &str, expected: Option<InstallProblem>) {
        let site = SiteId::from_bits(7);
        let mut headers = HeaderMap::new();
        if !policy.is_empty() {
            headers.insert("content-security-policy", policy.parse().expect("a header"));
        }
        let page = Page {
            url: "https://example.com/".parse().expect("an address"),
            status: 200,
            headers,
            body: body.replace("SITE", &site.to_string()),
        };
        assert_eq!(examine(&page, site), expected, "{body}");
    }

    const SNIPPET: &str = r#"<script src="https://ask.example.net/widget.js" data-site="SITE" async></script>"#;

    #[test]
    fn each_way_to_get_it_wrong_is_told_apart() {
        check(SNIPPET, "", None);
        check(SNIPPET, "default-src 'self' https://ask.example.net", None);
        check(SNIPPET, "default-src 'self'", Some(InstallProblem::BlockedByCsp));
        check("<p>Nothing</p>", "", Some(InstallProblem::NoSnippet));
        check(&format!("<!-- {SNIPPET} -->"), "", Some(InstallProblem::NoSnippet));
        check(&SNIPPET.replace("SITE", "site_other"), "", Some(InstallProblem::WrongSite));
        check(&format!("{SNIPPET}{SNIPPET}"), "", Some(InstallProblem::MultipleSnippets));
        let meta = r#"<meta http-equiv="Content-Security-Policy" content="script-src 'self'">"#;
        check(&format!("{meta}{SNIPPET}"), "", Some(InstallProblem::BlockedByCsp));
    }
}
