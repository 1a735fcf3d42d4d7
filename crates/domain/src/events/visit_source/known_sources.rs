//! The sources that are known by name, looked up by whole labels of a host.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    kinds::{VisitKind, VisitSource},
    referrer::Referrer,
};
use crate::services::{self, Service, ServiceKind, VisitSigns};

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
    /// Hosts that also match their subdomains; `None` for other products below such a host.
    hosts: HashMap<&'static str, Option<KnownSource>>,
    /// Hosts that do not match their subdomains: `mail.google.com` is not a search engine.
    exact_hosts: HashMap<&'static str, KnownSource>,
    /// The part before the country in hosts such as `google.co.uk`. They do not match their subdomains.
    country_hosts: HashMap<&'static str, KnownSource>,
    utm_sources: HashMap<&'static str, KnownSource>,
    /// Keys are in lower case.
    android_packages: HashMap<String, KnownSource>,
    pub(super) assistant_ids: Vec<&'static str>,
}

impl KnownSources {
    fn read() -> Self {
        let mut sources = Self::default();
        for service in services::iter() {
            if let Some(visits) = &service.visits {
                sources.add(service, visits);
            }
        }
        sources
    }

    fn add(&mut self, service: &Service, visits: &'static VisitSigns) {
        let kind = match service.kind {
            ServiceKind::Assistant => VisitKind::AiAssistant,
            ServiceKind::Search => VisitKind::Search,
            ServiceKind::Network => VisitKind::Social,
            ServiceKind::Channel => return,
        };
        let known = KnownSource { kind, id: service.id };
        if kind == VisitKind::AiAssistant {
            self.assistant_ids.push(service.id);
        }
        self.hosts.extend(visits.hosts.iter().map(|host| (*host, Some(known))));
        self.hosts.extend(visits.other_hosts.iter().map(|host| (*host, None)));
        for host in &visits.exact_hosts {
            match host.strip_suffix(".*") {
                Some(name) => self.country_hosts.insert(name, known),
                None => self.exact_hosts.insert(host, known),
            };
        }
        // An assistant's id in `utm_source` is not evidence, since it may be a common word; a host is unambiguous.
        let id = (kind == VisitKind::Social).then_some(service.id);
        for source in visits.utm_sources.iter().chain(&visits.hosts).copied().chain(id) {
            self.utm_sources.entry(source).or_insert(known);
        }
        self.android_packages.extend(visits.android_packages.iter().map(|p| (p.to_ascii_lowercase(), known)));
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
        suffixes(host).into_iter().flatten().find_map(|suffix| self.hosts.get(suffix).copied()).flatten()
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

    #[test]
    fn the_suffixes_of_a_host_are_whole_labels_longest_first() {
        let of = |host| suffixes(host).into_iter().flatten().collect::<Vec<_>>();
        assert_eq!(of("a.b.c"), ["a.b.c", "b.c", "c"]);
        assert_eq!(of("localhost"), ["localhost"]);
        assert_eq!(of("1.2.3.4.5.6.7.8"), ["3.4.5.6.7.8", "4.5.6.7.8", "5.6.7.8", "6.7.8", "7.8", "8"]);
        assert_eq!(of(".."), ["..", ".", ""]);
    }
}
