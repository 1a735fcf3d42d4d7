//! Sends the reports that are due. Each is sent once to a person, whatever stops in between.

use askline_domain::{
    mail::MailContent,
    reports::{
        ReportAudience,
        period::ReportPeriod,
        subscription::{Ended, ReportSubscription, Schedule},
    },
    sites::Site,
};
use jiff::Timestamp;

use super::{
    digests::{Sent, sent},
    has_access_still, sites_of,
    tally::Tally,
    zones_of,
};
use crate::ports::{
    StoreResult, again::again_if_rolled_back, all::Ports, change::Scope, identity::report_subscriptions::Unsubscription,
};

/// Sends the reports of at most `most` people that are due at `now`; returns how many subscriptions moved on. One that fails stops
/// no other; the first failure is returned after all.
pub async fn send_due(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut tally = Tally::default();
    for subscription in ports.report_subscriptions.due_report_subscriptions(now, most).await? {
        tally.note(again_if_rolled_back(|| send(ports, &subscription, now)).await);
    }
    tally.end()
}

/// Sends the report of a subscription if it is due in every time zone of the person's sites. Returns false if another server did
/// that, or the person ended it.
async fn send(ports: &Ports, subscription: &ReportSubscription, now: Timestamp) -> StoreResult<bool> {
    let (account, kind) = (subscription.reader, subscription.kind);
    let Some((user, memberships)) = ports.organizations.user(account).await? else { return Ok(false) };
    let sites = sites_of(&*ports.sites, &user, &memberships).await?;
    let schedule = Schedule::of(kind, now, &zones_of(&sites)?);
    let is_due = schedule.is_due(subscription) && !sites.is_empty();
    let content = if is_due { Some(content(ports, subscription, schedule.period, sites, now).await?) } else { None };

    let mut change = ports.report_subscriptions.begin(&Scope::of_person(account, &memberships)).await?;
    if change.report_subscription(account, kind).await?.as_ref() != Some(subscription) {
        return Ok(false);
    }
    if !has_access_still(&mut *change, account, &memberships).await? {
        // The next look reads the reports again.
        return Ok(false);
    }
    change.put_report_subscription(&schedule.after(subscription, is_due)).await?;
    if let Some(content) = content {
        change.mail(account, content, now).await?;
    }
    change.commit_without_notice().await?;
    Ok(true)
}

/// The email about these sites.
async fn content(
    ports: &Ports,
    subscription: &ReportSubscription,
    period: ReportPeriod,
    sites: Vec<Site>,
    now: Timestamp,
) -> StoreResult<MailContent> {
    let Sent { sites, more_sites, brand } = sent(ports, sites, (period, ReportAudience::Team), now).await?;
    let ends = Unsubscription::Person(subscription.reader, Ended::reports(subscription.kind));
    let unsubscribe = ports.report_subscriptions.unsubscribe_token(ends)?.expose().to_owned();
    Ok(MailContent::Report { period, sites, more_sites, brand, unsubscribe, has_no_account: false })
}
