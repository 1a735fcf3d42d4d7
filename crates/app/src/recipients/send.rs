//! Sends the reports to recipients that are due. Each is sent once to a recipient, whatever stops in between.

use askline_domain::{
    mail::MailContent,
    recipients::Recipient,
    reports::{
        period::ReportPeriod,
        subscription::{ReportSubscription, Schedule},
    },
    shared::ids::RecipientId,
    sites::Site,
};
use jiff::Timestamp;

use crate::{
    ports::{
        StoreResult, again::again_if_rolled_back, all::Ports, change::Scope,
        identity::report_subscriptions::Unsubscription,
    },
    report_mail::{Sent, Tally, sent, zones_of},
    sites::every_site,
};

/// Sends the reports to at most `most` recipients that are due at `now`; returns how many subscriptions moved on. One that fails
/// stops no other; the first failure is returned after all.
pub async fn send_due(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut tally = Tally::default();
    for (recipient, subscription) in ports.recipients.due_recipient_reports(now, most).await? {
        tally.note(again_if_rolled_back(|| send(ports, &recipient, &subscription, now)).await);
    }
    tally.end()
}

/// Sends the report of a subscription if it is due in every time zone of the recipient's sites. Returns false if another server did
/// that, or the recipient was changed.
async fn send(
    ports: &Ports,
    recipient: &Recipient,
    subscription: &ReportSubscription<RecipientId>,
    now: Timestamp,
) -> StoreResult<bool> {
    let (org, kind) = (recipient.org_id, subscription.kind);
    let sites = every_site(&*ports.sites, org, recipient.settings.sites.listed()).await?;
    let schedule = Schedule::of(kind, now, &zones_of(&sites)?);
    let is_due = schedule.is_due(subscription) && recipient.gets(kind) && !sites.is_empty();
    let content = if is_due { Some(content(ports, recipient, schedule.period, sites, now).await?) } else { None };

    let mut change = ports.recipients.begin(&[Scope::Organization(org)]).await?;
    let is_as_read = change.recipient_report(recipient.id, kind).await?.as_ref() == Some(subscription)
        && change.recipient(recipient.id).await?.as_ref() == Some(recipient);
    if !is_as_read {
        return Ok(false);
    }
    change.put_recipient_report(&schedule.after(subscription, is_due)).await?;
    if let Some(content) = content {
        // Beyond a limit of its kind, it is left out.
        let _ = change.mail_recipient(recipient, content, now).await?;
    }
    change.commit_without_notice().await?;
    Ok(true)
}

/// The email about these sites.
async fn content(
    ports: &Ports,
    recipient: &Recipient,
    period: ReportPeriod,
    sites: Vec<Site>,
    now: Timestamp,
) -> StoreResult<MailContent> {
    let audience = recipient.settings.audience;
    let Sent { sites, more_sites, brand } = sent(ports, sites, (period, audience), now).await?;
    let ends = Unsubscription::Recipient(recipient.org_id, recipient.id);
    let unsubscribe = ports.report_subscriptions.unsubscribe_token(ends)?.expose().to_owned();
    Ok(MailContent::Report { period, sites, more_sites, brand, unsubscribe, has_no_account: true })
}
