//! Stores where the widget is seen, and tells when that begins or ends.

use askline_domain::{
    annotations::{Annotation, OwnAnnotation},
    audit::AuditDraft,
    shared::ids::{OrgId, SiteId},
    sites::{InstallCheck, STALE_AFTER, Site},
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;

use crate::ports::{
    StoreError, StoreResult,
    change::{Change, Scope},
    sites::{Sighting, SiteStore},
};

/// Stores sightings of the widget. If this process stops before all is told, the next sighting tells it.
pub async fn record_sightings(sites: &dyn SiteStore, sightings: &[Sighting]) -> StoreResult<()> {
    for (site, org, at) in sites.record_sightings(sightings).await? {
        let mut change = sites.begin(&[Scope::Organization(org)]).await?;
        tell_installed(&mut *change, site, at).await?;
        change.commit_without_notice().await?;
    }
    Ok(())
}

/// Stores the result of a check. Returns false, with nothing stored, if there is no such site.
pub async fn record_check(
    sites: &dyn SiteStore,
    id: SiteId,
    check: &InstallCheck,
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = sites.begin(&[Scope::of(&entry)]).await?;
    if !change.put_check(id, check).await? {
        return Ok(false);
    }
    if check.problem.is_none() {
        tell_installed(&mut *change, id, check.checked_at).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

/// Reports that the widget is seen on a site, unless that was reported last.
async fn tell_installed(change: &mut dyn Change, id: SiteId, at: Timestamp) -> StoreResult<()> {
    let Some(told) = change.mark_installed(id).await? else { return Ok(()) };
    change.raise(&Event::of_site(EventName::SiteInstalled, &told.site, at)).await?;
    if told.was_stale { annotate(change, &told.site, OwnAnnotation::WidgetBack, at).await } else { Ok(()) }
}

/// Reports sites where the widget is no longer seen, at most `most`, each once per outage; returns how many.
pub async fn tell_stale(sites: &dyn SiteStore, now: Timestamp, most: u32) -> StoreResult<u64> {
    let unseen_since = now - STALE_AFTER;
    let mut told = 0;
    for (org, id) in sites.unseen_sites(unseen_since, most).await? {
        told += u64::from(tell_stale_site(sites, (org, id), unseen_since, now).await?);
    }
    Ok(told)
}

async fn tell_stale_site(
    sites: &dyn SiteStore,
    (org, id): (OrgId, SiteId),
    unseen_since: Timestamp,
    now: Timestamp,
) -> StoreResult<bool> {
    let mut change = sites.begin(&[Scope::Organization(org)]).await?;
    let Some(site) = change.mark_stale(id, unseen_since).await? else { return Ok(false) };
    change.raise(&Event::of_site(EventName::SiteStale, &site, now)).await?;
    annotate(&mut *change, &site, OwnAnnotation::WidgetGone, now).await?;
    change.commit_without_notice().await?;
    Ok(true)
}

async fn annotate(change: &mut dyn Change, site: &Site, what: OwnAnnotation<'_>, at: Timestamp) -> StoreResult<()> {
    let zone = site.time_zone().map_err(StoreError::from)?;
    change.insert_own_annotation(&Annotation::own(site.id, what, at, &zone)).await
}
