//! Checks a site's own page for the snippet.
//!
//! The snippet must be there, once, for this site, and be allowed to run.

use askline_app::ports::sites::install_probe::{InstallProbe, ProbedPage, SaysToEngines};
use askline_domain::{
    generation::facts::PageReading,
    pages::{
        engine_limits::EngineLimits,
        markup::{Tag, Token, Tokens},
        robots_txt::RobotsTxt,
    },
    shared::ids::SiteId,
    sites::InstallProblem,
};
use async_trait::async_trait;
use futures_util::future::join_all;
use ipnet::IpNet;
use url::Url;

use crate::{
    content_security_policy::allows_widget,
    generate::site_reading::robots_of,
    outgoing::{Outgoing, OutgoingError, Page},
    robots_file::{by_either_scheme, read_robots_file},
};

/// The maximum number of bytes of a page that are read.
const MAX_PAGE_BYTES: usize = 3 * 1024 * 1024;
/// The path of the home page.
const HOME: &str = "/";
/// Elements in which no script runs.
const INERT: [&str; 4] = ["noscript", "template", "noembed", "noframes"];

/// Checks pages over HTTP.
pub struct HttpInstallProbe {
    outgoing: Outgoing,
}

impl HttpInstallProbe {
    /// Creates a probe that reaches public addresses and `allowed` networks.
    pub fn new(allowed: &[IpNet]) -> Result<Self, OutgoingError> {
        Ok(Self::through(Outgoing::new(allowed)?))
    }

    /// Creates a probe that asks in this way.
    pub const fn through(outgoing: Outgoing) -> Self {
        Self { outgoing }
    }

    /// What the page at `url` contains. Of what it says to engines, this page alone is there.
    async fn look_at(&self, url: Url, site: SiteId) -> ProbedPage {
        match self.outgoing.get(url, MAX_PAGE_BYTES).await {
            // A large page takes a moment, and the threads that answer requests must not wait for it.
            Ok(page) if (200..300).contains(&page.status) => {
                let looked = tokio::task::spawn_blocking(move || ProbedPage {
                    problem: examine(&page, site),
                    canonical: canonical_link(&page),
                    says: SaysToEngines { robots: None, pages: vec![(HOME.to_owned(), Some(limits_of(&page)))] },
                });
                looked.await.unwrap_or_else(|_| broken(InstallProblem::Unknown))
            }
            Ok(page) => {
                tracing::info!(status = page.status, "A site's page answered with a failure");
                broken(InstallProblem::Unreachable)
            }
            Err(error) => {
                tracing::info!(%error, "A site's page could not be fetched");
                broken(InstallProblem::Unreachable)
            }
        }
    }

    async fn home(&self, domain: &str, site: SiteId) -> ProbedPage {
        let Ok(secure) = Url::parse(&format!("https://{domain}/")) else {
            return broken(InstallProblem::Unknown);
        };
        let looked = self.look_at(secure, site).await;
        if looked.problem != Some(InstallProblem::Unreachable) {
            return looked;
        }
        match Url::parse(&format!("http://{domain}/")) {
            Ok(plain) => self.look_at(plain, site).await,
            Err(_) => broken(InstallProblem::Unknown),
        }
    }

    /// What another page of the domain says to engines; `None` if it cannot be read, or if `robots.txt` forbids it to Askline.
    async fn limits_at(&self, domain: &str, path: &str, robots: &RobotsTxt) -> Option<EngineLimits> {
        if !robots.allows(path) {
            return None;
        }
        let answer = by_either_scheme(domain, path, |url| self.outgoing.get(url, MAX_PAGE_BYTES)).await?;
        let page = answer.ok().filter(|page| (200..300).contains(&page.status))?;
        tokio::task::spawn_blocking(move || limits_of(&page)).await.ok()
    }
}

#[async_trait]
impl InstallProbe for HttpInstallProbe {
    async fn probe(&self, domain: &str, site: SiteId, others: &[String]) -> ProbedPage {
        let (mut home, robots) = tokio::join!(self.home(domain, site), read_robots_file(&self.outgoing, domain));
        // A site whose home page cannot be reached is not asked for more.
        let rules = robots.as_deref().filter(|_| !home.says.pages.is_empty()).map(RobotsTxt::parse);
        let rules = rules.as_ref();
        let looks = others.iter().map(|path| async move { self.limits_at(domain, path, rules?).await });
        let limits = join_all(looks).await;
        if home.says.pages.is_empty() {
            home.says.pages.push((HOME.to_owned(), None));
        }
        home.says.pages.extend(others.iter().cloned().zip(limits));
        home.says.robots = robots;
        home
    }
}

/// What a page says to engines, by its elements and headers.
fn limits_of(page: &Page) -> EngineLimits {
    let headers = page.headers.get_all("x-robots-tag").iter().filter_map(|value| value.to_str().ok());
    let of_headers = headers.map(EngineLimits::of_header);
    of_headers.fold(EngineLimits::of_page(&page.body), EngineLimits::and)
}

fn broken(problem: InstallProblem) -> ProbedPage {
    ProbedPage { problem: Some(problem), ..ProbedPage::default() }
}

/// The page's address and that of its canonical link, unless it asks not to be indexed.
fn canonical_link(page: &Page) -> Option<(Url, Url)> {
    let PageReading { canonical, robots, .. } = PageReading::of(&page.url, &page.body);
    canonical.filter(|_| !robots.and(robots_of(&page.headers)).noindex).map(|canonical| (page.url.clone(), canonical))
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
fn read(html: &str, address: &Url) -> (Vec<Snippet>, Vec<String>) {
    let (mut snippets, mut policies) = (Vec::new(), Vec::new());
    let mut base = address.clone();
    let mut names_base = false;
    // The element in which nothing runs, and how deeply it is nested in itself: only templates can be nested.
    let mut inert: Option<(&str, usize)> = None;
    for token in Tokens::of(html) {
        match (token, inert) {
            (Token::Close(name), Some((inside, depth))) if name == inside => {
                inert = (depth > 1).then_some((inside, depth - 1));
            }
            (Token::Open(tag), Some((inside, depth))) if tag.name == inside && inside == "template" => {
                inert = Some((inside, depth + 1));
            }
            (Token::Open(_), Some(_)) | (Token::Close(_) | Token::Text(_), _) => {}
            (Token::Open(tag), None) => match tag.name.as_str() {
                name if let Some(name) = INERT.iter().find(|known| **known == name) => inert = Some((name, 1)),
                "script" => snippets.extend(snippet(&tag, &base)),
                "meta" => policies.extend(policy(&tag)),
                // Only the first one with an address counts.
                "base" if !names_base => {
                    if let Some(href) = tag.attribute("href") {
                        names_base = true;
                        base = address.join(href.trim()).unwrap_or(base);
                    }
                }
                _ => {}
            },
        }
    }
    (snippets, policies)
}

fn snippet(script: &Tag, base: &Url) -> Option<Snippet> {
    let address = base.join(&script.attribute("src")?).ok()?;
    let site = script.attribute("data-site")?.trim().to_owned();
    address.path().ends_with("/widget.js").then(|| Snippet { address, site, nonce: script.attribute("nonce") })
}

fn policy(meta: &Tag) -> Option<String> {
    let name = meta.attribute("http-equiv")?;
    name.trim().eq_ignore_ascii_case("content-security-policy").then(|| meta.attribute("content")).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use askline_domain::shared::ids::Id as _;
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
    fn each_installation_mistake_is_reported_as_its_own_problem() {
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

    #[test]
    fn a_snippet_counts_where_a_browser_would_run_it() {
        let none = Some(InstallProblem::NoSnippet);
        for inert in ["noscript", "template", "textarea", "title", "style", "noembed", "noframes", "iframe", "xmp"] {
            check(&format!("<{inert}>{SNIPPET}</{inert}>"), "", none);
            check(&format!("<{inert}>x</{inert}>{SNIPPET}"), "", None);
        }
        check(&format!("<script src=/a.js>{}", SNIPPET.replace("</script>", "")), "", none);
        check(&format!("<script>'{}'</script>", SNIPPET.replace("</script>", "")), "", none);
        check(&format!("<p title=don't>{SNIPPET}<p title='{SNIPPET}'>"), "", None);
        check("<SCRIPT ASYNC data-Site = 'SITE' SRC=https&colon;//a.example/b>", "", none);
        check("<SCRIPT ASYNC data-Site = 'SITE' SRC=//a.example/widget.js></SCRIPT>", "", None);
        let elsewhere = r#"<base href="https://ask.example.net/x/"><script src="widget.js" data-site="SITE"></script>"#;
        check(elsewhere, "script-src https://ask.example.net", None);
        // Below a path of the site itself.
        for address in ["/askline/widget.js", "https://example.com/askline/widget.js"] {
            let own = SNIPPET.replace("https://ask.example.net/widget.js", address);
            check(&own, "default-src 'self'", None);
            check(&own, "default-src https://example.com/askline/", None);
            check(&own, "default-src https://example.com/other/", Some(InstallProblem::BlockedByCsp));
        }
    }

    #[test]
    fn what_is_only_called_askline_or_only_looks_like_the_snippet_is_not_taken_for_it() {
        let none = Some(InstallProblem::NoSnippet);
        let shown = SNIPPET.replace('<', "&lt;");
        let nested = format!("<template><template>x</template>{SNIPPET}</template>");
        for other in [
            r#"<div id="askline" class="askline" data-site="SITE"></div>"#,
            r#"<div id="askline" src="https://ask.example.net/widget.js" data-site="SITE"></div>"#,
            r#"<script id="askline" data-site="SITE">window.askline = {};</script>"#,
            r#"<script id="askline" src="https://ask.example.net/widget.js"></script>"#,
            r#"<script id="askline" src="https://ask.example.net/other.js" data-site="SITE"></script>"#,
            r#"<link rel="preload" as="script" href="https://ask.example.net/widget.js" data-site="SITE">"#,
            &format!("<pre>{shown}</pre><!-- {SNIPPET} --><p title='{SNIPPET}'>"),
            &nested,
        ] {
            check(other, "", none);
            // Nor is it counted as a second snippet.
            check(&format!("{other}{SNIPPET}"), "", None);
        }
    }

    #[test]
    fn the_canonical_link_is_read_unless_the_page_asks_not_to_be_indexed() {
        let link = |body: &str| {
            let url = "https://example.com/".parse().expect("an address");
            let page = Page { url, status: 200, headers: HeaderMap::new(), body: body.into() };
            canonical_link(&page).map(|(_, canonical)| canonical.to_string())
        };
        let canonical = "<link rel=canonical href=/index.html>";
        assert_eq!(link(canonical).as_deref(), Some("https://example.com/index.html"));
        assert_eq!(link(&format!("<meta name=robots content=noindex>{canonical}")), None);
        assert_eq!(link("<p>Nothing</p>"), None);
    }

    #[test]
    fn a_page_that_is_made_to_hurt_is_looked_through_in_passing() {
        let nested = "<b><table><tr><td><a x=1><p>".repeat(100_000);
        let attributes = format!("<p {}>", "a b ".repeat(700_000));
        for hostile in [nested, attributes, "<script".repeat(400_000), "<".repeat(3_000_000)] {
            let (snippets, policies) = read(&hostile, &"https://example.com/".parse().expect("an address"));
            assert!(snippets.is_empty() && policies.is_empty());
        }
    }
}
