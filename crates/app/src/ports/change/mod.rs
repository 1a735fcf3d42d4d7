//! A change: one transaction that a use case begins, fills and commits.
//!
//! A use case reads in order: begin, look, decide, write, raise, mail, audit, commit. The store decides nothing: ids,
//! times, tokens, limits, events, emails and audit entries come from the use case.

mod accounts;
mod alert_mails;
mod apps;
mod credits;
mod keys;
mod members;
mod organizations;
mod report_subscriptions;
mod runs;
mod scope;
mod service_accounts;
mod sites;

use askline_domain::{audit::AuditDraft, mail::MailContent, shared::ids::UserId, webhooks::message::Event};
use async_trait::async_trait;
use jiff::Timestamp;

pub use accounts::{
    AccountRows, AdmittedMail, EndedLinks, FactorRows, IdentityJoin, IdentityRows, KnownVisitorRows, MailedLinkRows,
    OneTimeLinkRows, PasskeyRows, RequestedMailRows, SessionRows, SignInRows, TotpFactor,
};
pub use alert_mails::AlertMailRows;
pub use apps::AppRows;
pub use credits::CreditRows;
pub use keys::KeyRows;
pub use members::{InvitationRows, MemberRows};
pub use organizations::OrganizationRows;
pub use report_subscriptions::ReportSubscriptionRows;
pub use runs::{JobRows, MonitorRows, RunRows};
pub use scope::Scope;
pub use service_accounts::ServiceAccountRows;
pub use sites::{AlertRows, AnnotationRows, LogSourceRows, SharedLinkRows, SiteRows, ToldSite};

use super::StoreResult;
pub use super::{
    identity::recipient_rows::RecipientRows,
    prompts::prompt_rows::{GenerationRows, PromptRows},
    rules::rule_rows::{ProposedRuleRows, RuleRows},
    webhooks::{
        channel_rows::ChannelRows,
        webhook_rows::{DeliveryRows, WebhookRows},
    },
};

/// Begins changes.
#[async_trait]
pub trait BeginChange: Send + Sync + 'static {
    /// Begins a change that locks these scopes until it is committed or dropped. On SQLite it is the only change of all
    /// processes, so nothing but the change itself is awaited before the commit, and nothing slow is computed:
    /// `crates/tidy/src/changes.rs` checks it. Fails with [`super::StoreError::Unavailable`] if the wait is too long.
    async fn begin(&self, scopes: &[Scope<'_>]) -> StoreResult<Box<dyn Change>>;
}

/// A change that was begun. Dropped without a commit, as when a request is cancelled, it leaves no trace.
///
/// After a failed call, drop the change: the database may have rolled it back. If the error is
/// [`super::StoreError::RolledBack`], the whole use case may be tried again.
#[async_trait]
pub trait Change:
    AccountRows
    + AlertMailRows
    + AlertRows
    + AnnotationRows
    + AppRows
    + ChannelRows
    + CreditRows
    + DeliveryRows
    + FactorRows
    + GenerationRows
    + IdentityRows
    + InvitationRows
    + JobRows
    + KeyRows
    + KnownVisitorRows
    + LogSourceRows
    + MailedLinkRows
    + MemberRows
    + MonitorRows
    + OneTimeLinkRows
    + OrganizationRows
    + PasskeyRows
    + PromptRows
    + ProposedRuleRows
    + RecipientRows
    + ReportSubscriptionRows
    + RequestedMailRows
    + RuleRows
    + RunRows
    + ServiceAccountRows
    + SessionRows
    + SharedLinkRows
    + SignInRows
    + SiteRows
    + WebhookRows
{
    /// Compares the preconditions of the decision now, instead of with the first entry: for a change that may itself alter
    /// what the decision was based on, such as the caller's own role. Errors are those of [`Self::audit`].
    async fn compare(&mut self, entry: &AuditDraft) -> StoreResult<()>;
    /// Stores an event, with a message and a job for each enabled webhook and channel of its organization that
    /// gets it, and an alert for each member who wants it.
    async fn raise(&mut self, event: &Event) -> StoreResult<()>;
    /// Emails an account if this instance sends email, and the account's address is verified and has not refused an
    /// email. Beyond a limit of its kind the email is left out or gathered. The change must lock [`Scope::User`].
    async fn mail(&mut self, account: UserId, content: MailContent, at: Timestamp) -> StoreResult<()>;
    /// Appends an entry to the audit log of its organization, which the change must lock. The first one also compares the
    /// preconditions of the decision, which fails with [`super::StoreError::PreconditionsChanged`] or
    /// [`super::StoreError::SessionEnded`], and stores the record of the idempotent request, which fails with
    /// [`super::StoreError::DoneBefore`] or [`super::StoreError::TooManyRequestsKept`].
    async fn audit(&mut self, entry: AuditDraft) -> StoreResult<()>;
    /// Commits, and notifies the caches of this and other processes about every object that was written. Runs to its end
    /// even if the caller is cancelled. Fails with [`super::StoreError::Uncertain`] if the answer to the commit is lost.
    async fn commit(self: Box<Self>) -> StoreResult<()>;
    /// Commits a change to data that no cache contains. Errors are those of [`Self::commit`].
    async fn commit_without_notice(self: Box<Self>) -> StoreResult<()>;
}
