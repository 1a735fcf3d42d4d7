//! The table of services that readers come from and go to, and of AI crawlers.
//!
//! One entry holds everything that is known about a service, and every surface takes it from here: the sorting of visits, filters, the
//! widget's links and share buttons, and the names in the dashboard, files, emails and tools. The tests below check the
//! table whenever it is built.

use std::{collections::HashMap, sync::LazyLock};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crawler_purpose::CrawlerPurpose;

pub mod crawler_purpose;
#[cfg(test)]
mod tests;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file: ServicesFile =
        serde_json::from_str(include_str!("../data/services.json")).expect("a test reads the same data");
    let places = file.services.iter().enumerate().map(|(place, service)| (service.id, place)).collect();
    Table { file, places }
});

struct Table {
    file: ServicesFile,
    places: HashMap<&'static str, usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "'de: 'static"))]
struct ServicesFile {
    default_links: Vec<String>,
    default_shares: Vec<String>,
    services: Vec<Service>,
    crawlers: Vec<AiCrawler>,
}

/// A service that readers come from or go to.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Service {
    /// The id, such as `chatgpt`; it never changes, since events and configurations contain it.
    pub id: &'static str,
    /// The name that people see.
    pub name: &'static str,
    /// What it is.
    pub kind: ServiceKind,
    /// How a visit from it is recognized; `None` if visits from it have no sign.
    #[serde(default)]
    pub visits: Option<VisitSigns>,
    /// How a prompt gets to it: a platform of the link registry without its id and name.
    #[serde(default)]
    link: Option<Map<String, Value>>,
    /// How a page is shared on it: a share target without its id and name.
    #[serde(default)]
    share: Option<Map<String, Value>>,
}

/// What a service is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceKind {
    /// An AI assistant.
    Assistant,
    /// A search engine.
    Search,
    /// A social network.
    Network,
    /// A way to share that is not a site: email, the share sheet of the reader's system.
    Channel,
}

/// How a visit from a service is recognized. Browsers send other sites only the origin of a page, so nothing here names a path.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VisitSigns {
    /// Hosts that also match their subdomains.
    #[serde(default, borrow)]
    pub hosts: Vec<&'static str>,
    /// Hosts that match only themselves and `www.`; a `*` at the end stands for a country, `com` or `cat`.
    #[serde(default, borrow)]
    pub exact_hosts: Vec<&'static str>,
    /// Hosts below `hosts` that belong to the same owner and are something else, with their subdomains.
    #[serde(default, borrow)]
    pub other_hosts: Vec<&'static str>,
    /// Values of `utm_source` besides the hosts, in lower case.
    #[serde(default, borrow)]
    pub utm_sources: Vec<&'static str>,
    /// Android packages that browsers and apps send as `android-app://…`.
    #[serde(default, borrow)]
    pub android_packages: Vec<&'static str>,
    /// How certain the sources are.
    #[serde(default, borrow)]
    pub confidence: Option<&'static str>,
    /// A note for developers.
    #[serde(default, borrow)]
    pub note: Option<&'static str>,
    /// Names of sources in the file.
    #[serde(borrow)]
    pub evidence: Vec<&'static str>,
}

/// An AI crawler.
#[derive(Debug, Deserialize)]
pub struct AiCrawler {
    /// The word in its user agent, which is also its name.
    pub token: &'static str,
    /// The id of the service that it reads pages for, if that is in the table.
    #[serde(default, borrow)]
    pub service: Option<&'static str>,
    /// Its operator, if known.
    #[serde(borrow)]
    pub operator: Option<&'static str>,
    /// What it reads pages for.
    pub purpose: CrawlerPurpose,
}

/// All services, in the order in which they are offered.
pub fn iter() -> impl ExactSizeIterator<Item = &'static Service> {
    TABLE.file.services.iter()
}

/// Returns the service with this id.
pub fn get(id: &str) -> Option<&'static Service> {
    TABLE.places.get(id).map(|place| &TABLE.file.services[*place])
}

/// Returns the name of the service with this id, as people see it.
pub fn name_of(id: &str) -> Option<&'static str> {
    get(id).map(|service| service.name)
}

/// The AI crawlers.
pub fn ai_crawlers() -> &'static [AiCrawler] {
    &TABLE.file.crawlers
}

/// The assistants of a new site, in order.
pub fn default_links() -> &'static [String] {
    &TABLE.file.default_links
}

/// The share buttons of a new site, in order.
pub fn default_shares() -> &'static [String] {
    &TABLE.file.default_shares
}

/// The links of all services that take a prompt.
pub fn links<T: DeserializeOwned>() -> Vec<T> {
    iter().filter_map(|service| Some(service.named(service.link.as_ref()?))).collect()
}

/// The share buttons of all services on which a page can be shared.
pub fn shares<T: DeserializeOwned>() -> Vec<T> {
    iter().filter_map(|service| Some(service.named(service.share.as_ref()?))).collect()
}

impl Service {
    /// A part of the entry, with the id and name of the service.
    fn named<T: DeserializeOwned>(&self, part: &Map<String, Value>) -> T {
        let mut part = part.clone();
        part.insert("id".into(), self.id.into());
        part.insert("name".into(), self.name.into());
        serde_json::from_value(Value::Object(part)).expect("a test reads the same data")
    }
}
