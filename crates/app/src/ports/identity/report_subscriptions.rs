//! Who gets reports by email.

use askline_domain::{
    identity::secret::Secret,
    reports::subscription::{Ended, ReportSubscription},
    shared::ids::{OrgId, RecipientId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// What a token in a report ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsubscription {
    /// A kind of emails to a person.
    Person(UserId, Ended),
    /// All reports of an organization to a recipient.
    Recipient(OrgId, RecipientId),
}

/// Subscriptions to reports. They are deleted with their account. What changes them is in [`crate::ports::change::ReportSubscriptionRows`].
#[async_trait]
pub trait ReportSubscriptionStore: BeginChange {
    /// The subscriptions of a person, ended ones included, at most one of each kind.
    async fn report_subscriptions(&self, user: UserId) -> StoreResult<Vec<ReportSubscription>>;
    /// Wanted subscriptions whose next report is due at `now`, the longest due first, at most `most`.
    async fn due_report_subscriptions(&self, now: Timestamp, most: u32) -> StoreResult<Vec<ReportSubscription>>;
    /// A token that ends this, whenever it is given. It is stored nowhere: it is sealed.
    fn unsubscribe_token(&self, ends: Unsubscription) -> StoreResult<Secret>;
    /// What a token of [`Self::unsubscribe_token`] ends; `None` for any other text.
    fn unsubscribed_by(&self, token: &str) -> StoreResult<Option<Unsubscription>>;
}
