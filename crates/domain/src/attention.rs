//! What somebody should look at on a site: its widget, its citations, the credits of its organization.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ports::{LostCitation, SiteStanding},
    site::{InstallStatus, Site},
};

/// For how long a lost citation is told: what was lost long ago is known by then.
pub const LOSSES_TOLD: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What needs attention, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttentionCode {
    /// The last look at the site's page found a fault.
    InstallError,
    /// An engine cited the site and does no longer, within the last thirty days.
    CitationLost,
    /// No widget was seen for seven days.
    Stale,
    /// The site has monitors, and credits are low.
    CreditsLow,
    /// No widget was ever seen.
    NotInstalled,
}

/// One thing that needs attention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attention {
    /// What.
    pub code: AttentionCode,
    /// Since when: of `Stale` when the widget was last seen, of `NotInstalled` when the site was registered; `None` where that
    /// is not known.
    pub since: Option<Timestamp>,
    /// The citation that was lost; `None` for all else.
    pub lost: Option<LostCitation>,
}

/// What needs attention on a site, the most urgent first. `standing` is `None` of a site without monitors and losses.
pub fn attention_of(
    site: &Site,
    standing: Option<&SiteStanding>,
    credits_are_low: bool,
    now: Timestamp,
) -> Vec<Attention> {
    let plain = |code, since| Attention { code, since, lost: None };
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
        attention.extend(standing.lost.iter().map(|lost| Attention {
            code: AttentionCode::CitationLost,
            since: Some(lost.at),
            lost: Some(lost.clone()),
        }));
        if standing.has_monitors && credits_are_low {
            attention.push(plain(AttentionCode::CreditsLow, None));
        }
    }
    attention.sort_by_key(|attention| attention.code);
    attention
}
