//! Stored emails, and the mail server. The store that makes a change also stores the email about it, in the same
//! transaction.

use askline_domain::{
    jobs::{JobLease, JobOutcome},
    mail::{Addressee, Mail, MailColumn, MailFault, MailHealth},
    shared::ids::JobId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// An email whose job was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct DueMail {
    /// The decrypted email.
    pub mail: Mail,
    /// Whom it is for.
    pub addressee: Addressee,
    /// Until when sending it is useful.
    pub until: Timestamp,
}

/// An email was not stored, because a limit of its kind is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailLimitReached {
    /// Whom the limit counts for.
    pub column: MailColumn,
    /// When the limit allows the next one.
    pub free_at: Timestamp,
}

/// The result of a request that is stored only together with its email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Mailed {
    /// Request and email are stored.
    Stored,
    /// The account does not need the email, or does not exist any more; nothing was stored.
    NotNeeded,
    /// A limit is reached; nothing was stored.
    TooOften(MailLimitReached),
}

/// The result of an attempt to send an email.
#[derive(Debug, Clone, PartialEq)]
pub struct MailReport {
    /// How the job's attempt ended.
    pub outcome: JobOutcome,
    /// Whom the email was for.
    pub addressee: Addressee,
    /// The address that it was for.
    pub to: String,
    /// The server's response if it refused the address permanently.
    pub refused: Option<String>,
    /// Whether email works: `Some(None)` if the server accepted the email or refused only this one,
    /// `Some(Some(reason))` if it would accept none, `None` if nothing was sent.
    pub health: Option<Option<String>>,
    /// The time.
    pub at: Timestamp,
}

/// Emails. They are encrypted when stored, and erased when their job ends.
#[async_trait]
pub trait MailStore: Send + Sync + 'static {
    /// From now on, people get emails about what this process changes. Creates the sealing key if it does not exist
    /// yet. If the key that sealed the stored emails or webhooks is lost, nothing is sent, and
    /// [`MailStore::mail_health`] says why.
    async fn start_mail(&self, at: Timestamp) -> StoreResult<()>;
    /// The email of a job; `None` if it was erased, or if the key that sealed it is lost.
    async fn due_mail(&self, job: JobId) -> StoreResult<Option<DueMail>>;
    /// Stores the result together with the end of the job's attempt. Returns false, and stores nothing, if the lease
    /// was lost.
    async fn record_mail(&self, lease: JobLease, report: &MailReport) -> StoreResult<bool>;
    /// Forgets emails that no limit counts any more at `now`, at most `most`; returns how many.
    async fn forget_counted_mails(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
    /// Whether email works, and how many emails wait.
    async fn mail_health(&self) -> StoreResult<MailHealth>;
}

/// A mail server.
#[async_trait]
pub trait MailServer: Send + Sync + 'static {
    /// Sends an email. `id` becomes its Message-ID, so that an email that is sent twice is one message.
    async fn hand_over(&self, id: JobId, mail: &Mail) -> Result<(), MailFault>;
}
