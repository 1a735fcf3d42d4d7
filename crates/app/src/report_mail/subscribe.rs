//! Begins and ends subscriptions to reports.

use askline_domain::{
    identity::grounds::SessionGround,
    reports::{
        period::ReportKind,
        subscription::{ReportSubscription, Schedule},
    },
    shared::ids::UserId,
};
use jiff::Timestamp;

use super::{sites_of, zones_of};
use crate::ports::{StoreResult, all::Ports, change::Scope};

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
    let subscription = ReportSubscription { reader: ground.user, kind, wanted, due_at, sent_until };
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
    let sites = match ports.organizations.user(user).await? {
        Some((user, memberships)) => sites_of(&*ports.sites, &user, &memberships).await?,
        None => Vec::new(),
    };
    Ok(Schedule::of(kind, now, &zones_of(&sites)?).next_at)
}
