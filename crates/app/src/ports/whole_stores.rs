//! The ports of one database together, as a process opens, uses and closes them.

use async_trait::async_trait;

use super::{
    StoreResult,
    analytics::AnalyticsStore,
    audit_log::AuditLog,
    changes::Changes,
    credits::CreditStore,
    events::EventStore,
    identity::{accounts::AccountStore, sessions::SessionStore},
    jobs::JobStore,
    keys::KeyStore,
    mail::MailStore,
    monitors::MonitorStore,
    organizations::OrganizationStore,
    prompts::{PromptStore, generations::GenerationStore},
    requests::idempotency::IdempotencyStore,
    rules::{RuleStore, proposed::ProposedRuleStore},
    sites::SiteStore,
    webhooks::WebhookStore,
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

/// Defines a trait for everything that implements all of these ports.
macro_rules! whole {
    ($(#[$about:meta])* $name:ident: $($port:ident),* $(,)?) => {
        $(#[$about])*
        pub trait $name: $($port +)* {}

        impl<T: $($port +)*> $name for T {}
    };
}

whole! {
    /// Everything except events.
    Metadata:
        Database, OrganizationStore, SessionStore, AccountStore, MailStore, KeyStore, SiteStore, PromptStore,
        ProposedRuleStore, RuleStore, GenerationStore, CreditStore, JobStore, MonitorStore, WebhookStore, AuditLog,
        IdempotencyStore, Changes,
}

whole! {
    /// Events and their counters.
    Events: Database, EventStore, AnalyticsStore,
}
