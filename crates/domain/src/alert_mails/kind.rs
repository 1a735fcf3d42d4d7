//! What a person can get by email: reports, and the events that are alerts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{identity::role::Role, reports::period::ReportKind, webhooks::EventName};

/// What a person can get by email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MailNotificationKind")]
pub enum NotificationKind {
    /// The weekly report.
    #[serde(rename = "report.weekly")]
    WeeklyReport,
    /// The monthly report.
    #[serde(rename = "report.monthly")]
    MonthlyReport,
    /// An engine cites a site more often.
    #[serde(rename = "citation.gained")]
    CitationGained,
    /// An engine cites a site less often.
    #[serde(rename = "citation.lost")]
    CitationLost,
    /// The server of a site refuses an AI crawler.
    #[serde(rename = "crawler.refused")]
    CrawlerRefused,
    /// Assistants sent fewer visits than usual.
    #[serde(rename = "referrals.dropped")]
    ReferralsDropped,
    /// Assistants sent more visits than usual.
    #[serde(rename = "referrals.risen")]
    ReferralsRisen,
    /// The widget is no longer seen on a site.
    #[serde(rename = "site.stale")]
    SiteStale,
    /// An engine's responses cannot be read.
    #[serde(rename = "monitor.failing")]
    MonitorFailing,
    /// Few credits are left. For admins.
    #[serde(rename = "credits.low")]
    CreditsLow,
    /// No credits are left. For admins.
    #[serde(rename = "credits.exhausted")]
    CreditsExhausted,
    /// An API key expires soon. For admins.
    #[serde(rename = "key.expiring")]
    KeyExpiring,
    /// A webhook was disabled. For admins.
    #[serde(rename = "webhook.disabled")]
    WebhookDisabled,
}

words! {
    NotificationKind, "a kind of notification":
    WeeklyReport = "report.weekly",
    MonthlyReport = "report.monthly",
    CitationGained = "citation.gained",
    CitationLost = "citation.lost",
    CrawlerRefused = "crawler.refused",
    ReferralsDropped = "referrals.dropped",
    ReferralsRisen = "referrals.risen",
    SiteStale = "site.stale",
    MonitorFailing = "monitor.failing",
    CreditsLow = "credits.low",
    CreditsExhausted = "credits.exhausted",
    KeyExpiring = "key.expiring",
    WebhookDisabled = "webhook.disabled",
}

/// A report or an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notified {
    /// A report, which is sent at set times.
    Report(ReportKind),
    /// An event that is an alert.
    Alert(EventName),
}

impl NotificationKind {
    /// What it is.
    pub fn notified(self) -> Notified {
        match self {
            Self::WeeklyReport => Notified::Report(ReportKind::Weekly),
            Self::MonthlyReport => Notified::Report(ReportKind::Monthly),
            Self::CitationGained => Notified::Alert(EventName::CitationGained),
            Self::CitationLost => Notified::Alert(EventName::CitationLost),
            Self::CrawlerRefused => Notified::Alert(EventName::CrawlerRefused),
            Self::ReferralsDropped => Notified::Alert(EventName::ReferralsDropped),
            Self::ReferralsRisen => Notified::Alert(EventName::ReferralsRisen),
            Self::SiteStale => Notified::Alert(EventName::SiteStale),
            Self::MonitorFailing => Notified::Alert(EventName::MonitorFailing),
            Self::CreditsLow => Notified::Alert(EventName::CreditsLow),
            Self::CreditsExhausted => Notified::Alert(EventName::CreditsExhausted),
            Self::KeyExpiring => Notified::Alert(EventName::KeyExpiring),
            Self::WebhookDisabled => Notified::Alert(EventName::WebhookDisabled),
        }
    }
}

/// The role from which on a member gets an alert: what is about the whole organization is for those who can act on it.
pub fn least_role(alert: EventName) -> Role {
    match alert {
        EventName::CreditsLow | EventName::CreditsExhausted | EventName::KeyExpiring | EventName::WebhookDisabled => {
            Role::Admin
        }
        _ => Role::Viewer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webhooks::next_step::advice;

    #[test]
    fn every_alert_and_every_report_can_be_wanted_under_its_own_name() {
        for kind in NotificationKind::EVERY {
            let name = match kind.notified() {
                Notified::Report(report) => report.as_str(),
                Notified::Alert(event) => event.as_str(),
            };
            assert_eq!(kind.as_str(), name);
        }
        let alerts = EventName::EVERY.into_iter().filter(|event| advice(*event).is_some()).count();
        assert_eq!(NotificationKind::EVERY.len(), alerts + ReportKind::EVERY.len(), "each alert has a kind");
        for event in EventName::EVERY.into_iter().filter(|event| advice(*event).is_some()) {
            assert!(NotificationKind::EVERY.iter().any(|kind| kind.as_str() == event.as_str()), "{event}");
        }
    }
}
