//! What somebody should look at on a site: its widget, its citations, the credits of its organization.

use std::collections::HashMap;

use askline_domain::{
    engine::Engine,
    id::SiteId,
    ports::{LostCitation, SiteStanding},
    site::{InstallStatus, Site},
};
use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    caller::{Call, OrgAccess},
    error::ApiError,
    moment::Moment,
    present_fields::every_field_present,
};

/// For how long a lost citation is told: what was lost long ago is known by then.
const LOSSES_TOLD: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What needs attention, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
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

impl AttentionCode {
    /// Every code, in the order of urgency.
    pub(super) const EVERY: [AttentionCode; 5] = [
        AttentionCode::InstallError,
        AttentionCode::CitationLost,
        AttentionCode::Stale,
        AttentionCode::CreditsLow,
        AttentionCode::NotInstalled,
    ];
}

/// One thing that needs attention.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct Attention {
    /// What.
    pub code: AttentionCode,
    /// Since when: of `stale` when the widget was last seen, of `not_installed` when the site was registered; null where that is
    /// not known.
    pub since: Option<Moment>,
    /// The question whose citation was lost; null for all else.
    pub query: Option<String>,
    /// The engine that cites no longer; null for all else.
    pub engine: Option<Engine>,
}

/// How sites stand.
pub(super) struct Standing {
    now: Timestamp,
    credits_are_low: bool,
    of_sites: HashMap<SiteId, SiteStanding>,
}

impl Standing {
    /// Reads how these sites of the organization stand.
    pub(super) async fn read(call: &Call<OrgAccess>, sites: &[Site]) -> Result<Self, ApiError> {
        let now = call.request.at;
        let ports = call.app.ports();
        let account = ports.credits.credits(call.tenant.id, now).await?;
        let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
        let found = ports.monitors.standings(&ids, now - LOSSES_TOLD).await?;
        Ok(Self {
            now,
            credits_are_low: account.is_some_and(|account| account.is_low()),
            of_sites: found.into_iter().map(|standing| (standing.site_id, standing)).collect(),
        })
    }

    /// What needs attention on a site, the most urgent first.
    pub(super) fn of(&self, site: &Site) -> Vec<Attention> {
        let plain =
            |code, since: Option<Timestamp>| Attention { code, since: since.map(Moment), query: None, engine: None };
        let sightings = &site.sightings;
        let mut attention: Vec<Attention> = match sightings.status(self.now) {
            InstallStatus::Installed => None,
            InstallStatus::Pending => Some(plain(AttentionCode::NotInstalled, Some(site.created_at))),
            InstallStatus::Stale => Some(plain(AttentionCode::Stale, sightings.last_seen_at)),
            InstallStatus::Error => {
                Some(plain(AttentionCode::InstallError, sightings.check.as_ref().map(|check| check.checked_at)))
            }
        }
        .into_iter()
        .collect();
        if let Some(standing) = self.of_sites.get(&site.id) {
            attention.extend(standing.lost.iter().map(|LostCitation { query, engine, at }| Attention {
                query: Some(query.clone()),
                engine: Some(*engine),
                ..plain(AttentionCode::CitationLost, Some(*at))
            }));
            if standing.has_monitors && self.credits_are_low {
                attention.push(plain(AttentionCode::CreditsLow, None));
            }
        }
        attention.sort_by_key(|attention| attention.code as usize);
        attention
    }
}
