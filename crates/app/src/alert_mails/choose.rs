//! Stores which alerts a person wants, and when none is sent.

use std::collections::HashSet;

use askline_domain::{
    alert_mails::{
        quiet_hours::QuietHours,
        settings::{AlertChoice, AlertSettings},
    },
    shared::ids::{SiteId, UserId},
};

use crate::{
    ports::{
        StoreResult,
        all::Ports,
        change::{Change, Scope},
    },
    report_mail::sites_of,
};

/// Stores within a change what a person who sees these sites chose for alerts; returns whether that is new.
pub(crate) async fn put_choice(
    change: &mut dyn Change,
    user: UserId,
    (alert, quiet_hours): (Option<&AlertChoice>, Option<&Option<QuietHours>>),
    seen: &HashSet<SiteId>,
) -> StoreResult<bool> {
    let stored = change.alert_settings(user).await?;
    let mut settings = stored.clone();
    if let Some(choice) = alert {
        settings.choose(choice, |site| seen.contains(&site));
    }
    if let Some(quiet_hours) = quiet_hours {
        settings.quiet_hours.clone_from(quiet_hours);
    }
    if settings == stored {
        return Ok(false);
    }
    change.put_alert_settings(user, &settings).await?;
    Ok(true)
}

/// What a person chose, without the sites that they do not see any more.
pub async fn chosen(ports: &Ports, user: UserId) -> StoreResult<AlertSettings> {
    let mut settings = ports.alert_mails.alert_settings_of(user).await?;
    if settings.has_wishes_for_sites() {
        let seen = sites_seen(ports, user).await?;
        settings.forget_unseen(|site| seen.contains(&site));
    }
    Ok(settings)
}

/// The sites that a person sees.
pub(crate) async fn sites_seen(ports: &Ports, user: UserId) -> StoreResult<HashSet<SiteId>> {
    let Some((user, memberships)) = ports.organizations.user(user).await? else { return Ok(HashSet::new()) };
    let sites = sites_of(&*ports.sites, &user, &memberships).await?;
    Ok(sites.into_iter().map(|site| site.id).collect())
}

/// Ends all alerts to a person, as a link in one of them asks.
pub async fn end_all(ports: &Ports, user: UserId) -> StoreResult<()> {
    let mut change = ports.alert_mails.begin(&[Scope::User(user)]).await?;
    let mut settings = change.alert_settings(user).await?;
    if settings.wants_any() {
        settings.end_all();
        change.put_alert_settings(user, &settings).await?;
        change.commit_without_notice().await?;
    }
    Ok(())
}
