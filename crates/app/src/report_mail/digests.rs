//! What a report that is sent says.
//!
//! It is about the sites with the most asks, each cut to its most important parts.

use std::{cmp::Reverse, collections::BTreeMap};

use askline_domain::{
    mail::MailBrand,
    reports::{
        ReportAudience,
        digest::{SiteDigest, in_mail_order},
        period::ReportPeriod,
    },
    rules::decision::OrderedRules,
    shared::ids::SiteId,
    sites::Site,
};
use jiff::Timestamp;

use super::brand;
use crate::{
    ports::{StoreError, StoreResult, all::Ports},
    reports::{question::ReportedSite, site_report},
};

/// The maximum number of a reader's sites whose reports are read: those with the most asks.
const MAX_READ_SITES: usize = 40;

/// What an email says.
pub(crate) struct Sent {
    /// The sites, the one with the most news first.
    pub sites: Vec<SiteDigest>,
    /// The number of further sites.
    pub more_sites: u32,
    /// The brand of the organization that all the sites belong to, if it has one.
    pub brand: Option<MailBrand>,
}

/// What an email about these sites says.
pub(crate) async fn sent(
    ports: &Ports,
    sites: Vec<Site>,
    (period, audience): (ReportPeriod, ReportAudience),
    now: Timestamp,
) -> StoreResult<Sent> {
    let all = sites.len();
    let brand = brand::of_sites(&*ports.organizations, &sites).await?;
    let mut digests = Vec::new();
    for (site, period) in most_asked(ports, sites.iter().map(|site| (site.id, period)).collect()).await? {
        digests.extend(digest(ports, site, (period, audience), now).await?);
    }
    in_mail_order(&mut digests);
    let more_sites = u32::try_from(all - digests.len()).unwrap_or(u32::MAX);
    Ok(Sent { sites: digests, more_sites, brand })
}

/// The sites with the most asks, each in its period.
pub(crate) async fn most_asked(
    ports: &Ports,
    mut sites: Vec<(SiteId, ReportPeriod)>,
) -> StoreResult<Vec<(SiteId, ReportPeriod)>> {
    if sites.len() > MAX_READ_SITES {
        let windows = sites.iter().map(|(site, period)| (*site, period.window())).collect();
        let asks = ports.analytics.asks(windows).await?;
        let asks: BTreeMap<SiteId, i64> = sites.iter().map(|(site, _)| *site).zip(asks).collect();
        sites.sort_by_key(|(site, _)| (Reverse(asks.get(site).copied().unwrap_or(0)), *site));
        sites.truncate(MAX_READ_SITES);
    }
    Ok(sites)
}

/// What is said about a site; `None` if it was deleted.
pub(crate) async fn digest(
    ports: &Ports,
    id: SiteId,
    (period, audience): (ReportPeriod, ReportAudience),
    now: Timestamp,
) -> StoreResult<Option<SiteDigest>> {
    let Some((site, config)) = ports.sites.site(id).await? else { return Ok(None) };
    let rules = OrderedRules::new(ports.rules.all_rules(id).await?);
    let time_zone = site.time_zone().map_err(StoreError::from)?;
    let reported = ReportedSite { site: &site, time_zone: &time_zone, config: &config.config, rules: &rules };
    let report = site_report::read(ports, reported, period, audience, now).await?;
    Ok(Some(report.into()))
}
