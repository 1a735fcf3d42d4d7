//! Rows of recipients in a change of a use case.

use askline_app::ports::{
    StoreResult,
    identity::recipient_rows::{RecipientRows, RecipientToken},
    mail::Mailed,
};
use askline_domain::{
    identity::secret::SecretDigest,
    mail::{Addressee, Mail, MailContent},
    recipients::{Recipient, RecipientSettings},
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::ids::{OrgId, RecipientId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::rows;
use crate::{
    metadata::{
        accounts::mail_limits::MailCause, changes::change::Change, organizations::member_sites,
        report_subscriptions::read_of,
    },
    sql::{Statement, rows::RowReader, sql},
};

/// The statement with what a recipient gets, in the order of the columns.
fn with_settings(statement: Statement, settings: &RecipientSettings) -> StoreResult<Statement> {
    Ok(statement
        .bind(settings.audience.as_str())
        .bind(settings.language.as_str())
        .bind(member_sites::text(&settings.sites)?)
        .bind(settings.weekly)
        .bind(settings.monthly))
}

#[async_trait]
impl RecipientRows for Change {
    async fn count_recipients(&mut self, org: OrgId) -> StoreResult<u32> {
        let counted: i64 =
            sql("SELECT COUNT(*) FROM report_recipients WHERE org_id = $1").bind(org).value(self.connection()).await?;
        Ok(u32::try_from(counted).unwrap_or(u32::MAX))
    }

    async fn recipient(&mut self, id: RecipientId) -> StoreResult<Option<Recipient>> {
        rows::recipient(self.connection(), id).await
    }

    async fn recipient_of_address(&mut self, org: OrgId, email: &str) -> StoreResult<Option<Recipient>> {
        rows::of_address(self.connection(), org, email).await
    }

    async fn recipient_of_token(&mut self, digest: SecretDigest, at: Timestamp) -> StoreResult<Option<Recipient>> {
        rows::of_token(self.connection(), digest, at).await
    }

    async fn insert_recipient(&mut self, recipient: &Recipient) -> StoreResult<()> {
        let creator = recipient.created_by.as_ref();
        let inserting = sql(
            "INSERT INTO report_recipients (id, org_id, email, audience, language, site_ids, weekly, monthly, state, \
             created_ms, updated_ms, created_by_id, created_by_email) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(recipient.id)
        .bind(recipient.org_id)
        .bind(&recipient.email);
        with_settings(inserting, &recipient.settings)?
            .bind(recipient.state.as_str())
            .bind(recipient.created_at)
            .bind(recipient.updated_at)
            .bind(creator.map(|creator| creator.id.to_string()))
            .bind(creator.map(|creator| creator.email.as_str()))
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn replace_recipient(&mut self, recipient: &Recipient) -> StoreResult<()> {
        let replacing = sql(
            "UPDATE report_recipients SET audience = $2, language = $3, site_ids = $4, weekly = $5, monthly = $6, \
             state = $7, refusal = $8, confirmed_ms = $9, updated_ms = $10 WHERE id = $1",
        )
        .bind(recipient.id);
        with_settings(replacing, &recipient.settings)?
            .bind(recipient.state.as_str())
            .bind(recipient.refusal.as_deref())
            .bind(recipient.confirmed_at)
            .bind(recipient.updated_at)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn put_recipient_token(&mut self, id: RecipientId, token: Option<&RecipientToken>) -> StoreResult<()> {
        sql("UPDATE report_recipients SET digest = $2, expires_ms = $3 WHERE id = $1")
            .bind(id)
            .bind(token.map(|token| token.digest))
            .bind(token.map(|token| token.expires_at))
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_recipient(&mut self, recipient: &Recipient) -> StoreResult<()> {
        // With its reports and the emails that wait for it; their jobs find nothing to do.
        sql("DELETE FROM report_recipients WHERE id = $1")
            .bind(recipient.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn recipient_report(
        &mut self,
        id: RecipientId,
        kind: ReportKind,
    ) -> StoreResult<Option<ReportSubscription<RecipientId>>> {
        sql("SELECT * FROM recipient_reports WHERE recipient_id = $1 AND kind = $2")
            .bind(id)
            .bind(kind.as_str())
            .optional(self.connection(), |row| read_of(&RowReader::new(row, "recipient_reports", "recipient_id"), id))
            .await
    }

    async fn put_recipient_report(&mut self, report: &ReportSubscription<RecipientId>) -> StoreResult<()> {
        sql("INSERT INTO recipient_reports (recipient_id, kind, wanted, due_ms, sent_until_day) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (recipient_id, kind) DO UPDATE SET wanted = excluded.wanted, \
             due_ms = excluded.due_ms, sent_until_day = excluded.sent_until_day")
        .bind(report.reader)
        .bind(report.kind.as_str())
        .bind(report.wanted)
        .bind(report.due_at)
        .bind(report.sent_until.map(|day| i64::from(day.0)))
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn mail_recipient(
        &mut self,
        recipient: &Recipient,
        content: MailContent,
        at: Timestamp,
    ) -> StoreResult<Mailed> {
        if !self.sends_mail() {
            return Ok(Mailed::NotNeeded);
        }
        let (org, to) = (recipient.org_id, &recipient.email);
        let cause = MailCause { kind: content.kind(), to, org: Some(org), account: None };
        let admitted = match self.admit_mail(cause, at).await? {
            Ok(admitted) => admitted,
            Err(exceeded) => return Ok(Mailed::TooOften(exceeded.reached)),
        };
        let mail = Mail { to: to.clone(), language: recipient.settings.language, content, at };
        self.send_mail(admitted, Some(org), Addressee::Recipient(org, recipient.id), &mail).await?;
        Ok(Mailed::Stored)
    }

    async fn end_recipient_mail(&mut self, id: RecipientId) -> StoreResult<()> {
        sql("DELETE FROM mails WHERE recipient_id = $1").bind(id).execute(self.connection()).await?;
        rows::end_reports(self.connection(), id).await
    }
}
