//! Alerts: what a team is told about a site or an organization without asking.
//!
//! Each is an event of webhooks. What was told is not told again until it ended, and each says what to do next.

pub mod day_change;
pub mod next_step;
pub mod schedule;
pub mod state;

use crate::webhooks::EventName;

/// The events that are alerts: something that a person may want to act on.
pub const ALERTS: [EventName; 11] = [
    EventName::CitationGained,
    EventName::CitationLost,
    EventName::CrawlerRefused,
    EventName::ReferralsDropped,
    EventName::ReferralsRisen,
    EventName::SiteStale,
    EventName::MonitorFailing,
    EventName::CreditsLow,
    EventName::CreditsExhausted,
    EventName::KeyExpiring,
    EventName::WebhookDisabled,
];
