//! Competitors of a monitor: domains that are searched for, with their aliases.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pages::hosts::normal_host,
    shared::{
        lists::{check_count, check_no_repeats},
        violation::Violations,
    },
    sites::{
        MAX_DOMAIN_BYTES,
        aliases::{MAX_ALIAS_CHARACTERS, MAX_ALIASES, MIN_ALIAS_CHARACTERS, check_aliases},
        check_domain,
    },
};

/// The maximum number of competitors of one monitor.
pub const MAX_COMPETITORS: usize = 20;

/// A competitor to look for in the same answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "StoredCompetitor")]
#[schemars(!from)]
pub struct Competitor {
    /// The domain, in lower-case ASCII and without `www.`; it includes its subdomains.
    pub domain: String,
    /// Brand names by which answers may mention it.
    pub aliases: Vec<String>,
}

impl Competitor {
    /// A competitor that is known only by its domain.
    pub fn of_domain(domain: impl Into<String>) -> Self {
        Self { domain: domain.into(), aliases: Vec::new() }
    }

    /// The competitors of several monitors: each domain once, with all its aliases.
    pub fn merged(lists: impl IntoIterator<Item = Vec<Self>>) -> Vec<Self> {
        let mut merged: Vec<Self> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for competitor in lists.into_iter().flatten() {
            let place = *places.entry(competitor.domain.clone()).or_insert(merged.len());
            match merged.get_mut(place) {
                Some(known) => {
                    let new = competitor.aliases.into_iter().filter(|alias| !known.aliases.contains(alias));
                    known.aliases.extend(new.collect::<Vec<_>>());
                }
                None => merged.push(competitor),
            }
        }
        merged
    }
}

/// A stored competitor. The first monitors stored only domains.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredCompetitor {
    Domain(String),
    Named { domain: String, aliases: Vec<String> },
}

impl From<StoredCompetitor> for Competitor {
    fn from(stored: StoredCompetitor) -> Self {
        match stored {
            StoredCompetitor::Domain(domain) => Self::of_domain(domain),
            StoredCompetitor::Named { domain, aliases } => Self { domain, aliases },
        }
    }
}

/// A competitor in a request: its domain, or its domain with brand names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CompetitorInput {
    /// A bare domain.
    Domain(#[schemars(length(min = 1, max = MAX_DOMAIN_BYTES), extend("format" = "idn-hostname"))] String),
    /// A domain with brand names.
    Named(NamedCompetitor),
}

/// A competitor's domain with its brand names.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedCompetitor {
    /// A bare domain; it includes its subdomains.
    #[schemars(length(min = 1, max = MAX_DOMAIN_BYTES), extend("format" = "idn-hostname"))]
    pub domain: String,
    /// Brand names by which answers may mention it, 2 to 80 characters each.
    #[serde(default)]
    #[schemars(length(max = MAX_ALIASES), extend("uniqueItems" = true), inner(length(min = MIN_ALIAS_CHARACTERS, max = MAX_ALIAS_CHARACTERS)))]
    pub aliases: Vec<String>,
}

/// Returns the competitors, normalized. Reports too many competitors, domains that are invalid, repeated, the site's own or
/// a public suffix, and aliases that are not allowed. `own_hosts` are the site's hosts, normalized. A competitor may be below
/// one of them: the longer domain of a host owns it.
pub(crate) fn check_competitors(
    sent: Vec<CompetitorInput>,
    own_hosts: &[String],
    violations: &mut Violations,
) -> Vec<Competitor> {
    if !check_count("competitors", sent.len(), MAX_COMPETITORS, violations) {
        return Vec::new();
    }
    let count = sent.len();
    let mut checked = Vec::new();
    for (index, competitor) in sent.into_iter().enumerate() {
        let path = format!("competitors[{index}]");
        let (domain_path, competitor) = match competitor {
            CompetitorInput::Domain(domain) => (path.clone(), NamedCompetitor { domain, aliases: Vec::new() }),
            CompetitorInput::Named(named) => (format!("{path}.domain"), named),
        };
        let aliases = check_aliases(&format!("{path}.aliases"), &competitor.aliases, violations);
        let Some(domain) = check_domain(&domain_path, &competitor.domain, violations) else { continue };
        let domain = normal_host(&domain).into_owned();
        if is_public_suffix(&domain) {
            violations.add(
                domain_path.clone(),
                "PUBLIC_SUFFIX",
                format!("{domain_path} is shared by many sites: {domain}. Enter the domain of one site below it."),
            );
            continue;
        }
        if own_hosts.contains(&domain) {
            violations.add(domain_path.clone(), "OWN_DOMAIN", format!("{domain_path} is the site itself: {domain}."));
            continue;
        }
        checked.push(Competitor { domain, aliases });
    }
    if checked.len() == count {
        let domains: Vec<&str> = checked.iter().map(|competitor| competitor.domain.as_str()).collect();
        check_no_repeats(|index| format!("competitors[{index}]"), &domains, violations);
    }
    checked
}

/// Whether anyone may register domains below a domain. Source: the Public Suffix List, <https://publicsuffix.org>.
fn is_public_suffix(domain: &str) -> bool {
    // The list is written in the letters of each language.
    let written = url::quirks::domain_to_unicode(domain);
    let is_suffix = |domain: &str| {
        psl::suffix(domain.as_bytes()).is_some_and(|suffix| suffix.is_known() && suffix.as_bytes() == domain.as_bytes())
    };
    is_suffix(domain) || is_suffix(&written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn competitors_of_several_monitors_are_listed_once_with_all_their_aliases() {
        let named = |domain: &str, aliases: &[&str]| Competitor {
            domain: domain.into(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        };
        let lists = [
            vec![named("rival.com", &["Rival"]), named("other.com", &[])],
            vec![named("rival.com", &["Rival Tools", "Rival"])],
        ];
        assert_eq!(Competitor::merged(lists), [named("rival.com", &["Rival", "Rival Tools"]), named("other.com", &[])]);
    }

    #[test]
    fn a_public_suffix_is_refused_and_a_site_below_it_is_not() {
        let check = |domain: &str| {
            let mut violations = Violations::new();
            let sent = vec![CompetitorInput::Domain(domain.into())];
            let checked = check_competitors(sent, &["example.com".to_owned()], &mut violations);
            violations.finish(checked).map(|_| ()).map_err(|found| found[0].code.clone())
        };
        for domain in ["co.at", "github.io", "COM.AU", "co.uk"] {
            assert_eq!(check(domain), Err("PUBLIC_SUFFIX".to_owned()), "{domain}");
        }
        for domain in ["rival.co.at", "rival.github.io", "city.kawasaki.jp", "rival.example", "eu.example.com"] {
            assert_eq!(check(domain), Ok(()), "{domain}");
        }
        assert_eq!(check("www.example.com"), Err("OWN_DOMAIN".to_owned()));
    }

    #[test]
    fn a_competitor_that_was_stored_as_a_domain_is_read() {
        let read = |text: &str| serde_json::from_str::<Vec<Competitor>>(text).expect("a list of competitors");
        let named = Competitor { domain: "b.com".into(), aliases: vec!["B & Co".into()] };
        let all = vec![Competitor::of_domain("a.com"), named];
        assert_eq!(read(r#"["a.com", { "domain": "b.com", "aliases": ["B & Co"] }]"#), all);
        assert_eq!(read(&serde_json::to_string(&all).expect("it serializes")), all);
    }
}
