//! Sends the reports that are due. Each is sent once to a person, whatever stops in between.

use std::{cmp::Reverse, collections::BTreeMap};

use askline_domain::{
    mail::MailContent,
    reports::{
        ReportAudience,
        digest::{SiteDigest, in_mail_order},
        period::ReportPeriod,
        subscription::{Ended, ReportSubscription, Schedule},
    },
    rules::decision::OrderedRules,
    shared::ids::SiteId,
    sites::Site,
};
use jiff::{Timestamp, tz::TimeZone};

use super::{brand, has_access_still, sites_of};
use crate::{
    ports::{StoreError, StoreResult, again::again_if_rolled_back, all::Ports, change::Scope},
    reports::{question::ReportedSite, site_report},
};

/// The maximum number of a person's sites whose reports are read: those with the most asks.
const MAX_READ_SITES: usize = 40;

/// Sends the reports of at most `most` people that are due at `now`; returns how many subscriptions moved on. One that fails stops
/// no other; the first failure is returned after all.
pub async fn send_due(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let (mut moved, mut failure) = (0, None);
    for subscription in ports.report_subscriptions.due_report_subscriptions(now, most).await? {
        match again_if_rolled_back(|| send(ports, &subscription, now)).await {
            Ok(has_moved) => moved += u64::from(has_moved),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    failure.map_or(Ok(moved), Err)
}

/// Sends the report of a subscription if it is due in every time zone of the person's sites. Returns false if another server did
/// that, or the person ended it.
async fn send(ports: &Ports, subscription: &ReportSubscription, now: Timestamp) -> StoreResult<bool> {
    let (account, kind) = (subscription.user, subscription.kind);
    let Some((user, memberships)) = ports.organizations.user(account).await? else { return Ok(false) };
    let sites = sites_of(&*ports.sites, &user, &memberships).await?;
    let zones: Vec<TimeZone> =
        sites.iter().map(|site| site.time_zone().map_err(StoreError::from)).collect::<StoreResult<_>>()?;
    let schedule = Schedule::of(kind, now, &zones);
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
    let sent_until = if is_due { Some(schedule.period.window().to) } else { subscription.sent_until };
    let next = ReportSubscription { due_at: schedule.next_at, sent_until, ..subscription.clone() };
    change.put_report_subscription(&next).await?;
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
    let all = sites.len();
    let brand = brand::of_sites(&*ports.organizations, &sites).await?;
    let mut digests = Vec::new();
    for site in most_asked(ports, sites, period).await? {
        digests.extend(digest(ports, site, period, now).await?);
    }
    in_mail_order(&mut digests);
    let more_sites = u32::try_from(all - digests.len()).unwrap_or(u32::MAX);
    let unsubscribe =
        ports.report_subscriptions.unsubscribe_token(subscription.user, Ended::reports(subscription.kind))?;
    Ok(MailContent::Report { period, sites: digests, more_sites, brand, unsubscribe: unsubscribe.expose().to_owned() })
}

/// The sites with the most asks in the period.
async fn most_asked(ports: &Ports, mut sites: Vec<Site>, period: ReportPeriod) -> StoreResult<Vec<SiteId>> {
    if sites.len() > MAX_READ_SITES {
        let windows = sites.iter().map(|site| (site.id, period.window())).collect();
        let asks = ports.analytics.asks(windows).await?;
        let asks: BTreeMap<SiteId, i64> = sites.iter().map(|site| site.id).zip(asks).collect();
        sites.sort_by_key(|site| (Reverse(asks.get(&site.id).copied().unwrap_or(0)), site.id));
        sites.truncate(MAX_READ_SITES);
    }
    Ok(sites.into_iter().map(|site| site.id).collect())
}

/// What an email says about a site; `None` if it was deleted.
async fn digest(ports: &Ports, id: SiteId, period: ReportPeriod, now: Timestamp) -> StoreResult<Option<SiteDigest>> {
    let Some((site, config)) = ports.sites.site(id).await? else { return Ok(None) };
    let rules = OrderedRules::new(ports.rules.all_rules(id).await?);
    let time_zone = site.time_zone().map_err(StoreError::from)?;
    let reported = ReportedSite { site: &site, time_zone: &time_zone, config: &config.config, rules: &rules };
    let report = site_report::read(ports, reported, period, ReportAudience::Team, now).await?;
    Ok(Some(report.into()))
}
