//! Who gets alerts by email.

use askline_domain::{alert_mails::settings::AlertSettings, shared::ids::UserId};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// Alerts by email. They are deleted with their account. What changes them is in [`crate::ports::change::AlertMailRows`].
#[async_trait]
pub trait AlertMailStore: BeginChange {
    /// What a person chose.
    async fn alert_settings_of(&self, user: UserId) -> StoreResult<AlertSettings>;
    /// People for whom an alert is due at `now`, and whose latest email was sent before `sent_before` or after `now`; at most
    /// `most`.
    async fn people_with_due_alerts(
        &self,
        now: Timestamp,
        sent_before: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<UserId>>;
    /// Removes alerts from before a time, sent or not, at most `most`; returns how many.
    async fn remove_old_alert_mails(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}
