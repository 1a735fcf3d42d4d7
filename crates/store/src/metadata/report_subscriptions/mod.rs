//! Who gets reports by email.

mod in_change;

use askline_app::ports::{
    StoreResult,
    identity::report_subscriptions::{ReportSubscriptionStore, Unsubscription},
};
use askline_domain::{
    identity::secret::Secret,
    reports::subscription::ReportSubscription,
    shared::{calendar::Day, ids::UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::MetadataStore;
use crate::sql::{
    rows::{Columns, RowReader},
    sql,
};

/// What tokens are sealed for, so that no other sealed text is taken for one.
const SEALED_AS: &str = "report unsubscription";
/// What a token begins with, so that a person can tell it from others.
const PREFIX: &str = "un_";

#[async_trait]
impl ReportSubscriptionStore for MetadataStore {
    async fn report_subscriptions(&self, user: UserId) -> StoreResult<Vec<ReportSubscription>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM report_subscriptions WHERE user_id = $1 ORDER BY kind")
            .bind(user)
            .all(&mut connection, read)
            .await
    }

    async fn due_report_subscriptions(&self, now: Timestamp, most: u32) -> StoreResult<Vec<ReportSubscription>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM report_subscriptions WHERE wanted = 1 AND due_ms <= $1 ORDER BY due_ms LIMIT $2")
            .bind(now)
            .bind(i64::from(most))
            .all(&mut connection, read)
            .await
    }

    fn unsubscribe_token(&self, ends: Unsubscription) -> StoreResult<Secret> {
        let text = match ends {
            Unsubscription::Person(user, kind) => format!("{user} {kind}"),
            Unsubscription::Recipient(org, recipient) => format!("{recipient} {org}"),
        };
        let sealed = self.inner.sealing.seal(SEALED_AS, &text)?;
        Ok(Secret::new(format!("{PREFIX}{sealed}")))
    }

    fn unsubscribed_by(&self, token: &str) -> StoreResult<Option<Unsubscription>> {
        let Some(sealed) = token.strip_prefix(PREFIX).filter(|_| self.inner.sealing.is_there()) else {
            return Ok(None);
        };
        let opened = self.inner.sealing.open(SEALED_AS, sealed)?;
        Ok(opened.and_then(|text| {
            let (first, second) = text.expose().split_once(' ')?;
            let of_person = || Some(Unsubscription::Person(first.parse().ok()?, second.parse().ok()?));
            of_person().or_else(|| Some(Unsubscription::Recipient(second.parse().ok()?, first.parse().ok()?)))
        }))
    }
}

/// Reads a subscription.
fn read<C: Columns>(row: &C) -> StoreResult<ReportSubscription> {
    let row = RowReader::new(row, "report_subscriptions", "user_id");
    read_of(&row, row.parsed("user_id")?)
}

/// Reads the subscription of a reader.
pub(super) fn read_of<C: Columns, R>(row: &RowReader<'_, C>, reader: R) -> StoreResult<ReportSubscription<R>> {
    let sent_until = row.optional_integer("sent_until_day")?;
    let day = |number: i64| i32::try_from(number).map(Day).map_err(|_| row.corrupt("sent_until_day"));
    Ok(ReportSubscription {
        reader,
        kind: row.parsed("kind")?,
        wanted: row.flag("wanted")?,
        due_at: row.time("due_ms")?,
        sent_until: sent_until.map(day).transpose()?,
    })
}
