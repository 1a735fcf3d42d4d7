//! The ports of one database together, which a process opens, uses and closes.

use async_trait::async_trait;

use super::{
    StoreResult,
    analytics::AnalyticsStore,
    audit_log::AuditLog,
    changes::Changes,
    credits::CreditStore,
    events::EventStore,
    identity::{
        accounts::AccountStore, alert_mails::AlertMailStore, factors::FactorStore, identities::IdentityStore,
        passkeys::PasskeyStore, recipients::RecipientStore, report_subscriptions::ReportSubscriptionStore,
        sessions::SessionStore,
    },
    jobs::JobStore,
    keys::KeyStore,
    logs::crawler_lists::CrawlerListStore,
    logs::crawler_reads::CrawlerReadStore,
    logs::log_sources::LogSourceStore,
    logs::robots_files::RobotsFileStore,
    mail::MailStore,
    monitors::MonitorStore,
    oauth::OAuthStore,
    organizations::OrganizationStore,
    prompts::PromptStore,
    requests::{idempotency::IdempotencyStore, log::RequestLog},
    rules::{RuleStore, proposed::ProposedRuleStore},
    service_accounts::ServiceAccountStore,
    sites::{
        SiteStore, alerts::AlertStore, annotations::AnnotationStore, outages::OutageStore, page_texts::PageTextStore,
        shared_links::SharedLinkStore,
    },
    webhooks::{WebhookStore, channels::ChannelStore},
};

/// A database that was opened and will be closed.
#[async_trait]
pub trait Database: Send + Sync + 'static {
    /// Checks whether the database answers.
    async fn ping(&self) -> StoreResult<()>;
    /// Why the database server cannot be reached at the moment, if known: a lower-case sentence without secrets.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// The number of instructions that an embedded database ran for the statements of this process, rounded down to
    /// hundreds for each connection; `None` for a server.
    fn instructions(&self) -> Option<u64> {
        None
    }
    /// Accepts no further calls, waits for pending writes, and closes files and connections.
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
        Database, OrganizationStore, SessionStore, AccountStore, FactorStore, IdentityStore, MailStore, KeyStore, SiteStore,
        PromptStore, ProposedRuleStore, RuleStore, CreditStore, JobStore, MonitorStore, WebhookStore,
        OAuthStore, ServiceAccountStore, PasskeyStore, AnnotationStore, OutageStore, SharedLinkStore, LogSourceStore, CrawlerListStore, RobotsFileStore, PageTextStore,
        RecipientStore, ReportSubscriptionStore, AlertMailStore, AlertStore, ChannelStore, AuditLog,
        IdempotencyStore, RequestLog, Changes,
}

whole! {
    /// Events and their counters.
    Events: Database, EventStore, AnalyticsStore, CrawlerReadStore,
}
