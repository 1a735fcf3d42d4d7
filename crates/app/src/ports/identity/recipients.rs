//! Stored recipients: addresses without an account that get reports.

use askline_domain::{
    identity::secret::SecretDigest,
    recipients::Recipient,
    reports::subscription::ReportSubscription,
    shared::ids::{OrgId, RecipientId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// Recipients. They are deleted with their organization.
#[async_trait]
pub trait RecipientStore: BeginChange {
    /// The recipients of an organization, newest first. There are at most
    /// [`askline_domain::recipients::MAX_RECIPIENTS_PER_ORGANIZATION`].
    async fn recipients(&self, org: OrgId) -> StoreResult<Vec<Recipient>>;
    /// One recipient of an organization.
    async fn recipient(&self, org: OrgId, id: RecipientId) -> StoreResult<Option<Recipient>>;
    /// The recipient of a token that works at `at`.
    async fn recipient_of_token(&self, digest: SecretDigest, at: Timestamp) -> StoreResult<Option<Recipient>>;
    /// Wanted reports to confirmed recipients that are due at `now`, the longest due first, at most `most`.
    async fn due_recipient_reports(
        &self,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<(Recipient, ReportSubscription<RecipientId>)>>;
}
