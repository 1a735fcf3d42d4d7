//! Reads and presents what needs attention on a site.

use std::collections::HashMap;

use askline_domain::{
    board::attention::{self as domain, AttentionCode, SiteCitationState, attention_of},
    citations::citation_change::CitationChange,
    engines::Engine,
    shared::{
        ids::{OrgId, SiteId},
        rfc3339::Moment,
    },
    sites::Site,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{StoreResult, again::again_if_rolled_back, all::Ports},
    present_fields::every_field_present,
};

/// One thing that needs attention.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct Attention {
    /// What needs attention.
    pub code: AttentionCode,
    /// Since when it needs attention. For `stale`, when the widget was last seen; for `not_installed`, when the site
    /// was registered; for `install_error`, when the page was checked; for `citation_lost`, when the fall became clear,
    /// which is weeks after it happened. Null if unknown, and for `credits_low`.
    pub since: Option<Moment>,
    /// The question whose citation rate fell; null for any other code, and if the rate of all questions fell.
    pub query: Option<String>,
    /// The engine whose citation rate fell; null for any other code, and if the rate over all engines fell.
    pub engine: Option<Engine>,
    /// The fall, as `list_changes` returns it; null for any other code.
    pub change: Option<CitationChange>,
}

impl From<domain::Attention> for Attention {
    fn from(domain::Attention { code, since, change }: domain::Attention) -> Self {
        Self {
            code,
            since: since.map(Moment),
            query: change.as_ref().and_then(|change| change.query.clone()),
            engine: change.as_ref().and_then(|change| change.engine),
            change,
        }
    }
}

/// The state of sites.
pub(in crate::reports) struct SiteStates {
    now: Timestamp,
    credits_are_low: bool,
    of_sites: HashMap<SiteId, SiteCitationState>,
}

impl SiteStates {
    /// Reads the state of these sites of the organization.
    pub(in crate::reports) async fn read(
        ports: &Ports,
        org: OrgId,
        sites: &[Site],
        now: Timestamp,
    ) -> StoreResult<Self> {
        let account = again_if_rolled_back(|| ports.credits.credits(org, now)).await?;
        let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
        let found = ports.monitors.standings(&ids, now).await?;
        Ok(Self {
            now,
            credits_are_low: account.is_some_and(|account| account.is_low()),
            of_sites: found.into_iter().map(|standing| (standing.site_id, standing)).collect(),
        })
    }

    /// What needs attention on a site, the most urgent first.
    pub(in crate::reports) fn of(&self, site: &Site) -> Vec<domain::Attention> {
        attention_of(site, self.of_sites.get(&site.id), self.credits_are_low, self.now)
    }
}
