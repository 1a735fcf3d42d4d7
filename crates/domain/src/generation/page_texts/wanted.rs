//! Requirements for texts about a single page, whether the generator or a model writes them.

use std::collections::BTreeSet;

use url::Url;

use crate::{
    generation::{injected_text::speaks_to_assistants, site_facts::SiteFacts},
    prompts::text::encoded_length,
    rules::{
        RuleMatch,
        proposed::{LeftOutReason, match_of_page},
    },
};

/// The maximum number of questions for a page.
pub(super) const MAX_QUESTIONS: usize = 4;

/// The maximum length of a text within an address, in bytes, in addition to the 1,500 of a generated prompt.
pub(super) const MAX_TEXT_ENCODED_BYTES: usize = 400;

/// Which texts are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WantedTexts {
    /// A text that follows the prompts of a page.
    pub prompts: bool,
    /// Questions for a page.
    pub questions: bool,
}

/// Addresses of pages that differ only in their query: a rule for their path would match all of them.
pub(super) fn shared_addresses(site: &SiteFacts) -> BTreeSet<&str> {
    site.pages.iter().filter(|page| page.is_told_by_query).map(|page| &*page.url).collect()
}

/// A match for only the page at an address; an error if a rule cannot match only that page.
pub(super) fn place_of(url: &Url) -> Result<RuleMatch, LeftOutReason> {
    match_of_page(url.path(), hosts_of(url)).ok_or(LeftOutReason::SharedAddress)
}

/// The page's host, with and without `www.`, since sites are reached at both.
fn hosts_of(url: &Url) -> Vec<String> {
    let Some(host) = url.host_str() else { return Vec::new() };
    match (host.strip_prefix("www."), url.domain()) {
        (Some(bare), _) => vec![host.to_owned(), bare.to_owned()],
        (None, Some(name)) if name.contains('.') => vec![host.to_owned(), format!("www.{host}")],
        _ => vec![host.to_owned()],
    }
}

/// Whether a text may follow every prompt.
pub(super) fn is_fit(text: &str) -> bool {
    encoded_length(text) <= MAX_TEXT_ENCODED_BYTES
        && !text.contains("{{")
        && !text.contains("://")
        && !speaks_to_assistants(text)
}
