//! Checks the table of services. A wrong entry fails the build.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::*;
use crate::events::{
    crawler::identify_crawler,
    visit_source::{MAX_CAMPAIGN_NAME_CHARACTERS, VisitKind, classify_visit},
};

fn file() -> Value {
    serde_json::from_str(include_str!("../../data/services.json")).expect("valid JSON")
}

/// The source of a visit to another site, as `kind name`.
fn source(referrer: Option<&str>, utm_source: Option<&str>) -> String {
    let visit = classify_visit(referrer, utm_source, None, None, "reader.example").expect("a visit");
    format!("{} {}", visit.kind, visit.name)
}

fn kind_of(service: &Service) -> VisitKind {
    match service.kind {
        ServiceKind::Assistant => VisitKind::AiAssistant,
        ServiceKind::Search => VisitKind::Search,
        ServiceKind::Network => VisitKind::Social,
        ServiceKind::Channel => panic!("{} is no site", service.id),
    }
}

fn signs() -> impl Iterator<Item = (&'static Service, &'static VisitSigns)> {
    iter().filter_map(|service| Some((service, service.visits.as_ref()?)))
}

#[test]
fn every_service_is_well_formed_and_has_one_entry() {
    let mut ids = HashSet::new();
    for Service { id, name, .. } in iter() {
        assert!(ids.insert(id), "{id} has two entries");
        assert!((1..=32).contains(&id.len()), "{id}");
        assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'), "{id}");
        assert!((1..=40).contains(&name.chars().count()) && name.trim() == *name, "{id}: {name}");
    }
    let names: HashSet<&str> = iter().map(|service| service.name).collect();
    assert_eq!(names.len(), ids.len(), "two services have one name");
}

#[test]
fn every_entry_names_dated_sources_and_every_source_is_used() {
    let file = file();
    assert!(file["checkedOn"].as_str().is_some_and(|date| date.parse::<jiff::civil::Date>().is_ok()));
    let sources = file["sources"].as_object().expect("sources");
    let mut used = HashSet::new();
    let entries = file["services"].as_array().into_iter().flatten().filter_map(|service| service.get("visits"));
    for entry in entries.chain(file["crawlers"].as_array().into_iter().flatten()) {
        let evidence = entry["evidence"].as_array().expect("evidence");
        assert!(!evidence.is_empty(), "{entry}");
        for name in evidence.iter().map(|name| name.as_str().expect("a name")) {
            assert!(sources.contains_key(name), "{name}");
            used.insert(name);
        }
    }
    for (name, source) in sources {
        assert!(used.contains(name.as_str()), "{name}");
        for field in ["address", "date"] {
            assert!(source[field].as_str().is_some_and(|text| !text.is_empty()), "{name}");
        }
    }
}

#[test]
fn no_host_package_or_utm_source_belongs_to_two_services() {
    let mut owners = HashMap::new();
    for (service, visits) in signs() {
        let hosts = visits.hosts.iter().chain(&visits.exact_hosts).chain(&visits.other_hosts);
        let named = visits.android_packages.iter().chain(hosts).map(|text| (false, text));
        for sign in named.chain(visits.utm_sources.iter().map(|text| (true, text))) {
            if let Some(other) = owners.insert(sign, service.id) {
                panic!("{} belongs to {other} and {}", sign.1, service.id);
            }
        }
    }
}

/// Browsers send the origin of a page, apps their package, and links a `utm_source`. Each entry is sent in these forms.
#[test]
fn everything_in_the_table_is_recognized_in_the_form_in_which_browsers_and_links_send_it() {
    for (service, visits) in signs() {
        let expected = format!("{} {}", kind_of(service), service.id);
        let hosts = || visits.hosts.iter().chain(&visits.exact_hosts);
        assert!(hosts().next().is_some() || !visits.utm_sources.is_empty(), "{}", service.id);
        for host in hosts() {
            let countries = if host.contains('*') { &["com", "cat", "de", "co.uk", "com.br"][..] } else { &[""] };
            for country in countries {
                let host = host.replace('*', country);
                for written in [format!("https://{host}/"), format!("http://www.{host}/"), format!("https://{host}")] {
                    assert_eq!(source(Some(&written), None), expected, "{written}");
                }
            }
        }
        for host in &visits.hosts {
            assert_eq!(source(Some(&format!("https://sub.{host}/")), None), expected, "{host}");
        }
        for package in &visits.android_packages {
            assert_eq!(source(Some(&format!("android-app://{package}/")), None), expected, "{package}");
        }
        for value in visits.utm_sources.iter().chain(visits.hosts.iter().filter(|host| host.len() < 50)) {
            assert!(value.chars().count() <= MAX_CAMPAIGN_NAME_CHARACTERS, "{value}");
            for written in [
                (*value).to_owned(),
                value.to_uppercase(),
                format!("www.{value}"),
                format!("{value}/"),
                format!("https://www.{value}/"),
            ] {
                assert_eq!(source(None, Some(&written)), expected, "{written}");
            }
        }
    }
}

#[test]
fn other_products_of_the_same_owner_are_not_the_service() {
    let mut count = 0;
    for (service, visits) in signs() {
        for host in &visits.other_hosts {
            count += 1;
            let is_below = visits.hosts.iter().any(|known| host.ends_with(&format!(".{known}")));
            assert!(is_below, "{host} changes nothing for {}", service.id);
            for host in [(*host).to_owned(), format!("sub.{host}")] {
                assert_eq!(source(Some(&format!("https://{host}/")), None), format!("other {host}"));
            }
        }
    }
    assert!(count > 10);
}

#[test]
fn every_crawler_of_the_table_is_recognized_and_its_service_exists() {
    /// Words that exist only in robots.txt: no request carries them.
    const ROBOTS_TXT_ONLY: [&str; 2] = ["Google-Extended", "Applebot-Extended"];
    for AiCrawler { token, service, .. } in ai_crawlers() {
        assert_eq!(identify_crawler(token).map(|crawler| crawler.name), Some(*token));
        assert!(service.is_none_or(|id| get(id).is_some()), "{token}");
        assert!(!ROBOTS_TXT_ONLY.contains(token), "{token}");
    }
}

#[test]
fn what_a_new_site_offers_is_in_the_table() {
    for (ids, part) in [(default_links(), "link"), (default_shares(), "share")] {
        for id in ids {
            let service = get(id).expect("a service");
            assert!(if part == "link" { service.link.is_some() } else { service.share.is_some() }, "{id}");
        }
    }
}
