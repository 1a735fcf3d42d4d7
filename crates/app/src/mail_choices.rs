//! Stores what a person wants by email: reports, alerts, and when no alert is sent.

use std::collections::HashSet;

use askline_domain::{
    alert_mails::{
        quiet_hours::QuietHours,
        settings::{AlertChoice, AlertSettings},
    },
    identity::grounds::SessionGround,
    reports::period::ReportKind,
    shared::ids::SiteId,
};
use jiff::Timestamp;

use crate::{
    alert_mails::{put_choice, sites_seen},
    ports::{StoreResult, all::Ports, change::Scope},
    report_mail::{put_wanted, report_due},
};

/// What a person chooses at once.
#[derive(Debug, Clone, Default)]
pub struct MailChoices {
    /// A kind of report, and whether it is wanted.
    pub report: Option<(ReportKind, bool)>,
    /// For which sites a kind of alert is wanted.
    pub alert: Option<AlertChoice>,
    /// When no alert is sent; `Some(None)` for never.
    pub quiet_hours: Option<Option<QuietHours>>,
}

/// Stores all that the person of a session chose, in one change. Returns the fields that name sites which the person neither sees nor
/// chose before; then nothing is stored.
pub async fn choose(
    ports: &Ports,
    ground: SessionGround,
    choices: &MailChoices,
    now: Timestamp,
) -> StoreResult<Vec<String>> {
    let user = ground.user;
    let MailChoices { report, alert, quiet_hours } = choices;
    if report.is_none() && alert.is_none() && quiet_hours.is_none() {
        return Ok(Vec::new());
    }
    let (seen, known) = match alert {
        Some(_) => (sites_seen(ports, user).await?, ports.alert_mails.alert_settings_of(user).await?),
        None => (HashSet::new(), AlertSettings::default()),
    };
    let named = alert.as_ref().map(|choice| choice.about.named()).unwrap_or_default();
    // A site that was deleted since the person chose is left out, as it is when the choice is read.
    let is_known = |site: SiteId| seen.contains(&site) || known.wishes.iter().any(|wish| wish.site == Some(site));
    let unseen: Vec<String> = named.into_iter().filter(|(site, _)| !is_known(*site)).map(|(_, field)| field).collect();
    if !unseen.is_empty() {
        return Ok(unseen);
    }
    let report = match *report {
        Some((kind, wanted)) => Some((kind, wanted, report_due(ports, user, kind, now).await?)),
        None => None,
    };
    let mut change = ports.alert_mails.begin(&[Scope::User(user)]).await?;
    change.compare_session(ground).await?;
    let mut is_changed = false;
    if let Some((kind, wanted, due_at)) = report {
        is_changed |= put_wanted(&mut *change, user, (kind, wanted), due_at).await?;
    }
    if alert.is_some() || quiet_hours.is_some() {
        is_changed |= put_choice(&mut *change, user, (alert.as_ref(), quiet_hours.as_ref()), &seen).await?;
    }
    if is_changed {
        change.commit_without_notice().await?;
    }
    Ok(Vec::new())
}
