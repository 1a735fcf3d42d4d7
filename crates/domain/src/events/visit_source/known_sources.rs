//! The sources that are known by name.
//!
//! They are read once from `data/` and looked up by whole labels of a host.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    kinds::{VisitKind, VisitSource},
    referrer::Referrer,
};

/// The maximum number of a host's labels that are compared, from the right; known hosts have fewer.
const MAX_LABELS: usize = 6;

pub(super) static KNOWN_SOURCES: LazyLock<KnownSources> = LazyLock::new(KnownSources::read);

/// A known source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KnownSource {
    pub(super) kind: VisitKind,
    pub(super) id: &'static str,
}

#[derive(Default)]
pub(super) struct KnownSources {
    /// Hosts that also match their subdomains.
    hosts: HashMap<&'static str, KnownSource>,
    /// Hosts that do not match their subdomains: `mail.google.com` is not a search engine.
    exact_hosts: HashMap<&'static str, KnownSource>,
    /// The part before the country in hosts such as `google.co.uk`. They do not match their subdomains.
    country_hosts: HashMap<&'static str, KnownSource>,
    utm_sources: HashMap<&'static str, KnownSource>,
    /// Keys are in lower case.
    android_packages: HashMap<String, KnownSource>,
    pub(super) assistant_ids: Vec<&'static str>,
}

#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct SourcesFile {
    #[serde(alias = "assistants", alias = "networks", alias = "engines")]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    id: &'static str,
    #[serde(default, borrow)]
    hosts: Vec<&'static str>,
    #[serde(default, borrow)]
    exact_hosts: Vec<&'static str>,
    #[serde(default, borrow)]
    utm_sources: Vec<&'static str>,
    #[serde(default, borrow)]
    android_packages: Vec<&'static str>,
}

impl KnownSources {
    fn read() -> Self {
        let mut sources = Self::default();
        for (kind, json) in [
            (VisitKind::AiAssistant, include_str!("../../../data/ai_referrers.json")),
            (VisitKind::Search, include_str!("../../../data/search_engines.json")),
            (VisitKind::Social, include_str!("../../../data/social_referrers.json")),
        ] {
            let file: SourcesFile = serde_json::from_str(json).expect("a test reads the same data");
            for entry in file.entries {
                sources.add(kind, entry);
            }
        }
        sources
    }

    fn add(&mut self, kind: VisitKind, entry: Entry) {
        let known = KnownSource { kind, id: entry.id };
        if kind == VisitKind::AiAssistant {
            self.assistant_ids.push(entry.id);
        }
        self.hosts.extend(entry.hosts.into_iter().map(|host| (host, known)));
        for host in entry.exact_hosts {
            match host.strip_suffix(".*") {
                Some(name) => self.country_hosts.insert(name, known),
                None => self.exact_hosts.insert(host, known),
            };
        }
        // An assistant's id in `utm_source` is not evidence: only the listed values are.
        if kind == VisitKind::Social {
            self.utm_sources.entry(entry.id).or_insert(known);
        }
        for source in entry.utm_sources {
            self.utm_sources.entry(source).or_insert(known);
        }
        self.android_packages.extend(entry.android_packages.into_iter().map(|p| (p.to_ascii_lowercase(), known)));
    }

    /// `source` must be in lower case and trimmed. Written as an address it is its host: `https://www.chatgpt.com/`.
    pub(super) fn by_utm_source(&self, source: &str) -> Option<KnownSource> {
        self.utm_sources.get(source).or_else(|| self.utm_sources.get(host_of_source(source))).copied()
    }

    pub(super) fn by_referrer(&self, referrer: &Referrer<'_>) -> Option<KnownSource> {
        match referrer {
            Referrer::App(package) => self.android_packages.get(&package.to_ascii_lowercase()).copied(),
            Referrer::Page { host } => self.by_host(host),
        }
    }

    fn by_host(&self, host: &str) -> Option<KnownSource> {
        if let Some(known) = self.exact_hosts.get(host) {
            return Some(*known);
        }
        if let Some(known) = without_country(host).and_then(|name| self.country_hosts.get(name)) {
            return Some(*known);
        }
        suffixes(host).into_iter().flatten().find_map(|suffix| self.hosts.get(suffix).copied())
    }
}

/// A source without scheme, `www.` and slashes at its end.
fn host_of_source(source: &str) -> &str {
    let source = source.split_once("://").map_or(source, |(_, rest)| rest);
    source.strip_prefix("www.").unwrap_or(source).trim_end_matches('/')
}

/// Top-level domains with more than two letters under which services have hosts for a country or language.
const LONG_COUNTRIES: [&str; 2] = ["com", "cat"];

/// Returns `google` for `google.com`, `google.cat`, `google.de` and `google.co.uk`.
fn without_country(host: &str) -> Option<&str> {
    let (name, country) = host.rsplit_once('.')?;
    match country.len() {
        _ if LONG_COUNTRIES.contains(&country) => Some(name),
        2 => match name.rsplit_once('.') {
            Some((name, "co" | "com")) => Some(name),
            _ => Some(name),
        },
        _ => None,
    }
}

/// The suffixes of `host` with up to [`MAX_LABELS`] labels, the longest first.
fn suffixes(host: &str) -> [Option<&str>; MAX_LABELS] {
    let mut suffixes = [None; MAX_LABELS];
    let mut end = host.len();
    for place in suffixes.iter_mut().rev() {
        let dot = host[..end].rfind('.');
        *place = Some(&host[dot.map_or(0, |dot| dot + 1)..]);
        match dot {
            Some(dot) => end = dot,
            None => break,
        }
    }
    suffixes
}

impl From<KnownSource> for VisitSource {
    fn from(known: KnownSource) -> Self {
        Self { kind: known.kind, name: known.id.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn files() -> [(VisitKind, serde_json::Value); 3] {
        [
            (VisitKind::AiAssistant, include_str!("../../../data/ai_referrers.json")),
            (VisitKind::Search, include_str!("../../../data/search_engines.json")),
            (VisitKind::Social, include_str!("../../../data/social_referrers.json")),
        ]
        .map(|(kind, json)| (kind, serde_json::from_str(json).expect("valid JSON")))
    }

    fn entries(file: &serde_json::Value) -> Vec<&serde_json::Value> {
        let list = ["assistants", "engines", "networks"].iter().find_map(|name| file[*name].as_array());
        list.expect("a list of entries").iter().collect()
    }

    fn texts(value: &serde_json::Value) -> Vec<&str> {
        value
            .as_array()
            .map(|list| list.iter().map(|text| text.as_str().expect("a text")).collect())
            .unwrap_or_default()
    }

    #[test]
    fn every_entry_is_well_formed_and_names_a_dated_source() {
        for (kind, file) in files() {
            assert!(file["checkedOn"].as_str().is_some_and(|date| date.parse::<jiff::civil::Date>().is_ok()));
            for (name, source) in file["sources"].as_object().expect("sources") {
                assert!(source["address"].as_str().is_some_and(|address| !address.is_empty()), "{name}");
                assert!(source["date"].as_str().is_some_and(|date| !date.is_empty()), "{name}");
            }
            let mut ids = HashSet::new();
            for entry in entries(&file) {
                let id = entry["id"].as_str().expect("an id");
                assert!(ids.insert(id), "{kind} {id} stands twice");
                assert!((1..=32).contains(&id.len()), "{id}");
                assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'), "{id}");
                let evidence = texts(&entry["evidence"]);
                assert!(!evidence.is_empty(), "{id}");
                assert!(evidence.iter().all(|name| file["sources"][*name].is_object()), "{id}: {evidence:?}");
            }
        }
    }

    #[test]
    fn no_host_package_or_utm_source_belongs_to_two() {
        let mut owners = std::collections::HashMap::new();
        for (_, file) in files() {
            for entry in entries(&file) {
                for field in ["hosts", "exactHosts", "utmSources", "androidPackages"] {
                    for text in texts(&entry[field]) {
                        if let Some(other) =
                            owners.insert((field == "utmSources", text.to_owned()), entry["id"].clone())
                        {
                            panic!("{text} belongs to {other} and {}", entry["id"]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_known_host_package_and_utm_source_is_found_again() {
        for (kind, file) in files() {
            for entry in entries(&file) {
                let id = entry["id"].as_str().expect("an id");
                let check = |referrer: String| {
                    let parsed = Referrer::parse(&referrer).expect("a referrer");
                    let found = KNOWN_SOURCES.by_referrer(&parsed);
                    assert_eq!(found.map(|known| (known.kind, known.id)), Some((kind, id)), "{referrer}");
                };
                for host in texts(&entry["hosts"]) {
                    check(format!("https://{host}/"));
                    check(format!("https://www.{host}/a/b?c"));
                    check(format!("https://sub.{host}"));
                }
                for host in texts(&entry["exactHosts"]) {
                    for country in if host.contains('*') { &["com", "cat", "de", "co.uk", "com.br"][..] } else { &[""] }
                    {
                        check(format!("https://www.{}/", host.replace('*', country)));
                    }
                }
                for package in texts(&entry["androidPackages"]) {
                    check(format!("android-app://{package}/"));
                }
                for source in texts(&entry["utmSources"]) {
                    assert_eq!(source, source.to_lowercase());
                    assert_eq!(KNOWN_SOURCES.by_utm_source(source).map(|known| known.id), Some(id), "{source}");
                    for written in [format!("www.{source}"), format!("https://www.{source}/"), format!("{source}/")] {
                        let found = KNOWN_SOURCES.by_utm_source(&written).map(|known| known.id);
                        assert_eq!(found, Some(id), "{written}");
                    }
                }
            }
        }
    }

    /// Browsers send other sites only the origin of a page, so no entry names a path.
    #[test]
    fn every_entry_can_be_recognized_by_what_browsers_and_links_send() {
        const SIGNS: [&str; 4] = ["hosts", "exactHosts", "utmSources", "androidPackages"];
        const OTHERS: [&str; 5] = ["id", "name", "confidence", "evidence", "note"];
        for (_, file) in files() {
            for entry in entries(&file) {
                let fields = entry.as_object().expect("an object");
                assert!(
                    fields.keys().all(|name| SIGNS.contains(&name.as_str()) || OTHERS.contains(&name.as_str())),
                    "{entry}"
                );
                let signs: Vec<_> = SIGNS.iter().flat_map(|name| texts(&entry[*name])).collect();
                assert!(!signs.is_empty(), "{entry}");
                assert!(signs.iter().all(|sign| !sign.contains('/')), "{entry}");
            }
        }
    }

    #[test]
    fn the_suffixes_of_a_host_are_whole_labels_longest_first() {
        let of = |host| suffixes(host).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(of("a.b.c"), ["a.b.c", "b.c", "c"]);
        assert_eq!(of("localhost"), ["localhost"]);
        assert_eq!(of("1.2.3.4.5.6.7.8"), ["3.4.5.6.7.8", "4.5.6.7.8", "5.6.7.8", "6.7.8", "7.8", "8"]);
        assert_eq!(of(".."), ["..", ".", ""]);
    }
}
