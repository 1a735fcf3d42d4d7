//! Sends the alerts that are due. Each is sent once to a person, whatever stops in between.

use std::collections::BTreeSet;

use askline_domain::{
    alert_mails::{
        due::{LEAST_BETWEEN, MAX_SHOWN},
        kind::least_role,
        settings::AlertSettings,
        told::ToldAlert,
    },
    identity::user::User,
    mail::{MailBrand, MailContent},
    organizations::member::Membership,
    reports::subscription::Ended,
    shared::ids::{OrgId, SiteId, UserId},
};
use jiff::Timestamp;

use crate::{
    ports::{
        StoreResult, again::again_if_rolled_back, all::Ports, change::Scope,
        identity::report_subscriptions::Unsubscription,
    },
    report_mail::{Tally, brand_of, has_access_still, is_reached, sites_of},
};

/// The maximum number of due alerts that are taken for one email; those beyond come with the next one.
const MAX_TAKEN: u32 = 200;

/// Sends the alerts of at most `most` people that are due at `now`; returns of how many they were taken. One that fails stops no
/// other; the first failure is returned after all.
pub async fn send_due(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let mut tally = Tally::default();
    for user in ports.alert_mails.people_with_due_alerts(now, now - LEAST_BETWEEN, most).await? {
        tally.note(again_if_rolled_back(|| send(ports, user, now)).await);
    }
    tally.end()
}

/// What a person may be told about.
struct Access {
    organizations: Vec<Membership>,
    sites: BTreeSet<SiteId>,
}

impl Access {
    /// Whether the person wants an alert still, and may know of it.
    fn is_told(&self, alert: &ToldAlert, settings: &AlertSettings) -> bool {
        let is_member = |one: &Membership| one.org_id == alert.org_id && one.role >= least_role(alert.kind);
        self.organizations.iter().any(is_member)
            && alert.site_id.is_none_or(|site| self.sites.contains(&site))
            && settings.wants(alert.kind, alert.site_id)
    }
}

/// Sends the alerts of a person. Returns false if another server did that, or the person's access was changed.
async fn send(ports: &Ports, account: UserId, now: Timestamp) -> StoreResult<bool> {
    let Some((user, memberships)) = ports.organizations.user(account).await? else { return Ok(false) };
    let access = access(ports, &user, &memberships).await?;
    let brands = brands(ports, &access.organizations).await?;
    let unsubscribe = ports.report_subscriptions.unsubscribe_token(Unsubscription::Person(account, Ended::Alerts))?;

    let mut change = ports.alert_mails.begin(&Scope::of_person(account, &memberships)).await?;
    if !has_access_still(&mut *change, account, &memberships).await? {
        return Ok(false);
    }
    let settings = change.alert_settings(account).await?;
    if settings.sent_at.is_some_and(|sent| sent <= now && sent >= now - LEAST_BETWEEN) {
        return Ok(false);
    }
    let mut alerts = change.take_due_alerts(account, now, MAX_TAKEN).await?;
    alerts.retain(|alert| access.is_told(alert, &settings));
    let shown = usize::try_from(MAX_SHOWN).unwrap_or(usize::MAX);
    let more = u32::try_from(alerts.len().saturating_sub(shown)).unwrap_or(u32::MAX);
    alerts.truncate(shown);
    if !alerts.is_empty() {
        let about: BTreeSet<OrgId> = alerts.iter().map(|alert| alert.org_id).collect();
        let brand = brands.into_iter().find(|(org, _)| about.iter().eq([org])).map(|(_, brand)| brand);
        let unsubscribe = unsubscribe.expose().to_owned();
        change.mail(account, MailContent::Alerts { alerts, more, brand, unsubscribe }, now).await?;
        change.put_alert_settings(account, &AlertSettings { sent_at: Some(now), ..settings }).await?;
    }
    change.commit_without_notice().await?;
    Ok(true)
}

async fn access(ports: &Ports, user: &User, memberships: &[Membership]) -> StoreResult<Access> {
    let sites = sites_of(&*ports.sites, user, memberships).await?;
    let organizations = memberships.iter().filter(|one| is_reached(one, user)).cloned().collect();
    Ok(Access { organizations, sites: sites.into_iter().map(|site| site.id).collect() })
}

/// The brands of a person's organizations. An email that is about one of them alone carries its brand.
async fn brands(ports: &Ports, memberships: &[Membership]) -> StoreResult<Vec<(OrgId, MailBrand)>> {
    let mut found = Vec::new();
    for membership in memberships {
        let brand = brand_of(&*ports.organizations, membership.org_id).await?;
        found.extend(brand.map(|brand| (membership.org_id, brand)));
    }
    Ok(found)
}
