//! Emails in a change that a person requested for an address.

use askline_domain::{
    identity::user::User,
    mail::{Addressee, Mail, MailContent, MailKind},
    shared::ids::JobId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, mail::MailLimitReached};

/// An email that no limit forbids, under the id of its job. It was counted.
#[derive(Debug)]
#[must_use]
pub struct AdmittedMail(pub JobId);

/// Emails that a person requested, each of which a limit of its kind may forbid. Nothing is sent if this instance sends no email.
#[async_trait]
pub trait RequestedMailRows: Send {
    /// Counts an email that anyone requested for an address; `None`, with nothing counted, if a limit is reached. The change
    /// must lock [`crate::ports::change::Scope::Email`].
    async fn admit_requested_mail(
        &mut self,
        kind: MailKind,
        to: &str,
        at: Timestamp,
    ) -> StoreResult<Option<AdmittedMail>>;
    /// Stores an email that was admitted. Without an admission `mail.to` must be empty: as much is stored, and sent to nobody, so
    /// that a request for an address takes as long as for any other.
    async fn send_requested_mail(
        &mut self,
        admitted: Option<AdmittedMail>,
        addressee: Addressee,
        mail: &Mail,
    ) -> StoreResult<()>;
    /// Emails an account at an address, which need not be its own, in its language. Returns the limit that is reached, with
    /// nothing stored. The change must lock [`crate::ports::change::Scope::User`], and [`crate::ports::change::Scope::Email`] of another address.
    async fn mail_to(
        &mut self,
        account: &User,
        to: &str,
        content: MailContent,
        at: Timestamp,
    ) -> StoreResult<Result<(), MailLimitReached>>;
}
