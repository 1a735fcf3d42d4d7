//! Begins and ends subscriptions to reports.

use askline_domain::{
    reports::{
        period::ReportKind,
        subscription::{ReportSubscription, Schedule},
    },
    shared::ids::UserId,
};
use jiff::Timestamp;

use super::{sites_of, zones_of};
use crate::ports::{
    StoreResult,
    all::Ports,
    change::{Change, Scope},
};

/// Stores within a change whether a person wants a kind of report; returns whether that is new. The first one is due at this time.
pub(crate) async fn put_wanted(
    change: &mut dyn Change,
    user: UserId,
    (kind, wanted): (ReportKind, bool),
    due_at: Timestamp,
) -> StoreResult<bool> {
    let stored = change.report_subscription(user, kind).await?;
    let is_as_wanted = stored.as_ref().map_or(!wanted, |stored| stored.wanted == wanted);
    if is_as_wanted {
        return Ok(false);
    }
    let sent_until = stored.and_then(|stored| stored.sent_until);
    change.put_report_subscription(&ReportSubscription { reader: user, kind, wanted, due_at, sent_until }).await?;
    Ok(true)
}

/// Ends the reports of a kind to a person. Ending them again changes nothing.
pub(crate) async fn end(ports: &Ports, user: UserId, kind: ReportKind) -> StoreResult<()> {
    let mut change = ports.report_subscriptions.begin(&[Scope::User(user)]).await?;
    if let Some(stored) = change.report_subscription(user, kind).await?.filter(|stored| stored.wanted) {
        change.put_report_subscription(&ReportSubscription { wanted: false, ..stored }).await?;
        change.commit_without_notice().await?;
    }
    Ok(())
}

/// When the next report is due, that of the period that is under way, by the time zones of the person's sites.
pub(crate) async fn report_due(
    ports: &Ports,
    user: UserId,
    kind: ReportKind,
    now: Timestamp,
) -> StoreResult<Timestamp> {
    let sites = match ports.organizations.user(user).await? {
        Some((user, memberships)) => sites_of(&*ports.sites, &user, &memberships).await?,
        None => Vec::new(),
    };
    Ok(Schedule::of(kind, now, &zones_of(&sites)?).next_at)
}
