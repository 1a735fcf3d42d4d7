//! Rows of recipients in a change.

use askline_domain::{
    identity::secret::{Secret, SecretDigest},
    mail::MailContent,
    recipients::{CONFIRMATION_LASTS, Recipient},
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::ids::{OrgId, RecipientId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, mail::Mailed};

/// The token of a link that confirms a recipient, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecipientToken {
    /// Its digest.
    pub digest: SecretDigest,
    /// Until when it works.
    pub expires_at: Timestamp,
}

impl RecipientToken {
    /// A token that is sent at `at`.
    pub fn new(token: &Secret, at: Timestamp) -> Self {
        Self { digest: token.digest(), expires_at: at + CONFIRMATION_LASTS }
    }
}

/// Rows of recipients in a change, which must lock their organization.
#[async_trait]
pub trait RecipientRows: Send {
    /// The number of an organization's recipients.
    async fn count_recipients(&mut self, org: OrgId) -> StoreResult<u32>;
    /// A recipient of any organization that was not deleted.
    async fn recipient(&mut self, id: RecipientId) -> StoreResult<Option<Recipient>>;
    /// The recipient of an organization with this address.
    async fn recipient_of_address(&mut self, org: OrgId, email: &str) -> StoreResult<Option<Recipient>>;
    /// The recipient of a token that works at `at`.
    async fn recipient_of_token(&mut self, digest: SecretDigest, at: Timestamp) -> StoreResult<Option<Recipient>>;
    /// Stores a new recipient.
    async fn insert_recipient(&mut self, recipient: &Recipient) -> StoreResult<()>;
    /// Stores what can change of a recipient.
    async fn replace_recipient(&mut self, recipient: &Recipient) -> StoreResult<()>;
    /// Replaces the token of a recipient's link.
    async fn put_recipient_token(&mut self, id: RecipientId, token: Option<&RecipientToken>) -> StoreResult<()>;
    /// Deletes a recipient with everything that belongs to it.
    async fn delete_recipient(&mut self, recipient: &Recipient) -> StoreResult<()>;
    /// A recipient's reports of a kind, ended ones included.
    async fn recipient_report(
        &mut self,
        id: RecipientId,
        kind: ReportKind,
    ) -> StoreResult<Option<ReportSubscription<RecipientId>>>;
    /// Stores a recipient's reports of a kind, new or changed.
    async fn put_recipient_report(&mut self, report: &ReportSubscription<RecipientId>) -> StoreResult<()>;
    /// Emails a recipient, unless a limit of the kind is reached: then nothing may be committed if the kind needs the email. The
    /// change must lock the address if the kind has a limit for addresses.
    async fn mail_recipient(
        &mut self,
        recipient: &Recipient,
        content: MailContent,
        at: Timestamp,
    ) -> StoreResult<Mailed>;
    /// Removes the emails that wait to be sent to a recipient.
    async fn end_recipient_mail(&mut self, id: RecipientId) -> StoreResult<()>;
}
