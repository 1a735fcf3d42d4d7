//! Reads what an engine's answer says about a site and its competitors. Pure: the same answer is always read the same way.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{
    citations::{
        answer_text::AnswerText,
        competitor::Competitor,
        mention::{Mentions, Wanted},
        wrappers::unwrapped,
    },
    engines::answer::{EngineAnswer, EngineSource},
    pages::{
        address::{parse_page, source_address},
        hosts::normal_host,
        identity::PageIdentifier,
    },
    sites::Site,
};

/// The version of the rules in this module and of the engines' readers. It is raised when an answer would be read differently
/// than before: the raw answers that are kept are then read again, and only answers of one version are compared with each other. A test
/// over `testdata/answers` fails when it has to be raised.
pub const READING_VERSION: u16 = 2;
/// The maximum number of cited sources, and of consulted sources, that are kept of one answer.
pub const MAX_SOURCES: usize = 100;
/// The maximum length of a source's address, in bytes. A longer one loses its query; if it is still too long, the source is
/// skipped.
pub const MAX_SOURCE_URL_BYTES: usize = 2_048;
/// The maximum length of a source's title, in characters.
pub const MAX_SOURCE_TITLE_CHARACTERS: usize = 300;
/// The maximum length of an answer's excerpt, in characters.
pub const MAX_EXCERPT_CHARACTERS: usize = 500;
/// The number of characters that an excerpt shows before the mention.
const EXCERPT_CHARACTERS_BEFORE: usize = 150;

/// What an answer says about a site: the first of these values that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CitationOutcome {
    /// The text links the site, with an annotation, a marker or a plain link.
    Cited,
    /// The engine read a page of the site, but the text does not link it.
    Consulted,
    /// The text only names the site.
    Mentioned,
    /// The site does not appear.
    Absent,
}

words! {
    CitationOutcome, "an outcome of an answer":
    Cited = "cited",
    Consulted = "consulted",
    Mentioned = "mentioned",
    Absent = "absent",
}

/// Whose page a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceOwner {
    /// The page belongs to the site.
    Own,
    /// The page belongs to a competitor.
    Competitor,
    /// The page belongs to someone else.
    Other,
}

words! { SourceOwner, "an owner of a source": Own = "own", Competitor = "competitor", Other = "other" }

/// A source: a page that an answer links or that the engine opened for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("required" = ["url", "domain", "title", "position", "owner", "pageKnown"]))]
pub struct CitedUrl {
    /// Its address, without fragment, campaign and click ids; the home page of its host if `pageKnown` is false.
    pub url: String,
    /// Its host in lower case, without `www.`.
    pub domain: String,
    /// Its title, if the engine gave one.
    pub title: Option<String>,
    /// Its position among the distinct pages of its list, from 1.
    pub position: u32,
    /// Whose page it is.
    pub owner: SourceOwner,
    /// Whether the exact page is known. False if its redirect could not be followed, so that only its host is known: such a
    /// citation counts for the owner of the host, but for no page.
    #[serde(default = "page_known")]
    pub page_known: bool,
}

/// Sources that were stored without this field have a known page.
fn page_known() -> bool {
    true
}

/// What an answer says about a competitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["domain", "mentioned", "cited", "position"]))]
#[schemars(rename = "CompetitorResult")]
pub struct CompetitorSighting {
    /// Its domain.
    pub domain: String,
    /// Whether the text contains its domain or one of its brand names.
    pub mentioned: bool,
    /// Whether the text links it.
    pub cited: bool,
    /// The position of its first page among the distinct cited pages, from 1; null if it is not cited.
    pub position: Option<u32>,
}

/// What an answer says about a site and its competitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerReading {
    /// The outcome.
    pub outcome: CitationOutcome,
    /// Whether the engine searched the web.
    pub searched: bool,
    /// Whether the prose contains the site's domain, name or one of its aliases. The target of a link is not prose.
    pub mentioned: bool,
    /// Whether the text links the site.
    pub cited: bool,
    /// Whether the engine retrieved a page of the site.
    pub consulted: bool,
    /// The position of the site's first page among the distinct cited pages, from 1; `None` if it is not cited.
    pub position: Option<u32>,
    /// The distinct pages that are cited, in the answer's order.
    pub cited_urls: Vec<CitedUrl>,
    /// The distinct pages that were retrieved, in the answer's order.
    pub consulted_urls: Vec<CitedUrl>,
    /// One for each competitor, in the same order.
    pub competitors: Vec<CompetitorSighting>,
    /// The text around the first mention, or else around the first link to the site, or else the beginning of the text.
    pub excerpt: String,
    /// The number of markers in the text beyond the list of sources, which are text.
    pub dangling_markers: u32,
    /// The number of searches that the engine bills for the answer; 0 if it does not say.
    pub billed_queries: u32,
}

/// The site and the competitors that answers are searched for.
#[derive(Debug, Clone)]
pub struct Watched {
    /// The site's hosts, normalized.
    hosts: Vec<String>,
    competitors: Vec<Competitor>,
    /// The names and domains of the site, which is [`OWN`], and of the competitors, which follow it in their order.
    wanted: Wanted,
    pages: PageIdentifier,
}

/// The number of the site among the owners of names and domains.
const OWN: usize = 0;

impl Watched {
    /// Searches for a site and its competitors.
    pub fn new(site: &Site, competitors: &[Competitor]) -> Self {
        let hosts = own_hosts(&site.domain, &site.allowed_origins);
        let mut wanted = Wanted::default();
        hosts.iter().for_each(|host| wanted.add_domain(OWN, host));
        // A name that equals the domain is only searched for as a domain.
        let is_domain = |name: &str| hosts.iter().any(|host| *host == *normal_host(name.trim()));
        let names = std::iter::once(&site.name).chain(&site.aliases).filter(|name| !is_domain(name));
        names.for_each(|name| wanted.add_name(OWN, name));
        for (index, competitor) in competitors.iter().enumerate() {
            wanted.add_domain(OWN + 1 + index, &competitor.domain);
            competitor.aliases.iter().for_each(|alias| wanted.add_name(OWN + 1 + index, alias));
        }
        Self { hosts, competitors: competitors.to_vec(), wanted, pages: PageIdentifier::new(&site.pages) }
    }

    /// Reads an answer.
    pub fn read(&self, answer: &EngineAnswer) -> AnswerReading {
        let cited_urls = self.sources(&answer.cited);
        let consulted_urls = self.sources(&answer.consulted);
        let said = AnswerText::of(&answer.text);
        // People do not see a name in the target of a link.
        let mentions = self.wanted.find(&said.prose);
        let first_mention = mentions.first(OWN);
        let position = cited_urls.iter().find(|url| url.owner == SourceOwner::Own).map(|url| url.position);
        let consulted = consulted_urls.iter().any(|url| url.owner == SourceOwner::Own);
        let (mentioned, cited) = (first_mention.is_some(), position.is_some());
        let outcome = match (cited, consulted, mentioned) {
            (true, ..) => CitationOutcome::Cited,
            (false, true, _) => CitationOutcome::Consulted,
            (false, false, true) => CitationOutcome::Mentioned,
            (false, false, false) => CitationOutcome::Absent,
        };
        let first_link = || {
            let own = said.links.iter().find(|link| self.owner_of_text(&link.url) == SourceOwner::Own);
            own.map(|link| link.place)
        };
        AnswerReading {
            outcome,
            searched: answer.searched,
            mentioned,
            cited,
            consulted,
            position,
            competitors: (0..self.competitors.len())
                .map(|index| self.sighting(index, &cited_urls, &mentions))
                .collect(),
            cited_urls: kept(cited_urls),
            consulted_urls: kept(consulted_urls),
            excerpt: excerpt(&answer.text, first_mention.or_else(first_link).unwrap_or(0)),
            dangling_markers: answer.dangling_markers,
            billed_queries: answer.billed_queries,
        }
    }

    /// The site's known pages among `sources`, each once. A subdomain that is not among the site's hosts has its own
    /// pages, which are not pages of the site.
    pub fn pages(&self, sources: &[CitedUrl]) -> Vec<String> {
        let mut paths: Vec<String> = sources
            .iter()
            .filter(|source| source.page_known && self.hosts.contains(&source.domain))
            .filter_map(|source| Url::parse(&source.url).ok().map(|url| self.pages.of_url(&url).into_string()))
            .collect();
        paths.sort();
        paths.dedup();
        paths
    }

    /// The distinct pages among these sources, each with its owner.
    fn sources(&self, sources: &[EngineSource]) -> Vec<CitedUrl> {
        let mut seen = HashSet::new();
        let mut pages: Vec<CitedUrl> = Vec::new();
        for source in sources {
            let Some((url, domain)) = address(&source.url) else { continue };
            // A page counts once, over http and https, with and without `www.`.
            let rest = url.split_once("://").map_or("", |(_, rest)| rest);
            let key = format!("{domain}{}", rest.find('/').map_or("", |slash| &rest[slash..]));
            if !seen.insert((key, source.page_known)) {
                continue;
            }
            let position = u32::try_from(pages.len() + 1).unwrap_or(u32::MAX);
            let owner = self.owner_of(&domain);
            let title = source.title.as_deref().and_then(title);
            pages.push(CitedUrl { url, domain, title, position, owner, page_known: source.page_known });
        }
        pages
    }

    fn sighting(&self, index: usize, cited: &[CitedUrl], mentions: &Mentions) -> CompetitorSighting {
        let owner = Some(OWN + 1 + index);
        let position = cited.iter().find(|url| self.number_of_owner(&url.domain) == owner).map(|url| url.position);
        CompetitorSighting {
            domain: self.competitors[index].domain.clone(),
            mentioned: mentions.first(OWN + 1 + index).is_some(),
            cited: position.is_some(),
            position,
        }
    }

    fn owner_of_text(&self, url: &str) -> SourceOwner {
        address(url).map_or(SourceOwner::Other, |(_, domain)| self.owner_of(&domain))
    }

    /// The owner of a normalized host.
    fn owner_of(&self, host: &str) -> SourceOwner {
        match self.number_of_owner(host) {
            Some(OWN) => SourceOwner::Own,
            Some(_) => SourceOwner::Competitor,
            None => SourceOwner::Other,
        }
    }

    /// The number of the owner of a normalized host. If it lies within several domains, the longest one owns it; of equally
    /// long ones, the first, so that the site has precedence.
    fn number_of_owner(&self, host: &str) -> Option<usize> {
        self.wanted.owner_of(host)
    }
}

/// Returns at most [`MAX_SOURCES`] pages, in their order. Pages of the site and its competitors are kept before others.
fn kept(mut pages: Vec<CitedUrl>) -> Vec<CitedUrl> {
    if pages.len() > MAX_SOURCES {
        pages.sort_by_key(|page| (page.owner == SourceOwner::Other, page.position));
        pages.truncate(MAX_SOURCES);
        pages.sort_by_key(|page| page.position);
    }
    pages
}

/// The hosts of a site, from its domain and its allowed origins, normalized, each once.
pub fn own_hosts(domain: &str, allowed_origins: &[String]) -> Vec<String> {
    let mut hosts = vec![normal_host(domain).into_owned()];
    for origin in allowed_origins {
        // Nobody cites IP addresses or hosts such as `localhost`, which are for trying out a site.
        let Some(host) = Url::parse(origin).ok().and_then(|url| url.domain().map(str::to_owned)) else { continue };
        let host = normal_host(&host).into_owned();
        if host.contains('.') && !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts
}

/// The stored form of an address, without wrappers around it, and its normalized host.
fn address(text: &str) -> Option<(String, String)> {
    let mut page = unwrapped(parse_page(text.trim())?);
    let mut url = source_address(&page);
    if url.len() > MAX_SOURCE_URL_BYTES {
        page.set_query(None);
        url = source_address(&page);
    }
    let domain = normal_host(page.host_str()?).into_owned();
    (url.len() <= MAX_SOURCE_URL_BYTES).then_some((url, domain))
}

fn title(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let title: String = words.collect::<Vec<_>>().join(" ").chars().take(MAX_SOURCE_TITLE_CHARACTERS).collect();
    (!title.is_empty()).then_some(title)
}

/// The excerpt of a text around the byte `place`.
fn excerpt(text: &str, place: usize) -> String {
    let before = &text[..place];
    let from = before.char_indices().rev().take(EXCERPT_CHARACTERS_BEFORE).last().map_or(place, |(index, _)| index);
    text[from..].chars().take(MAX_EXCERPT_CHARACTERS).collect()
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_corpus;
