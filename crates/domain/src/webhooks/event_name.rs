//! The events that webhooks can receive, by their public names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An event that a webhook can receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum EventName {
    /// An API key was created.
    #[serde(rename = "key.created")]
    KeyCreated,
    /// An API key was replaced by a new one (rotated).
    #[serde(rename = "key.rotated")]
    KeyRotated,
    /// An API key was revoked.
    #[serde(rename = "key.revoked")]
    KeyRevoked,
    /// An API key that was not rotated expires within seven days.
    #[serde(rename = "key.expiring")]
    KeyExpiring,
    /// The widget was seen on a site, or a check found its snippet: for the first time or again.
    #[serde(rename = "site.installed")]
    SiteInstalled,
    /// The widget was not seen on a site for seven days, or it is still loaded and no views arrive.
    #[serde(rename = "site.stale")]
    SiteStale,
    /// Prompts, questions or proposed rules were generated.
    #[serde(rename = "prompt.generated")]
    PromptGenerated,
    /// The server of a site began to refuse an AI crawler that it answered before.
    #[serde(rename = "crawler.refused")]
    CrawlerRefused,
    /// On a day, assistants sent clearly fewer visits to a site than usual.
    #[serde(rename = "referrals.dropped")]
    ReferralsDropped,
    /// On a day, assistants sent clearly more visits to a site than usual.
    #[serde(rename = "referrals.risen")]
    ReferralsRisen,
    /// A run of a monitor ended.
    #[serde(rename = "citation.run_completed")]
    CitationRunCompleted,
    /// Over many runs, it became clear that an engine cites the site more often.
    #[serde(rename = "citation.gained")]
    CitationGained,
    /// Over many runs, it became clear that an engine cites the site less often.
    #[serde(rename = "citation.lost")]
    CitationLost,
    /// An engine began to send responses that cannot be read.
    #[serde(rename = "monitor.failing")]
    MonitorFailing,
    /// Few credits are left.
    #[serde(rename = "credits.low")]
    CreditsLow,
    /// No credits are left.
    #[serde(rename = "credits.exhausted")]
    CreditsExhausted,
    /// The service disabled a webhook, because its receiver failed.
    #[serde(rename = "webhook.disabled")]
    WebhookDisabled,
    /// A widget configuration was published, or an earlier version restored.
    #[serde(rename = "config.published")]
    ConfigPublished,
    /// A site was created.
    #[serde(rename = "site.created")]
    SiteCreated,
    /// A site was deleted.
    #[serde(rename = "site.deleted")]
    SiteDeleted,
    /// A prompt was created.
    #[serde(rename = "prompt.created")]
    PromptCreated,
    /// A prompt was changed.
    #[serde(rename = "prompt.updated")]
    PromptUpdated,
    /// A prompt was deleted.
    #[serde(rename = "prompt.deleted")]
    PromptDeleted,
    /// Prompts of a site were imported.
    #[serde(rename = "prompt.imported")]
    PromptImported,
    /// A rule was created, or proposed rules were approved.
    #[serde(rename = "rule.created")]
    RuleCreated,
    /// A rule was changed.
    #[serde(rename = "rule.updated")]
    RuleUpdated,
    /// A rule was deleted.
    #[serde(rename = "rule.deleted")]
    RuleDeleted,
    /// The rules of a site were reordered.
    #[serde(rename = "rule.reordered")]
    RuleReordered,
    /// A person was invited.
    #[serde(rename = "member.invited")]
    MemberInvited,
    /// A person accepted an invitation.
    #[serde(rename = "member.joined")]
    MemberJoined,
    /// The role or the sites of a member changed.
    #[serde(rename = "member.updated")]
    MemberUpdated,
    /// A member was removed or left.
    #[serde(rename = "member.removed")]
    MemberRemoved,
}

words! {
    EventName, "an event of a webhook":
    KeyCreated = "key.created",
    KeyRotated = "key.rotated",
    KeyRevoked = "key.revoked",
    KeyExpiring = "key.expiring",
    SiteInstalled = "site.installed",
    SiteStale = "site.stale",
    PromptGenerated = "prompt.generated",
    CrawlerRefused = "crawler.refused",
    ReferralsDropped = "referrals.dropped",
    ReferralsRisen = "referrals.risen",
    CitationRunCompleted = "citation.run_completed",
    CitationGained = "citation.gained",
    CitationLost = "citation.lost",
    MonitorFailing = "monitor.failing",
    CreditsLow = "credits.low",
    CreditsExhausted = "credits.exhausted",
    WebhookDisabled = "webhook.disabled",
    ConfigPublished = "config.published",
    SiteCreated = "site.created",
    SiteDeleted = "site.deleted",
    PromptCreated = "prompt.created",
    PromptUpdated = "prompt.updated",
    PromptDeleted = "prompt.deleted",
    PromptImported = "prompt.imported",
    RuleCreated = "rule.created",
    RuleUpdated = "rule.updated",
    RuleDeleted = "rule.deleted",
    RuleReordered = "rule.reordered",
    MemberInvited = "member.invited",
    MemberJoined = "member.joined",
    MemberUpdated = "member.updated",
    MemberRemoved = "member.removed",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_reads_back_from_its_name() {
        for event in EventName::EVERY {
            let shown = serde_json::to_value(event).expect("a text");
            assert_eq!(shown, event.as_str());
            assert_eq!(serde_json::from_value::<EventName>(shown).expect("a known name"), event);
        }
    }
}
