//! Events that people get by email, stored in the change that they report. Who gets one and when is decided in the domain.

use askline_app::ports::StoreResult;
use askline_domain::{
    alert_mails::{
        kind::least_role,
        pending::{Counted, PendingAlert},
        settings::AlertSettings,
    },
    channels::message::EventSite,
    identity::role::Role,
    shared::ids::UserId,
    sites::visible::VisibleSites,
    webhooks::{message::Event, next_step::advice},
};

use crate::{
    metadata::{changes::change::Change, channels::events::named, organizations::member_sites},
    sql::{
        Row,
        rows::{RowReader, json_text},
        sql,
    },
};

/// Stores an alert for each member of its organization who wants it.
pub(in crate::metadata) async fn add(change: &mut Change, event: &Event) -> StoreResult<()> {
    if advice(event.name).is_none() {
        return Ok(());
    }
    let about = event.site_id();
    let found = sql("SELECT m.user_id, m.role, m.site_ids, s.wishes, s.quiet_hours, s.sent_ms FROM memberships m \
         JOIN alert_settings s ON s.user_id = m.user_id WHERE m.org_id = $1")
    .bind(event.org_id)
    .all(change.connection(), |row: &Row| {
        let settings = super::read(row)?;
        let row = RowReader::new(row, "memberships", "user_id");
        let user: UserId = row.parsed("user_id")?;
        Ok((user, row.parsed::<Role>("role")?, member_sites::read(&row)?, settings))
    })
    .await?;
    let is_told = |(_, role, sites, settings): &(UserId, Role, VisibleSites, AlertSettings)| {
        let is_seen = *role >= least_role(event.name) && about.is_none_or(|site| sites.includes(site));
        is_seen && settings.wants(event.name, about)
    };
    let told: Vec<_> = found.into_iter().filter(is_told).collect();
    let site = match about {
        Some(site) if !told.is_empty() => named(change.connection(), site).await?,
        _ => None,
    };
    for (user, _, _, settings) in told {
        insert(change, user, &settings, event, site.as_ref()).await?;
    }
    Ok(())
}

async fn insert(
    change: &mut Change,
    user: UserId,
    settings: &AlertSettings,
    event: &Event,
    site: Option<&EventSite>,
) -> StoreResult<()> {
    let Counted { kind, subject, day } = Counted::of(event, site);
    let at_once: i64 =
        sql("SELECT COUNT(*) FROM alert_mails WHERE user_id = $1 AND kind = $2 AND day = $3 AND subject = $4 \
         AND is_at_once = 1")
        .bind(user)
        .bind(kind.as_str())
        .bind(day.0)
        .bind(subject)
        .value(change.connection())
        .await?;
    let alert = PendingAlert::new(user, settings, event, site, u32::try_from(at_once).unwrap_or(u32::MAX));
    sql("INSERT INTO alert_mails (id, user_id, kind, subject, day, is_at_once, told, created_ms, due_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(alert.id)
    .bind(alert.user)
    .bind(alert.counted.kind.as_str())
    .bind(alert.counted.subject)
    .bind(alert.counted.day.0)
    .bind(i64::from(alert.is_at_once))
    .bind(json_text(&alert.told)?)
    .bind(alert.created_at)
    .bind(alert.due_at)
    .execute(change.connection())
    .await
    .map(|_| ())
}
