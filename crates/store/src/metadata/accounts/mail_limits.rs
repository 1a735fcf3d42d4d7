//! Compares the limits of emails in the transaction that stores an email, and counts it.

use askline_app::ports::{StoreResult, change::AdmittedMail, mail::MailLimitReached};
use askline_domain::{
    mail::{Mail, MailColumn, MailKind, MailLimit},
    shared::ids::{Id as _, JobId, OrgId, UserId},
};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use crate::{
    metadata::changes::change::Change,
    sql::{
        Connection, Statement,
        rows::{RowReader, milliseconds_before},
        skipping_locked, sql,
    },
};

const TABLE: &str = "counted_mails";

/// Whom an email counts for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MailCause<'a> {
    /// The kind of email.
    pub kind: MailKind,
    /// The address that it is requested for, whether or not an email is sent there. The change must hold its scope if the
    /// kind has a limit for addresses.
    pub to: &'a str,
    /// The organization that sends it.
    pub org: Option<OrgId>,
    /// The account that it is about.
    pub account: Option<UserId>,
}

/// An email to nobody, which nothing limits.
pub(super) fn to_nobody(mail: &Mail) -> AdmittedMail {
    debug_assert!(mail.to.is_empty());
    AdmittedMail(JobId::new(mail.at, &mut rand::rng()))
}

/// A limit that is reached.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exceeded {
    pub limit: MailLimit,
    pub reached: MailLimitReached,
}

impl MailCause<'_> {
    /// The limits of the kind, each with the hash of whom it counts for.
    fn limits(&self) -> impl Iterator<Item = (MailColumn, MailLimit, String)> {
        MailColumn::EVERY.into_iter().filter_map(|column| {
            let limit = self.kind.limits().of(column).limit()?;
            Some((column, limit, counted(column, limit.counter, &self.subject(column)?)))
        })
    }

    /// Whom a column counts for; `None` if the email has no such cause.
    fn subject(&self, column: MailColumn) -> Option<String> {
        match column {
            MailColumn::Address => Some(self.to.to_owned()),
            MailColumn::AddressOfOrganization => self.org.map(|org| format!("{org} {}", self.to)),
            MailColumn::Organization => self.org.map(|org| org.to_string()),
            MailColumn::Account => self.account.map(|account| account.to_string()),
        }
    }
}

impl Change {
    /// Counts an email, unless that would exceed a limit of its kind: then nothing is stored.
    pub(crate) async fn admit_mail(
        &mut self,
        cause: MailCause<'_>,
        at: Timestamp,
    ) -> StoreResult<Result<AdmittedMail, Exceeded>> {
        for (column, limit, counted) in cause.limits() {
            if let Some(free_at) = free_at(self.connection(), &counted, limit, at).await? {
                return Ok(Err(Exceeded { limit, reached: MailLimitReached { column, free_at } }));
            }
        }
        Ok(Ok(self.count_mail(cause, at).await?))
    }

    /// Counts an email at this time, which may be in the future, whatever the limits of its kind are.
    pub(super) async fn count_mail(&mut self, cause: MailCause<'_>, at: Timestamp) -> StoreResult<AdmittedMail> {
        let admitted = AdmittedMail(JobId::new(at, &mut rand::rng()));
        for (_, limit, counted) in cause.limits() {
            sql("INSERT INTO counted_mails (counted, at_ms, job_id, until_ms) VALUES ($1, $2, $3, $4)")
                .bind(counted)
                .bind(at)
                .bind(admitted.0)
                .bind(at + limit.within)
                .execute(self.connection())
                .await?;
        }
        Ok(admitted)
    }
}

/// The statement that removes emails that no limit counts any more at `now`, at most `most`.
pub(super) fn forgetting(now: Timestamp, most: u32) -> Statement {
    sql(skipping_locked!(
        removing "DELETE FROM counted_mails WHERE (counted, at_ms, job_id) IN (SELECT counted, at_ms, job_id \
         FROM counted_mails WHERE until_ms <= $1 ORDER BY until_ms LIMIT $2",
        ")"
    ))
    .bind(now)
    .bind(most)
}

/// When a limit that is reached at `at` allows the next email; `None` if it allows one now.
async fn free_at(
    connection: &mut Connection,
    counted: &str,
    limit: MailLimit,
    at: Timestamp,
) -> StoreResult<Option<Timestamp>> {
    let latest: Vec<Timestamp> =
        sql("SELECT at_ms, job_id FROM counted_mails WHERE counted = $1 AND at_ms > $2 ORDER BY at_ms DESC LIMIT $3")
            .bind(counted)
            .bind(milliseconds_before(at, limit.within))
            .bind(limit.most)
            .all(connection, |row| RowReader::new(row, TABLE, "job_id").time("at_ms"))
            .await?;
    let is_reached = latest.len() >= usize::try_from(limit.most).unwrap_or(usize::MAX);
    Ok(latest.last().filter(|_| is_reached).map(|oldest| *oldest + limit.within))
}

fn counted(column: MailColumn, counter: &str, subject: &str) -> String {
    hex::encode(&Sha256::digest(format!("{column}\n{counter}\n{subject}"))[..16])
}
