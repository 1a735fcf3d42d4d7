//! Events that people get by email, stored in the change that they report. Who gets one and when is decided in the domain.

use std::collections::HashMap;

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

use super::MAILS;
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
    if told.is_empty() {
        return Ok(());
    }
    let site = match about {
        Some(site) => named(change.connection(), site).await?,
        None => None,
    };
    let at_once = sent_at_once(change, event, site.as_ref()).await?;
    for (user, _, _, settings) in told {
        let already = at_once.get(&user).copied().unwrap_or(0);
        insert(change, &PendingAlert::new(user, &settings, event, site.as_ref(), already)).await?;
    }
    Ok(())
}

/// How many of the day's alerts about the same are sent at once, by member.
async fn sent_at_once(
    change: &mut Change,
    event: &Event,
    site: Option<&EventSite>,
) -> StoreResult<HashMap<UserId, u32>> {
    let Counted { kind, subject, day } = Counted::of(event, site);
    let counted =
        sql("SELECT a.user_id, COUNT(*) AS counted FROM memberships m JOIN alert_mails a ON a.user_id = m.user_id \
         WHERE m.org_id = $1 AND a.kind = $2 AND a.day = $3 AND a.subject = $4 AND a.is_at_once = 1 GROUP BY a.user_id")
        .bind(event.org_id)
        .bind(kind.as_str())
        .bind(day.0)
        .bind(subject)
        .all(change.connection(), |row: &Row| {
            let row = RowReader::new(row, MAILS, "user_id");
            Ok((row.parsed("user_id")?, row.number("counted")?))
        })
        .await?;
    Ok(counted.into_iter().collect())
}

async fn insert(change: &mut Change, alert: &PendingAlert) -> StoreResult<()> {
    sql("INSERT INTO alert_mails (id, user_id, kind, subject, day, is_at_once, told, created_ms, due_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(alert.id)
    .bind(alert.user)
    .bind(alert.counted.kind.as_str())
    .bind(&alert.counted.subject)
    .bind(alert.counted.day.0)
    .bind(i64::from(alert.is_at_once))
    .bind(json_text(&alert.told)?)
    .bind(alert.created_at)
    .bind(alert.due_at)
    .execute(change.connection())
    .await
    .map(|_| ())
}
