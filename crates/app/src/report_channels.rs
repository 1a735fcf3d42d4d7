//! Sends the first lines of reports to channels. Each is sent once to a channel, whatever stops in between.

use askline_domain::{
    channels::{
        Channel,
        message::ChannelMessage,
        notice::Notice,
        reports::{ChannelReports, report_day},
    },
    identity::mail_language::MailLanguage,
    report_text::first_lines,
    reports::period::ReportPeriod,
    shared::ids::SiteId,
};
use jiff::Timestamp;

use crate::{
    ports::{StoreResult, again::again_if_rolled_back, all::Ports, change::Scope},
    report_mail::{Tally, digest, most_asked, zones_of},
    sites::every_site,
};

/// Looks at the reports to at most `most` channels that are to be looked at by `now`, and sends those that are due; returns how many
/// were looked at. One that fails stops no other; the first failure is returned after all.
pub async fn send_due(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut tally = Tally::default();
    for (channel, reports) in ports.channels.due_channel_reports(now, most).await? {
        tally.note(again_if_rolled_back(|| send(ports, &channel, &reports, now)).await);
    }
    tally.end()
}

/// Sends the reports of a kind that are due to a channel. Returns false if another server did that, or a person changed the channel.
async fn send(ports: &Ports, channel: &Channel, reports: &ChannelReports, now: Timestamp) -> StoreResult<bool> {
    let kind = reports.kind;
    let sites = match channel.report_route(kind) {
        Some(route) => every_site(&*ports.sites, channel.org_id, route.site_ids.listed()).await?,
        None => Vec::new(),
    };
    let zones = zones_of(&sites)?;
    let due = sites.iter().zip(&zones).filter_map(|(site, zone)| {
        let period = reports.due_period(zone, site.created_at, now)?;
        Some((site.id, period))
    });
    // What was due while the channel was disabled is not sent later.
    let due: Vec<_> = if channel.enabled { due.collect() } else { Vec::new() };
    let mut messages = Vec::new();
    for (site, period) in most_asked(ports, due).await? {
        messages.extend(message(ports, channel, (site, period), now).await?);
    }

    let mut change = ports.channels.begin(&[Scope::Organization(channel.org_id)]).await?;
    let is_as_read = change.channel_reports(channel.id, kind).await?.as_ref() == Some(reports)
        && change.channel(channel.id).await?.is_some_and(|stored| is_sent_alike(&stored, channel));
    if !is_as_read {
        return Ok(false);
    }
    for message in &messages {
        if change.has_report_message(message).await? {
            continue;
        }
        change.insert_channel_message(message).await?;
        change.enqueue(&message.job(channel.org_id)).await?;
    }
    change.put_channel_reports(&reports.after(&zones, now)).await?;
    change.commit_without_notice().await?;
    Ok(true)
}

/// Whether the same is sent to a channel as when it was read.
fn is_sent_alike(stored: &Channel, read: &Channel) -> bool {
    (stored.enabled, stored.audience, &stored.routes) == (read.enabled, read.audience, &read.routes)
}

/// The message about a site; `None` if the site was deleted.
async fn message(
    ports: &Ports,
    channel: &Channel,
    (site, period): (SiteId, ReportPeriod),
    now: Timestamp,
) -> StoreResult<Option<ChannelMessage>> {
    let audience = channel.audience;
    let Some(digest) = digest(ports, site, (period, audience), now).await? else { return Ok(None) };
    let notice = Notice::of_report(first_lines(MailLanguage::En, period, &digest), site, period, audience);
    let message = ChannelMessage::new(channel.id, period.kind().as_str(), notice, now);
    Ok(Some(ChannelMessage { site_id: Some(site), day: report_day(period), ..message }))
}
