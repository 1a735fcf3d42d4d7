//! Lists of sites in an input: each site once, all in the same organization.

use crate::shared::{ids::SiteId, violation::Violations};

/// The maximum number of characters of a refused value that are shown to the caller.
const MAX_SHOWN_CHARACTERS: usize = 60;

/// Returns the distinct valid site ids of the input. Only the store knows whether the organization has these sites.
pub(crate) fn named_sites(texts: Option<&[String]>, most: usize) -> Vec<SiteId> {
    let mut named = Vec::new();
    for id in texts.unwrap_or_default().iter().take(most).filter_map(|text| text.parse().ok()) {
        if !named.contains(&id) {
            named.push(id);
        }
    }
    named
}

/// Reads `siteIds`, at most `most` of them. Adds violations for repeated and invalid ids.
pub(crate) fn read_sites(texts: &[String], most: usize, violations: &mut Violations) -> Vec<SiteId> {
    let mut ids = Vec::new();
    for (place, text) in texts.iter().enumerate().take(most) {
        match text.parse::<SiteId>() {
            Ok(id) if ids.contains(&id) => {
                let path = format!("siteIds[{place}]");
                violations.add(&path, "DUPLICATE", format!("{path} repeats {id}."));
            }
            Ok(id) => ids.push(id),
            // An invalid id is treated like the id of a site that does not exist.
            Err(_) => note_unknown_site(place, text, violations),
        }
    }
    ids
}

/// Adds a violation for each site of `ids` that is not in `own_sites`. Sites of other organizations look like sites
/// that do not exist.
pub(crate) fn check_own_sites(texts: &[String], ids: &[SiteId], own_sites: &[SiteId], violations: &mut Violations) {
    for id in ids.iter().filter(|id| !own_sites.contains(id)) {
        let text = id.to_string();
        let place = texts.iter().position(|given| *given == text).unwrap_or_default();
        note_unknown_site(place, &text, violations);
    }
}

fn note_unknown_site(place: usize, text: &str, violations: &mut Violations) {
    let path = format!("siteIds[{place}]");
    let message = format!("{path} is not a site of this organization: '{}'.", shown(text));
    violations.add(path, "UNKNOWN_SITE", message);
}

/// Returns the beginning of a refused value, escaped so that it is safe to repeat.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(MAX_SHOWN_CHARACTERS).flat_map(char::escape_debug).collect()
}
