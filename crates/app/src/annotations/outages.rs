//! Finds outages of the instance, and writes notes about them.
//!
//! The outage is stored until all sites have their notes, so a server that is killed in between, and two servers that
//! start at once, leave one note.

use askline_domain::{
    analytics::filter::AnalyticsFilter,
    annotations::{
        Annotation, OwnAnnotation,
        outage::{DAYS_WITH_VIEWS, Outage, SignOfLife},
    },
    events::CounterKind,
    shared::{
        calendar::{Day, Window},
        clock::whole_milliseconds,
        ids::SiteId,
    },
};
use jiff::{Timestamp, tz::TimeZone};
use std::time::Duration;

use crate::ports::{
    StoreError, StoreResult,
    again::again_if_rolled_back,
    all::Ports,
    analytics::{Counts, CountsQuestion},
    change::Scope,
    sites::outages::OutageStore,
};

/// How often a sign is tried again if another server stored one in the same moment.
const MAX_TRIES: u32 = 5;

/// Stores a sign of life at `now`, `pause` after this server's own last one; `None` if it just started.
pub async fn give_sign(outages: &dyn OutageStore, now: Timestamp, pause: Option<Duration>) -> StoreResult<SignOfLife> {
    let now = whole_milliseconds(now);
    replace_sign(outages, |last| SignOfLife::after(last, now, pause)).await
}

/// Stores the outage by the right clock in place of one that was found with a wrong clock; `None` if it is no outage by the right one.
/// Nothing happens if another server stored something else since.
pub async fn correct_outage(
    outages: &dyn OutageStore,
    found: Outage,
    right: Option<Outage>,
    now: Timestamp,
) -> StoreResult<()> {
    let corrected = SignOfLife { seen: whole_milliseconds(now), outage: right };
    let is_other = |last: &SignOfLife| last.outage != Some(found);
    replace_sign(outages, |last| last.filter(is_other).unwrap_or(corrected)).await.map(drop)
}

/// Stores the sign that follows from the last one of any server; returns it.
async fn replace_sign(
    outages: &dyn OutageStore,
    next: impl Fn(Option<SignOfLife>) -> SignOfLife,
) -> StoreResult<SignOfLife> {
    for _ in 0..MAX_TRIES {
        let last = outages.sign_of_life().await?;
        let sign = next(last);
        if outages.put_sign_of_life(last.as_ref(), &sign).await? {
            return Ok(sign);
        }
    }
    Err(StoreError::Unavailable("other servers store signs of life all the time".into()))
}

/// Writes a note about an outage for a site, unless it has one or had no views in the days before; returns whether it had views.
pub async fn annotate_outage(ports: &Ports, id: SiteId, outage: Outage) -> StoreResult<bool> {
    // Deleted in the meantime.
    let Some((site, _)) = ports.sites.site(id).await? else { return Ok(false) };
    // A zone that this machine does not know keeps no other site from its note.
    let zone = site.time_zone().unwrap_or(TimeZone::UTC);
    let day = Day::of(outage.from, &zone);
    let window = Window { from: Day(day.0 - DAYS_WITH_VIEWS), to: day };
    let question = CountsQuestion::by_day(CounterKind::View, window);
    let counts = ports.analytics.counts(id, &AnalyticsFilter::default(), vec![question]).await?;
    if counts.iter().map(Counts::total).sum::<i64>() == 0 {
        return Ok(false);
    }
    let annotation = Annotation::own(id, OwnAnnotation::Outage(outage), outage.to, &zone);
    again_if_rolled_back(async || {
        let mut change = ports.annotations.begin(&[Scope::Organization(site.org_id)]).await?;
        change.insert_own_annotation(&annotation).await?;
        change.commit_without_notice().await
    })
    .await?;
    Ok(true)
}
