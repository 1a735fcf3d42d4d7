//! Stores emails.
//!
//! They are sealed in the transaction of the change that they report, opened only for their job, and deleted when it
//! ends.

use std::sync::atomic::Ordering;

use askline_app::ports::{
    StoreResult,
    change::AdmittedMail,
    changes::Subject,
    mail::{DueMail, MailReport, MailStore},
};
use askline_domain::{
    identity::user::User,
    jobs::{JobLease, JobState, NewJob},
    mail::{Addressee, Beyond, Mail, MailContent, MailHealth, MailJob},
    recipients::RecipientState,
    shared::ids::{Id as _, JobId, OrgId, RecipientId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    mail_limits::{Exceeded, MailCause, forgetting},
    users::select_user,
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        jobs,
        recipients::end_reports,
        store::Inner,
    },
    sql::{
        Connection, Row, Statement,
        rows::{RowReader, json_text},
        sql,
    },
};

const TABLE: &str = "mails";

impl Change {
    /// Emails a person if this instance sends email and their address is verified and has not refused an email. Beyond a
    /// limit of its kind, the email is left out or gathered. The change must hold the account's scope.
    pub(crate) async fn tell(&mut self, user: UserId, content: MailContent, at: Timestamp) -> StoreResult<()> {
        if !self.sends_mail() {
            return Ok(());
        }
        let Some(user) = select_user(self.connection(), user).await? else { return Ok(()) };
        if user.address.verified_at.is_none() || user.address.refused.is_some() {
            return Ok(());
        }
        let exceeded = match self.mail_account(&user, &user.email, content.clone(), at).await? {
            Ok(()) => return Ok(()),
            Err(exceeded) => exceeded,
        };
        match exceeded.limit.beyond {
            Beyond::Gathered => self.gather(&user, &content, &exceeded, at).await,
            Beyond::LeftOut | Beyond::Refused => Ok(()),
        }
    }

    /// Emails an account at `to`, in its language, unless a limit is reached.
    pub(crate) async fn mail_account(
        &mut self,
        account: &User,
        to: &str,
        content: MailContent,
        at: Timestamp,
    ) -> StoreResult<Result<(), Exceeded>> {
        if !self.sends_mail() {
            return Ok(Ok(()));
        }
        let cause = MailCause { kind: content.kind(), to, org: None, account: Some(account.id) };
        let admitted = match self.admit_mail(cause, at).await? {
            Ok(admitted) => admitted,
            Err(exceeded) => return Ok(Err(exceeded)),
        };
        let mail = mail_to(account, to, content, at);
        self.send_mail(admitted, None, Addressee::User(account.id), &mail).await.map(Ok)
    }

    /// Stores an email that was admitted, and its job. Nothing is stored if this instance sends no email.
    pub(crate) async fn send_mail(
        &mut self,
        admitted: AdmittedMail,
        org: Option<OrgId>,
        addressee: Addressee,
        mail: &Mail,
    ) -> StoreResult<()> {
        self.store_mail(admitted, org, addressee, mail, None).await
    }

    /// Stores an email and its job. One that `gathers` others is due at that time, and counts for this counter.
    async fn store_mail(
        &mut self,
        admitted: AdmittedMail,
        org: Option<OrgId>,
        addressee: Addressee,
        mail: &Mail,
        gathers: Option<(&str, Timestamp)>,
    ) -> StoreResult<()> {
        if !self.sends_mail() {
            return Ok(());
        }
        let id = admitted.0;
        let sealed = self.inner().sealing.seal(&place_of(id), &json_text(mail)?)?;
        let job = NewJob::of(id, org.unwrap_or(OrgId::from_bits(0)), &MailJob {}, mail.at);
        let due_at = gathers.map_or(job.due_at, |(_, due_at)| due_at);
        self.enqueue_of(org, &NewJob { due_at, ..job }).await?;
        let (user, pending, recipient) = match addressee {
            Addressee::User(user) => (Some(user), None, None),
            Addressee::Pending(org, pending) => (None, Some((org, pending)), None),
            Addressee::Recipient(_, recipient) => (None, None, Some(recipient)),
            Addressee::Nobody => (None, None, None),
        };
        sql("INSERT INTO mails (job_id, user_id, pending_org_id, pending_user_id, until_ms, sealed, gathers, recipient_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
        .bind(id)
        .bind(user)
        .bind(pending.map(|(org, _)| org.to_string()))
        .bind(pending.map(|(_, pending)| pending.to_string()))
        .bind(due_at + mail.content.worth_sending_for())
        .bind(sealed)
        .bind(gathers.map(|(counter, _)| counter))
        .bind(recipient)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    /// Adds a report beyond a limit to the email that waits for the limit, or stores that email.
    async fn gather(
        &mut self,
        account: &User,
        content: &MailContent,
        exceeded: &Exceeded,
        at: Timestamp,
    ) -> StoreResult<()> {
        let (counter, due_at) = (exceeded.limit.counter, exceeded.reached.free_at);
        if let Some(job) = self.waiting(account.id, counter, at).await?
            && self.add_to(job, content).await?
        {
            return Ok(());
        }
        let Some(digest) = content.gathered_alone() else { return Ok(()) };
        let cause = MailCause { kind: digest.kind(), to: &account.email, org: None, account: Some(account.id) };
        let admitted = self.count_mail(cause, due_at).await?;
        let mail = mail_to(account, &account.email, digest, at);
        self.store_mail(admitted, None, Addressee::User(account.id), &mail, Some((counter, due_at))).await
    }

    /// The job of the email that gathers reports of an account, while it waits. It cannot be taken until this change ends.
    async fn waiting(&mut self, account: UserId, counter: &str, at: Timestamp) -> StoreResult<Option<JobId>> {
        sql("UPDATE jobs SET due_ms = due_ms WHERE state = $1 AND due_ms > $2 \
             AND id IN (SELECT job_id FROM mails WHERE user_id = $3 AND gathers = $4) RETURNING id")
        .bind(JobState::Queued.as_str())
        .bind(at)
        .bind(account)
        .bind(counter)
        .optional(self.connection(), |row| RowReader::new(row, "jobs", "id").parsed("id"))
        .await
    }

    /// Adds a report to an email that waits; returns false if the key that encrypted it is lost.
    async fn add_to(&mut self, job: JobId, content: &MailContent) -> StoreResult<bool> {
        let Some(row) = mail_of(job).fetch_optional(self.connection()).await? else { return Ok(false) };
        let Some(mail) = opened(self.inner(), &mail_row(&row), job)? else { return Ok(false) };
        let Some(content) = mail.content.gathered(content) else { return Ok(false) };
        let sealed = self.inner().sealing.seal(&place_of(job), &json_text(&Mail { content, ..mail })?)?;
        sql("UPDATE mails SET sealed = $1 WHERE job_id = $2").bind(sealed).bind(job).execute(self.connection()).await?;
        Ok(true)
    }

    pub(crate) fn sends_mail(&self) -> bool {
        self.inner().sends_mail.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl MailStore for MetadataStore {
    async fn start_mail(&self, at: Timestamp) -> StoreResult<()> {
        let may_make_key = self.may_make_sealing_key().await?;
        // The key is created or read now, so that no change waits for a file.
        match self.inner.sealing.digest(may_make_key, &["mail"]) {
            Ok(_) => self.inner.sends_mail.store(true, Ordering::Relaxed),
            Err(error) => {
                tracing::warn!(%error, "No emails are sent");
                self.write_without_notice(failing(at, &error.to_string())).await?;
            }
        }
        Ok(())
    }

    async fn due_mail(&self, job: JobId) -> StoreResult<Option<DueMail>> {
        let Some(row) = mail_of(job).fetch_optional(&self.inner.read).await? else { return Ok(None) };
        let row = mail_row(&row);
        let Some(mail) = opened(&self.inner, &row, job)? else { return Ok(None) };
        Ok(Some(DueMail { mail, addressee: addressee(&row)?, until: row.time("until_ms")? }))
    }

    async fn record_mail(&self, lease: JobLease, report: &MailReport) -> StoreResult<bool> {
        let scope = match report.addressee {
            Addressee::User(user) => Some(Scope::User(user)),
            Addressee::Pending(org, _) | Addressee::Recipient(org, _) => Some(Scope::Organization(org)),
            Addressee::Nobody => None,
        };
        let mut change = self.begin(scope).await?;
        if !jobs::ending::end_try(&mut change, lease, &report.outcome, report.at).await? {
            return Ok(false);
        }
        if let Some(answer) = &report.refused {
            note_refusal(change.connection(), report, answer).await?;
        }
        // Last, since this row is shared by all emails.
        if let Some(health) = &report.health {
            let working =
                "UPDATE mail_state SET failing_since_ms = NULL, failure = NULL WHERE failing_since_ms IS NOT NULL";
            let noting = health.as_ref().map_or_else(|| sql(working), |why| failing(report.at, why));
            noting.execute(change.connection()).await?;
        }
        match (report.addressee, &report.refused) {
            (Addressee::User(user), Some(_)) => {
                change.concerns(Subject::User(user));
                change.commit().await?;
            }
            _ => change.commit_without_notice().await?,
        }
        Ok(true)
    }

    async fn forget_counted_mails(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        self.write_without_notice(forgetting(now, most)).await
    }

    async fn mail_health(&self) -> StoreResult<MailHealth> {
        let row = sql("SELECT failing_since_ms, failure, (SELECT COUNT(*) FROM mails) AS waiting FROM mail_state");
        let row = row.fetch_one(&self.inner.read).await?;
        let row = RowReader::new(&row, "mail_state", "failure");
        Ok(MailHealth {
            failing_since: row.optional_time("failing_since_ms")?,
            failure: row.optional_text("failure")?,
            waiting: row.number("waiting")?,
        })
    }
}

impl MetadataStore {
    /// Whether a sealing key may be created. If anything is still sealed with a lost key, a new key would only hide the
    /// loss.
    pub(super) async fn may_make_sealing_key(&self) -> StoreResult<bool> {
        let sealed = sql("SELECT 1 FROM webhooks UNION ALL SELECT 1 FROM mails UNION ALL SELECT 1 FROM totp_factors \
             UNION ALL SELECT 1 FROM recovery_codes UNION ALL SELECT 1 FROM notification_channels \
             UNION ALL SELECT 1 FROM log_sources WHERE sealed_drain_secret IS NOT NULL LIMIT 1");
        Ok(sealed.fetch_optional(&self.inner.read).await?.is_none())
    }
}

/// An email to an account at `to`, in its language.
fn mail_to(account: &User, to: &str, content: MailContent, at: Timestamp) -> Mail {
    Mail { to: to.to_owned(), language: account.address.language.unwrap_or_default(), content, at }
}

/// Records why emails cannot be sent.
fn failing(at: Timestamp, why: &str) -> Statement {
    sql("UPDATE mail_state SET failing_since_ms = COALESCE(failing_since_ms, $1), failure = $2").bind(at).bind(why)
}

/// Records that an address refuses email, unless the account has another address by now.
async fn note_refusal(connection: &mut Connection, report: &MailReport, answer: &str) -> StoreResult<()> {
    let noting = match report.addressee {
        Addressee::User(user) => sql("UPDATE users SET mail_refused = $1 WHERE email = $2 AND id = $3")
            .bind(answer)
            .bind(&report.to)
            .bind(user),
        Addressee::Pending(org, pending) => {
            sql("UPDATE pending_members SET mail_refused = $1 WHERE email = $2 AND user_id = $3 AND org_id = $4")
                .bind(answer)
                .bind(&report.to)
                .bind(pending)
                .bind(org)
        }
        Addressee::Recipient(_, id) => return note_refusal_of(connection, id, answer).await,
        Addressee::Nobody => return Ok(()),
    };
    noting.execute(connection).await.map(|_| ())
}

/// Records that the address of a recipient refuses email, which ends its reports and its link.
async fn note_refusal_of(connection: &mut Connection, id: RecipientId, answer: &str) -> StoreResult<()> {
    let noted = sql("UPDATE report_recipients SET state = $2, refusal = $3, digest = NULL, expires_ms = NULL \
         WHERE id = $1 AND state IN ('pending', 'confirmed')")
    .bind(id)
    .bind(RecipientState::Refused.as_str())
    .bind(answer)
    .execute(&mut *connection)
    .await?;
    if noted > 0 {
        end_reports(connection, id).await?;
    }
    Ok(())
}

/// The row of a job's email.
fn mail_of(job: JobId) -> Statement {
    sql("SELECT m.*, j.org_id FROM mails m JOIN jobs j ON j.id = m.job_id WHERE m.job_id = $1").bind(job)
}

fn mail_row(row: &Row) -> RowReader<'_, Row> {
    RowReader::new(row, TABLE, "job_id")
}

/// The email of a row; `None` if the key that encrypted it is lost.
fn opened(inner: &Inner, row: &RowReader<'_, Row>, job: JobId) -> StoreResult<Option<Mail>> {
    let Some(text) = inner.sealing.open(&place_of(job), &row.text("sealed")?)? else { return Ok(None) };
    serde_json::from_str(text.expose()).map(Some).map_err(|_| row.corrupt("sealed"))
}

fn addressee(row: &RowReader<'_, Row>) -> StoreResult<Addressee> {
    if let Some(user) = row.optional_parsed("user_id")? {
        return Ok(Addressee::User(user));
    }
    if let Some(recipient) = row.optional_parsed("recipient_id")? {
        // The organization is that of the job, which every email to a recipient has.
        return Ok(Addressee::Recipient(row.parsed("org_id")?, recipient));
    }
    match row.optional_parsed("pending_org_id")? {
        Some(org) => Ok(Addressee::Pending(org, row.parsed("pending_user_id")?)),
        None => Ok(Addressee::Nobody),
    }
}

/// The location of a job's email, which its seal is bound to.
fn place_of(job: JobId) -> String {
    format!("mails/{job}")
}
