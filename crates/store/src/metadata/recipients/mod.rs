//! Recipients of reports without an account, and when their next reports are due.

mod in_change;
mod rows;

pub(in crate::metadata) use rows::end_reports;

use askline_app::ports::{StoreResult, identity::recipients::RecipientStore};
use askline_domain::{
    identity::secret::SecretDigest,
    recipients::Recipient,
    reports::subscription::ReportSubscription,
    shared::ids::{OrgId, RecipientId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{MetadataStore, report_subscriptions::read_of};
use crate::sql::{rows::RowReader, sql};

#[async_trait]
impl RecipientStore for MetadataStore {
    async fn recipients(&self, org: OrgId) -> StoreResult<Vec<Recipient>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT * FROM report_recipients WHERE org_id = $1 ORDER BY id DESC")
            .bind(org)
            .all(&mut connection, rows::read)
            .await
    }

    async fn recipient(&self, org: OrgId, id: RecipientId) -> StoreResult<Option<Recipient>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(rows::recipient(&mut connection, id).await?.filter(|recipient| recipient.org_id == org))
    }

    async fn recipient_of_token(&self, digest: SecretDigest, at: Timestamp) -> StoreResult<Option<Recipient>> {
        let mut connection = self.inner.read.acquire().await?;
        rows::of_token(&mut connection, digest, at).await
    }

    async fn due_recipient_reports(
        &self,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<(Recipient, ReportSubscription<RecipientId>)>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT r.*, s.kind, s.wanted, s.due_ms, s.sent_until_day FROM recipient_reports s \
             JOIN report_recipients r ON r.id = s.recipient_id JOIN organizations o ON o.id = r.org_id \
             WHERE s.wanted = 1 AND s.due_ms <= $1 AND o.is_removed = 0 ORDER BY s.due_ms LIMIT $2")
        .bind(now)
        .bind(i64::from(most))
        .all(&mut connection, |row| {
            let recipient = rows::read(row)?;
            let report = read_of(&RowReader::new(row, "recipient_reports", "id"), recipient.id)?;
            Ok((recipient, report))
        })
        .await
    }
}
