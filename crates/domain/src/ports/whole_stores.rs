//! The ports of one database together, as a process opens, uses and closes them.

use async_trait::async_trait;

use super::{
    AccountStore, AnalyticsStore, AuditLog, Changes, CreditStore, EventStore, GenerationStore, IdempotencyStore,
    JobStore, KeyStore, MailStore, MonitorStore, OrganizationStore, PromptStore, ProposedRuleStore, RuleStore,
    SessionStore, SiteStore, StoreResult, WebhookStore,
};

/// A database that was opened and will be closed.
#[async_trait]
pub trait Database: Send + Sync + 'static {
    /// Whether it answers.
    async fn ping(&self) -> StoreResult<()>;
    /// Why its server cannot be reached at present, as far as it is known: a lower-case sentence without secrets.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// Accepts nothing more, waits for pending writes, and closes files and connections.
    async fn close(&self);
}

/// Everything except events.
pub trait Metadata:
    Database
    + OrganizationStore
    + SessionStore
    + AccountStore
    + MailStore
    + KeyStore
    + SiteStore
    + PromptStore
    + ProposedRuleStore
    + RuleStore
    + GenerationStore
    + CreditStore
    + JobStore
    + MonitorStore
    + WebhookStore
    + AuditLog
    + IdempotencyStore
    + Changes
{
}

impl<T> Metadata for T where
    T: Database
        + OrganizationStore
        + SessionStore
        + AccountStore
        + MailStore
        + KeyStore
        + SiteStore
        + PromptStore
        + ProposedRuleStore
        + RuleStore
        + GenerationStore
        + CreditStore
        + JobStore
        + MonitorStore
        + WebhookStore
        + AuditLog
        + IdempotencyStore
        + Changes
{
}

/// Events and their counters.
pub trait Events: Database + EventStore + AnalyticsStore {}

impl<T: Database + EventStore + AnalyticsStore> Events for T {}
