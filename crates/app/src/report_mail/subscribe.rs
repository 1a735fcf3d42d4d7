//! Begins and ends subscriptions to reports.

use askline_domain::{
    identity::grounds::SessionGround,
    reports::{
        period::ReportKind,
        subscription::{ReportSubscription, Schedule},
    },
    shared::ids::UserId,
};
use jiff::{Timestamp, tz::TimeZone};

use super::sites_of;
use crate::ports::{StoreError, StoreResult, all::Ports, change::Scope};

/// Stores whether the person of a session wants reports. The first one is that of the period that is under way.
pub async fn set_wanted(
    ports: &Ports,
    ground: SessionGround,
    kind: ReportKind,
    wanted: bool,
    now: Timestamp,
) -> StoreResult<()> {
    let due_at = next_at(ports, ground.user, kind, now).await?;
    let mut change = ports.report_subscriptions.begin(&[Scope::User(ground.user)]).await?;
    change.compare_session(ground).await?;
    let stored = change.report_subscription(ground.user, kind).await?;
    let is_as_wanted = stored.as_ref().map_or(!wanted, |stored| stored.wanted == wanted);
    if is_as_wanted {
        return Ok(());
    }
    let sent_until = stored.and_then(|stored| stored.sent_until);
    let subscription = ReportSubscription { user: ground.user, kind, wanted, due_at, sent_until };
    change.put_report_subscription(&subscription).await?;
    change.commit_without_notice().await
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

/// When the next report is due, by the time zones of the person's sites.
async fn next_at(ports: &Ports, user: UserId, kind: ReportKind, now: Timestamp) -> StoreResult<Timestamp> {
    let mut zones: Vec<TimeZone> = Vec::new();
    if let Some((user, memberships)) = ports.organizations.user(user).await? {
        for site in sites_of(&*ports.sites, &user, &memberships).await? {
            zones.push(site.time_zone().map_err(StoreError::from)?);
        }
    }
    Ok(Schedule::of(kind, now, &zones).next_at)
}
