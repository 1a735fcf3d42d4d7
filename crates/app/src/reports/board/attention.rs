//! Reads and presents what needs attention on a site.

use std::collections::HashMap;

use askline_domain::{
    monitors::engine::Engine,
    shared::{
        ids::{OrgId, SiteId},
        rfc3339::Moment,
    },
    sites::{
        Site,
        attention::{
            self as domain, AttentionCode, LOSSES_TOLD, LostCitation, SiteStanding, attention_of, with_marked_losses,
        },
    },
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
    /// was registered; for `install_error`, when the page was checked; for `citation_lost`, when the loss became clear,
    /// which is weeks after it happened. Null if unknown, and for `credits_low`.
    pub since: Option<Moment>,
    /// The question for which the citation was lost; null for any other code.
    pub query: Option<String>,
    /// The engine that cites the site clearly less often; null for any other code.
    pub engine: Option<Engine>,
}

impl From<domain::Attention> for Attention {
    fn from(domain::Attention { code, since, lost }: domain::Attention) -> Self {
        let (query, engine) = lost.map(|LostCitation { query, engine, .. }| (query, engine)).unzip();
        Self { code, since: since.map(Moment), query, engine }
    }
}

/// The state of sites.
pub(super) struct Standing {
    now: Timestamp,
    credits_are_low: bool,
    of_sites: HashMap<SiteId, SiteStanding>,
}

impl Standing {
    /// Reads the state of these sites of the organization.
    pub(super) async fn read(ports: &Ports, org: OrgId, sites: &[Site], now: Timestamp) -> StoreResult<Self> {
        let account = again_if_rolled_back(|| ports.credits.credits(org, now)).await?;
        let ids: Vec<SiteId> = sites.iter().map(|site| site.id).collect();
        let found = with_marked_losses(ports.monitors.standings(&ids, now - LOSSES_TOLD).await?);
        Ok(Self {
            now,
            credits_are_low: account.is_some_and(|account| account.is_low()),
            of_sites: found.into_iter().map(|standing| (standing.site_id, standing)).collect(),
        })
    }

    /// What needs attention on a site, the most urgent first.
    pub(super) fn of(&self, site: &Site) -> Vec<domain::Attention> {
        attention_of(site, self.of_sites.get(&site.id), self.credits_are_low, self.now)
    }
}
