//! Whether messages arrive at a channel, and when it is disabled.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::webhooks::Attempt;

/// How long a service must say that an address does not exist before its channel is disabled.
pub const GONE_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The state of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChannelState {
    /// Messages are sent.
    Active,
    /// Messages are sent, and the latest attempt failed.
    Failing,
    /// Nothing is sent.
    Disabled,
}

words! { ChannelState, "a state of a channel": Active = "active", Failing = "failing", Disabled = "disabled" }

/// Whether messages arrive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChannelHealth {
    /// When a message last arrived.
    pub last_sent_at: Option<Timestamp>,
    /// When the first attempt since then failed.
    pub failing_since: Option<Timestamp>,
    /// Why the latest attempt failed, while attempts fail.
    pub failure: Option<String>,
    /// Since when the service has said that the address does not exist.
    pub gone_since: Option<Timestamp>,
    /// Whether Askline disabled the channel, because its address has not existed for a day.
    pub is_gone: bool,
}

impl ChannelHealth {
    /// The state after an attempt that ended at `at`.
    #[must_use]
    pub fn after(&self, attempt: &Attempt, at: Timestamp) -> Self {
        if attempt.succeeded() {
            return Self { last_sent_at: Some(at), ..Self::default() };
        }
        let gone_since = says_gone(attempt).then(|| self.gone_since.unwrap_or(at));
        Self {
            last_sent_at: self.last_sent_at,
            failing_since: Some(self.failing_since.unwrap_or(at)),
            failure: attempt.failure.clone(),
            gone_since,
            is_gone: gone_since.is_some_and(|since| at.duration_since(since) >= GONE_FOR),
        }
    }
}

/// Whether the service says that the address does not exist. Slack answers 404 for a removed webhook and 410 for an archived
/// channel, Discord 404.
pub(super) fn says_gone(attempt: &Attempt) -> bool {
    matches!(attempt.status, Some(404 | 410))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(status: u16) -> Attempt {
        let failure = (status >= 300).then(|| format!("The receiver answered {status}."));
        Attempt { status: Some(status), failure, ..Attempt::default() }
    }

    fn at(hours: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours)
    }

    #[test]
    fn a_channel_ends_after_a_day_of_404_and_410_and_not_after_other_failures() {
        let mut health = ChannelHealth::default();
        for (hours, status, is_gone) in [(0, 404, false), (12, 410, false), (23, 404, false), (24, 404, true)] {
            health = health.after(&answered(status), at(hours));
            assert_eq!(health.is_gone, is_gone, "{hours}");
        }
        let mut health = ChannelHealth::default();
        for hours in 0..200 {
            health = health.after(&answered(500), at(hours));
        }
        assert!(!health.is_gone && health.failing_since == Some(at(0)));
        // Another answer in between shows that the address exists.
        for (hours, status) in [(200, 404), (212, 503), (225, 404)] {
            health = health.after(&answered(status), at(hours));
        }
        assert!(!health.is_gone);
    }

    #[test]
    fn a_message_that_arrives_ends_the_failures() {
        let failed = ChannelHealth::default().after(&answered(404), at(1));
        assert_eq!(failed.failure.as_deref(), Some("The receiver answered 404."));
        let sent = failed.after(&answered(204), at(2));
        assert_eq!(sent, ChannelHealth { last_sent_at: Some(at(2)), ..ChannelHealth::default() });
    }
}
