//! Stores which alerts a person wants, and when none is sent.

use askline_domain::{
    alert_mails::{
        quiet_hours::QuietHours,
        settings::{AlertSettings, AlertWish},
    },
    identity::{grounds::SessionGround, user::User},
    shared::ids::{SiteId, UserId},
};

use crate::{
    ports::{StoreResult, all::Ports, change::Scope},
    report_mail::sites_of,
};

/// Stores a wish of the person of a session. Returns false, and stores nothing, if the person does not see its site.
pub async fn set_wanted(ports: &Ports, ground: SessionGround, user: &User, wish: AlertWish) -> StoreResult<bool> {
    let seen: Vec<SiteId> = match ports.organizations.user(user.id).await? {
        Some((user, memberships)) => {
            let sites = sites_of(&*ports.sites, &user, &memberships).await?;
            sites.into_iter().map(|site| site.id).collect()
        }
        None => Vec::new(),
    };
    if wish.site.is_some_and(|site| !seen.contains(&site)) {
        return Ok(false);
    }
    change(ports, ground, |settings| settings.set(wish.clone(), |site| seen.contains(&site))).await?;
    Ok(true)
}

/// Stores when the person of a session gets no alert.
pub async fn set_quiet_hours(ports: &Ports, ground: SessionGround, hours: Option<QuietHours>) -> StoreResult<()> {
    change(ports, ground, |settings| settings.quiet_hours.clone_from(&hours)).await
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

async fn change(ports: &Ports, ground: SessionGround, edit: impl Fn(&mut AlertSettings)) -> StoreResult<()> {
    let mut change = ports.alert_mails.begin(&[Scope::User(ground.user)]).await?;
    change.compare_session(ground).await?;
    let stored = change.alert_settings(ground.user).await?;
    let mut settings = stored.clone();
    edit(&mut settings);
    if settings == stored {
        return Ok(());
    }
    change.put_alert_settings(ground.user, &settings).await?;
    change.commit_without_notice().await
}
