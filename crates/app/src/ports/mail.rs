//! Stored mails, and the mail server. A mail is stored only in the transaction of its cause, by that change's store.

use askline_domain::{
    jobs::{JobLease, JobOutcome},
    mail::{Addressee, Mail, MailFault, MailHealth},
    shared::ids::JobId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// A mail whose job was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct DueMail {
    /// The mail, opened.
    pub mail: Mail,
    /// Whom it is for.
    pub addressee: Addressee,
    /// Until when it is worth sending.
    pub until: Timestamp,
}

/// The result of a try to send a mail.
#[derive(Debug, Clone, PartialEq)]
pub struct MailReport {
    /// How the job's try ended.
    pub outcome: JobOutcome,
    /// Whom the mail was for.
    pub addressee: Addressee,
    /// The address that it was for.
    pub to: String,
    /// The server's answer when it refused the address for good.
    pub refused: Option<String>,
    /// Whether mail works: `Some(None)` when the mail was accepted, `Some(Some(why))` when no mail would be; `None`
    /// when this try does not show it.
    pub health: Option<Option<String>>,
    /// The time.
    pub at: Timestamp,
}

/// Mails. Sealed at rest, and erased when their job ends.
#[async_trait]
pub trait MailStore: Send + Sync + 'static {
    /// From now on, people get mail about what this process changes. Makes the sealing key if it does not exist yet. If
    /// the key that sealed what is stored is lost, nothing is mailed, and [`MailStore::mail_health`] says why.
    async fn start_mail(&self, at: Timestamp) -> StoreResult<()>;
    /// The mail of a job; `None` when it was erased, or when the key that sealed it is lost.
    async fn due_mail(&self, job: JobId) -> StoreResult<Option<DueMail>>;
    /// Stores the result of a try with the end of the job's try; false when the lease was lost, and then nothing is
    /// stored.
    async fn record_mail(&self, lease: JobLease, report: &MailReport) -> StoreResult<bool>;
    /// Whether mail works, and how many mails wait.
    async fn mail_health(&self) -> StoreResult<MailHealth>;
}

/// A mail server.
#[async_trait]
pub trait MailServer: Send + Sync + 'static {
    /// Sends a mail. `id` becomes its Message-ID, so that the same mail sent twice is one message.
    async fn hand_over(&self, id: JobId, mail: &Mail) -> Result<(), MailFault>;
}
