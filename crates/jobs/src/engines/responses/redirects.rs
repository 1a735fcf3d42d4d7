//! Finds out where Google's redirects to the sources of an answer lead. None is followed: the response to each names its
//! target.
//!
//! Sends requests only to Google and the operator's own base URL, whatever addresses an answer contains.

use std::{collections::BTreeMap, time::Duration};

use futures_util::{StreamExt as _, stream};
use reqwest::header::LOCATION;
use url::{Host, Url};

use super::sources::MAX_URL_BYTES;
use crate::outgoing::{OutgoingError, VendorClient};

/// The maximum number of redirects of one answer that are looked up.
const MAX_REDIRECTS: usize = 50;
/// The maximum number of look-ups at the same time.
const AT_ONCE: usize = 10;
/// The maximum time of one look-up.
const MAX_REDIRECT_TIME: Duration = Duration::from_secs(5);
/// The maximum time of all look-ups of an answer. Later results are dropped.
const MAX_TOTAL_TIME: Duration = Duration::from_secs(15);
/// The host of the redirects.
const HOST: &str = "vertexaisearch.cloud.google.com";
/// The beginning of their paths.
const PATH: &str = "/grounding-api-redirect/";

/// Looks up where redirects lead.
pub struct Redirects {
    client: VendorClient,
    base: Url,
}

impl Redirects {
    /// Creates a client for the redirects of Google, and of the base URL that replaces it.
    pub fn new(base: &Url, max_time: Duration) -> Result<Self, OutgoingError> {
        Ok(Self { client: VendorClient::new(MAX_REDIRECT_TIME.min(max_time))?, base: base.clone() })
    }

    /// The targets of these redirects, as far as they could be found.
    pub async fn targets(&self, addresses: &[&str]) -> BTreeMap<String, String> {
        let redirects: Vec<Url> = addresses
            .iter()
            .filter_map(|address| Url::parse(address).ok())
            .filter(|url| self.is_redirect(url))
            .take(MAX_REDIRECTS)
            .collect();
        let looks = stream::iter(redirects).map(|url| async move {
            let target = self.target(&url).await;
            target.map(|target| (url.to_string(), target))
        });
        let end = Box::pin(tokio::time::sleep(MAX_TOTAL_TIME));
        looks.buffer_unordered(AT_ONCE).take_until(end).filter_map(|found| async { found }).collect().await
    }

    /// Whether the URL is one of Google's redirects, or one of the base URL.
    pub fn is_redirect(&self, url: &Url) -> bool {
        let of_google = url.scheme() == "https" && url.host() == Some(Host::Domain(HOST)) && url.port().is_none();
        looks_like_redirect(url) && (of_google || url.origin() == self.base.origin())
    }

    async fn target(&self, url: &Url) -> Option<String> {
        let answer = self.client.head(url).await.ok().filter(|answer| (300..400).contains(&answer.status))?;
        let location = answer.headers.get(LOCATION)?.to_str().ok().filter(|text| text.len() <= MAX_URL_BYTES)?;
        let target = Url::parse(location).ok().filter(|target| matches!(target.scheme(), "http" | "https"))?;
        (target.has_host() && !self.is_redirect(&target)).then(|| location.to_owned())
    }
}

/// Whether the path is that of Google's redirects, whatever base URL the answer came from.
pub fn looks_like_redirect(url: &Url) -> bool {
    url.path().starts_with(PATH)
}

/// The home page of the domain that a source's title names: Google uses the domain as the title.
pub fn front_page(title: Option<&str>) -> Option<String> {
    let name = title?.trim();
    if !name.contains('.')
        || name.split('.').any(str::is_empty)
        || !name.chars().all(|c| c.is_alphanumeric() || c == '.' || c == '-')
    {
        return None;
    }
    let url = Url::parse(&format!("https://{name}/")).ok()?;
    matches!(url.host(), Some(Host::Domain(_))).then(|| url.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_redirects_of_google_and_of_the_base_are_asked() {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let base = "https://generativelanguage.googleapis.com/v1beta".parse().expect("an address");
        let redirects = Redirects::new(&base, MAX_REDIRECT_TIME).expect("a client");
        let check = |text: &str| redirects.is_redirect(&text.parse().expect("an address"));
        assert!(check("https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ"));
        assert!(check("https://generativelanguage.googleapis.com/grounding-api-redirect/AUZ"));
        for other in [
            "http://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ",
            "https://vertexaisearch.cloud.google.com:8443/grounding-api-redirect/AUZ",
            "https://vertexaisearch.cloud.google.com/other",
            "https://vertexaisearch.cloud.google.com.example.org/grounding-api-redirect/AUZ",
            "http://169.254.169.254/grounding-api-redirect/AUZ",
        ] {
            assert!(!check(other), "{other}");
        }
    }

    #[test]
    fn a_title_that_is_a_domain_names_its_front_page() {
        assert_eq!(front_page(Some("Example.org")).as_deref(), Some("https://example.org/"));
        assert_eq!(front_page(Some("bücher.example")).as_deref(), Some("https://xn--bcher-kva.example/"));
        for title in ["Example Reader", "example", "a.b/c", "10.0.0.1", "..", "a.b?c", ""] {
            assert_eq!(front_page(Some(title)), None, "{title}");
        }
    }
}
