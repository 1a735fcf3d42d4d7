//! What needs attention on a site: its widget, its citations, its organization's credits.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    citations::citation_change::{ChangeDirection, CitationChange, unexplained},
    shared::ids::SiteId,
    sites::{InstallStatus, Site},
};

/// What needs attention, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttentionCode {
    /// The last check of the site's page failed, and the widget was not seen since.
    InstallError,
    /// A citation rate fell: a current clear change says so, which is not part of another.
    CitationLost,
    /// The widget was not seen for seven days.
    Stale,
    /// The site has enabled monitors, and credits are low.
    CreditsLow,
    /// The widget was never seen, and the site has no events.
    NotInstalled,
}

/// One thing that needs attention.
#[derive(Debug, Clone, PartialEq)]
pub struct Attention {
    /// The reason.
    pub code: AttentionCode,
    /// Since when: for `Stale` when the widget was last seen, for `NotInstalled` when the site was created, for
    /// `InstallError` when the page was checked, for `CitationLost` when the fall became clear; `None` if unknown, and
    /// for `CreditsLow`.
    pub since: Option<Timestamp>,
    /// The fall of a citation rate; `None` for all other reasons.
    pub change: Option<CitationChange>,
}

/// The state of the citations of a site with enabled monitors.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteCitationState {
    /// The site.
    pub site_id: SiteId,
    /// Its current clear changes of citation rates, newest first.
    pub changes: Vec<CitationChange>,
}

/// Returns what needs attention on a site, the most urgent first. `standing` is `None` for a site without
/// enabled monitors.
pub fn attention_of(
    site: &Site,
    standing: Option<&SiteCitationState>,
    credits_are_low: bool,
    now: Timestamp,
) -> Vec<Attention> {
    let plain = |code, since| Attention { code, since, change: None };
    let sightings = &site.sightings;
    let mut attention: Vec<Attention> = match sightings.status(now) {
        InstallStatus::Installed => None,
        InstallStatus::Pending => Some(plain(AttentionCode::NotInstalled, Some(site.created_at))),
        InstallStatus::Stale => Some(plain(AttentionCode::Stale, sightings.last_seen_at)),
        InstallStatus::Error => {
            Some(plain(AttentionCode::InstallError, sightings.check.as_ref().map(|check| check.checked_at)))
        }
    }
    .into_iter()
    .collect();
    if let Some(standing) = standing {
        let falls = unexplained(&standing.changes).filter(|change| change.direction == ChangeDirection::Fall);
        attention.extend(falls.map(|change| Attention {
            code: AttentionCode::CitationLost,
            since: Some(change.clear_at),
            change: Some(change.clone()),
        }));
        if credits_are_low {
            attention.push(plain(AttentionCode::CreditsLow, None));
        }
    }
    attention.sort_by_key(|attention| attention.code);
    attention
}

/// Removes `NotInstalled` for a site with events: even if they were only imported, it does not wait for its first
/// event.
pub fn with_counts(mut attention: Vec<Attention>) -> Vec<Attention> {
    attention.retain(|one| one.code != AttentionCode::NotInstalled);
    attention
}
