//! The source of a visit: an assistant, search engine, network, campaign or another page.
//!
//! A visit is recognized as one from AI by the referrer's host **or** by `utm_source`. Hosts are compared whole or as a
//! suffix after a dot, never as a part of a word: `gemini.com` is a crypto exchange, and `youtube.com` is not
//! `you.com`. A page's own site is never a source.

use crate::pages::hosts::normal_host;

mod kinds;
mod known_sources;
mod referrer;
#[cfg(test)]
mod tests;

pub use kinds::{VisitKind, VisitSource};
use known_sources::{KNOWN_SOURCES, KnownSource};
use referrer::Referrer;

/// The maximum length of a campaign's name, in characters.
pub const MAX_CAMPAIGN_NAME_CHARACTERS: usize = 64;
/// The name of the source of a visit that shows no source.
pub const DIRECT: &str = "direct";

/// The values of `utm_medium` that mean that a visit was paid for or came from a message: then `utm_source` names the
/// channel of the campaign, not the site that referred the reader.
const CAMPAIGN_MEDIUMS: [&str; 16] = [
    "affiliate",
    "banner",
    "cpa",
    "cpc",
    "cpl",
    "cpm",
    "cpp",
    "cpv",
    "display",
    "e-mail",
    "email",
    "newsletter",
    "ppc",
    "push",
    "retargeting",
    "sms",
];

/// The values among these that mean that a visit was paid for; any value that begins with `paid` means the same.
const PAID_MEDIUMS: [&str; 9] = ["banner", "cpa", "cpc", "cpl", "cpm", "cpp", "cpv", "display", "ppc"];

/// Where a visit to a page on `page_host` came from; `None` if it came from the same site, unless `utm_source` names an
/// assistant.
///
/// `referrer` is `document.referrer`; the other parameters are the page's own `utm_*` parameters. An AI assistant takes
/// precedence, except for a paid click: an assistant's advertisement is a campaign. Next, a campaign takes precedence
/// over the referrer, since someone put it into the link on purpose.
pub fn classify_visit(
    referrer: Option<&str>,
    utm_source: Option<&str>,
    utm_medium: Option<&str>,
    utm_campaign: Option<&str>,
    page_host: &str,
) -> Option<VisitSource> {
    let source = utm_source.and_then(campaign_text);
    let named = source.as_deref().and_then(|source| KNOWN_SOURCES.by_utm_source(source));
    let medium = utm_medium.and_then(campaign_text);
    let is_paid = medium.as_deref().is_some_and(is_paid_medium);
    let is_assistant = |known: &KnownSource| known.kind == VisitKind::AiAssistant && !is_paid;
    if let Some(known) = named.filter(is_assistant) {
        return Some(known.into());
    }
    let referrer = referrer.and_then(Referrer::parse);
    if referrer.as_ref().is_some_and(|referrer| referrer.is_within(page_host)) {
        return None;
    }
    let referred = referrer.as_ref().and_then(|referrer| KNOWN_SOURCES.by_referrer(referrer));
    if let Some(known) = referred.filter(is_assistant) {
        return Some(known.into());
    }
    if let Some(known) = named.filter(|_| !medium.as_deref().is_some_and(is_campaign_medium)) {
        return Some(known.into());
    }
    if let Some(name) = source.or_else(|| utm_campaign.and_then(campaign_text)).or(medium) {
        return Some(VisitSource { kind: VisitKind::Campaign, name });
    }
    Some(match (referred, referrer) {
        (Some(known), _) => known.into(),
        (None, Some(referrer)) => VisitSource { kind: VisitKind::Other, name: referrer.into_name() },
        (None, None) => VisitSource { kind: VisitKind::Direct, name: DIRECT.to_owned() },
    })
}

/// The ids that a visit of kind [`VisitKind::AiAssistant`] can have.
pub fn ai_assistant_ids() -> &'static [&'static str] {
    &KNOWN_SOURCES.assistant_ids
}

/// A parameter as it is compared and stored: in lower case, trimmed and cut; `None` if it is empty.
fn campaign_text(text: &str) -> Option<String> {
    let mut cleaned: String = text
        .chars()
        .filter(|character| !character.is_control())
        .skip_while(|character| character.is_whitespace())
        .flat_map(char::to_lowercase)
        .take(MAX_CAMPAIGN_NAME_CHARACTERS)
        .collect();
    cleaned.truncate(cleaned.trim_end().len());
    (!cleaned.is_empty()).then_some(cleaned)
}

fn is_campaign_medium(medium: &str) -> bool {
    is_paid_medium(medium) || CAMPAIGN_MEDIUMS.contains(&medium)
}

fn is_paid_medium(medium: &str) -> bool {
    medium.starts_with("paid") || PAID_MEDIUMS.contains(&medium)
}

impl Referrer<'_> {
    /// Whether this is the page's own site: the same host, or one is a subdomain of the other.
    fn is_within(&self, page_host: &str) -> bool {
        let Referrer::Page { host } = self else {
            return false;
        };
        let page_host = normal_host(page_host);
        is_same_or_below(host, &page_host) || is_same_or_below(&page_host, host)
    }
}

/// Whether `host` is `site`, or a subdomain of it. A top-level domain is not a site.
fn is_same_or_below(host: &str, site: &str) -> bool {
    host == site || (site.contains('.') && host.strip_suffix(site).is_some_and(|subdomain| subdomain.ends_with('.')))
}
