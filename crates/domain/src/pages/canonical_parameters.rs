//! Query parameters that a site's canonical links name.
//!
//! The service itself reads these links, and they tell which parameters lead to another page. Links that come with events never get here,
//! because anyone can send them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use url::Url;

use super::{
    address::source_address,
    settings::{MAX_QUERY_PARAMETERS, PageSettings, QueryParameter},
    sitemap::is_same_site,
};
use crate::shared::violation::Violations;

/// The number of pages whose canonical links must name a parameter before it is proposed.
pub const MIN_PAGES_NAMING: usize = 3;
/// The maximum number of parameters that are kept for a site.
const MAX_NAMES: usize = 20;
/// The maximum length of a page's address here, in bytes; longer ones are left out.
const MAX_ADDRESS_BYTES: usize = 300;

/// For each parameter, up to [`MIN_PAGES_NAMING`] of the addresses in whose canonical links it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CanonicalParameters(BTreeMap<String, BTreeSet<String>>);

impl CanonicalParameters {
    /// Reads pairs of a page's address and the address in its canonical link. Links to other sites, campaign and click ids, and names
    /// that settings may not have are left out.
    pub fn of(links: &[(Url, Url)]) -> Self {
        let mut found = Self::default();
        for (_, canonical) in links.iter().filter(|(page, canonical)| is_same_site(canonical, page)) {
            let address = source_address(canonical);
            let query = address.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default();
            for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
                if !value.is_empty() && address.len() <= MAX_ADDRESS_BYTES && is_valid_name(&name) {
                    found.add(name.into_owned(), address.clone());
                }
            }
        }
        found
    }

    /// Whether no parameter was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These and those of a later reading.
    #[must_use]
    pub fn with(mut self, later: &Self) -> Self {
        for (name, addresses) in &later.0 {
            addresses.iter().for_each(|address| self.add(name.clone(), address.clone()));
        }
        self
    }

    fn add(&mut self, name: String, address: String) {
        if self.0.len() >= MAX_NAMES && !self.0.contains_key(&name) {
            return;
        }
        let addresses = self.0.entry(name).or_default();
        if addresses.len() < MIN_PAGES_NAMING {
            addresses.insert(address);
        }
    }

    /// The parameters that enough pages name and that these settings do not have, as far as there is room for them.
    pub fn proposed(&self, settings: &PageSettings) -> Vec<String> {
        let known = &settings.query_parameters;
        let is_new = |name: &String| known.iter().all(|parameter| parameter.name != *name);
        let named = self.0.iter().filter(|(name, addresses)| addresses.len() >= MIN_PAGES_NAMING && is_new(name));
        named.map(|(name, _)| name.clone()).take(MAX_QUERY_PARAMETERS.saturating_sub(known.len())).collect()
    }
}

fn is_valid_name(name: &str) -> bool {
    let query_parameters = vec![QueryParameter { name: name.to_owned(), paths: Vec::new() }];
    let mut violations = Violations::new();
    PageSettings { query_parameters, ..PageSettings::default() }.check("pages", &mut violations);
    violations.finish(()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(links: &[&str]) -> CanonicalParameters {
        let home: Url = "https://example.com/".parse().expect("an address");
        let links: Vec<(Url, Url)> =
            links.iter().map(|link| (home.clone(), home.join(link).expect("an address"))).collect();
        CanonicalParameters::of(&links)
    }

    fn proposed(links: &[&str]) -> Vec<String> {
        read(links).proposed(&PageSettings::default())
    }

    #[test]
    fn a_parameter_is_proposed_when_the_canonical_links_of_three_pages_name_it() {
        assert_eq!(proposed(&["/?p=4", "/?p=6", "/?p=8", "/?page_id=2", "/about"]), ["p"]);
        assert_eq!(proposed(&["/?p=4", "/?p=6", "/?p=4"]), Vec::<String>::new());
        assert_eq!(proposed(&["/a?lang=de&id=1", "/b?lang=de&id=2", "/c?lang=de"]), ["lang"]);
        let no_page = ["utm_source=a", "gclid=x1", "session_id=4", "token=4", "email=a", "p=", "x"];
        for parameter in no_page {
            let links = ["/a?", "/b?", "/c?"].map(|path| format!("{path}{parameter}"));
            assert_eq!(proposed(&links.each_ref().map(String::as_str)), Vec::<String>::new(), "{parameter}");
        }
        let elsewhere = ["https://other.example/?p=1", "https://other.example/?p=2", "https://other.example/?p=3"];
        assert_eq!(proposed(&elsewhere), Vec::<String>::new());
    }

    #[test]
    fn readings_add_up_and_known_parameters_are_not_proposed_again() {
        let first = read(&["/?p=4", "/?p=6"]);
        let both = first.clone().with(&read(&["/?p=8", "/?p=4"]));
        assert_eq!(
            (first.proposed(&PageSettings::default()).len(), both.proposed(&PageSettings::default()).len()),
            (0, 1)
        );
        let known: PageSettings =
            serde_json::from_str(r#"{ "queryParameters": [{ "name": "p" }] }"#).expect("settings");
        assert_eq!(both.proposed(&known), Vec::<String>::new());
        let stored = serde_json::to_string(&both).expect("texts");
        assert_eq!(serde_json::from_str::<CanonicalParameters>(&stored).expect("as stored"), both);
    }

    #[test]
    fn what_is_kept_and_proposed_is_bounded() {
        let links: Vec<String> =
            (0..10_000).map(|n| format!("/{n}?q{}=1&long={}", n % 500, "x".repeat(n % 900))).collect();
        let kept = read(&links.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(kept.0.len() <= MAX_NAMES && kept.0.values().all(|addresses| addresses.len() <= MIN_PAGES_NAMING));
        assert!(serde_json::to_string(&kept).expect("texts").len() < 20_000);
        assert_eq!(kept.proposed(&PageSettings::default()).len(), MAX_QUERY_PARAMETERS);
    }
}
