//! Stores which alerts a person wants, and when none is sent.

use askline_domain::{
    alert_mails::{
        quiet_hours::QuietHours,
        settings::{AlertSettings, AlertWish},
    },
    identity::grounds::SessionGround,
    shared::ids::{SiteId, UserId},
};

use crate::{
    ports::{StoreResult, all::Ports, change::Scope},
    report_mail::sites_of,
};

/// Stores what the person of a session chose: a wish, when no alert is sent, or both. Returns false, and stores nothing, if the
/// person does not see the site of the wish.
pub async fn choose(
    ports: &Ports,
    ground: SessionGround,
    wish: Option<AlertWish>,
    quiet_hours: Option<Option<QuietHours>>,
) -> StoreResult<bool> {
    let seen = match &wish {
        Some(_) => sites_seen(ports, ground.user).await?,
        None => Vec::new(),
    };
    let site = wish.as_ref().and_then(|wish| wish.site);
    if site.is_some_and(|site| !seen.contains(&site)) {
        return Ok(false);
    }
    let mut change = ports.alert_mails.begin(&[Scope::User(ground.user)]).await?;
    change.compare_session(ground).await?;
    let stored = change.alert_settings(ground.user).await?;
    let mut settings = stored.clone();
    if let Some(wish) = wish {
        settings.set(wish, |site| seen.contains(&site));
    }
    if let Some(quiet_hours) = quiet_hours {
        settings.quiet_hours = quiet_hours;
    }
    if settings != stored {
        change.put_alert_settings(ground.user, &settings).await?;
        change.commit_without_notice().await?;
    }
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

async fn sites_seen(ports: &Ports, user: UserId) -> StoreResult<Vec<SiteId>> {
    let Some((user, memberships)) = ports.organizations.user(user).await? else { return Ok(Vec::new()) };
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
