//! Rows of alerts by email in a change.

use askline_domain::{
    alert_mails::{settings::AlertSettings, told::ToldAlert},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of alerts by email. The change must lock [`super::Scope::User`]. Alerts are stored with the events that raise them.
#[async_trait]
pub trait AlertMailRows: Send {
    /// What a person chose.
    async fn alert_settings(&mut self, user: UserId) -> StoreResult<AlertSettings>;
    /// Stores what a person chose. Nothing is stored if the account was deleted.
    async fn put_alert_settings(&mut self, user: UserId, settings: &AlertSettings) -> StoreResult<()>;
    /// Takes the alerts for a person that are due at `now`, the latest first, at most `most`: none of them is due again.
    async fn take_due_alerts(&mut self, user: UserId, now: Timestamp, most: u32) -> StoreResult<Vec<ToldAlert>>;
}
