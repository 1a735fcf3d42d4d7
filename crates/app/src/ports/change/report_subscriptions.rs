//! Rows of subscriptions to reports in a change.

use askline_domain::{
    reports::{period::ReportKind, subscription::ReportSubscription},
    shared::ids::UserId,
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of subscriptions to reports. The change must lock [`super::Scope::User`].
#[async_trait]
pub trait ReportSubscriptionRows: Send {
    /// The subscription of a person, ended ones included.
    async fn report_subscription(&mut self, user: UserId, kind: ReportKind) -> StoreResult<Option<ReportSubscription>>;
    /// Stores a subscription, new or changed. Nothing is stored if the account was deleted.
    async fn put_report_subscription(&mut self, subscription: &ReportSubscription) -> StoreResult<()>;
}
