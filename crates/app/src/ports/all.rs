//! All the ports of an instance together.

use std::sync::Arc;

use super::{
    analytics::AnalyticsStore,
    audit_log::AuditLog,
    changes::Changes,
    credits::CreditStore,
    events::EventStore,
    identity::{
        accounts::AccountStore, alert_mails::AlertMailStore, factors::FactorStore, identities::IdentityStore,
        identity_providers::IdentityProviders, passkeys::PasskeyStore, password_hasher::PasswordHasher,
        recipients::RecipientStore, report_subscriptions::ReportSubscriptionStore, sessions::SessionStore,
    },
    jobs::JobStore,
    keys::KeyStore,
    logs::crawler_reads::CrawlerReadStore,
    logs::log_sources::LogSourceStore,
    logs::robots_files::RobotsFileStore,
    mail::MailStore,
    monitors::MonitorStore,
    oauth::{ClientDocuments, OAuthStore},
    organizations::OrganizationStore,
    prompts::PromptStore,
    requests::{idempotency::IdempotencyStore, log::RequestLog, rate_limiter::RateLimiter},
    rules::{RuleStore, proposed::ProposedRuleStore},
    service_accounts::ServiceAccountStore,
    sites::{
        SiteStore, alerts::AlertStore, annotations::AnnotationStore, install_probe::InstallProbe, outages::OutageStore,
        page_texts::PageTextStore, shared_links::SharedLinkStore,
    },
    webhooks::{WebhookStore, channels::ChannelStore, target::WebhookTargets},
    whole_stores::{Events, Metadata},
};

/// The ports of an instance.
#[derive(Clone)]
pub struct Ports {
    /// API keys.
    pub keys: Arc<dyn KeyStore>,
    /// Service accounts.
    pub service_accounts: Arc<dyn ServiceAccountStore>,
    /// Sign-in sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Account recovery by email.
    pub accounts: Arc<dyn AccountStore>,
    /// Passkeys.
    pub passkeys: Arc<dyn PasskeyStore>,
    /// Second factors.
    pub factors: Arc<dyn FactorStore>,
    /// Linked identities of providers.
    pub identities: Arc<dyn IdentityStore>,
    /// The operator's identity providers.
    pub identity_providers: Arc<dyn IdentityProviders>,
    /// Emails.
    pub mails: Arc<dyn MailStore>,
    /// Organizations, users, members.
    pub organizations: Arc<dyn OrganizationStore>,
    /// Sites and configurations.
    pub sites: Arc<dyn SiteStore>,
    /// Prompt templates.
    pub prompts: Arc<dyn PromptStore>,
    /// When sites are looked at for alerts.
    pub alerts: Arc<dyn AlertStore>,
    /// Annotations of sites.
    pub annotations: Arc<dyn AnnotationStore>,
    /// The last sign of life of the instance.
    pub outages: Arc<dyn OutageStore>,
    /// Shared links of sites.
    pub shared_links: Arc<dyn SharedLinkStore>,
    /// Prompt rules.
    pub rules: Arc<dyn RuleStore>,
    /// Rules that a generation proposes.
    pub proposed_rules: Arc<dyn ProposedRuleStore>,
    /// Credits and their ledger.
    pub credits: Arc<dyn CreditStore>,
    /// Background jobs.
    pub jobs: Arc<dyn JobStore>,
    /// Monitors, their runs and citations.
    pub monitors: Arc<dyn MonitorStore>,
    /// Webhooks.
    pub webhooks: Arc<dyn WebhookStore>,
    /// Channels and their messages.
    pub channels: Arc<dyn ChannelStore>,
    /// Which URLs webhooks may have.
    pub webhook_targets: Arc<dyn WebhookTargets>,
    /// OAuth clients, connected apps and their tokens.
    pub oauth: Arc<dyn OAuthStore>,
    /// Metadata documents of OAuth clients.
    pub client_documents: Arc<dyn ClientDocuments>,
    /// The audit log.
    pub audit_log: Arc<dyn AuditLog>,
    /// Responses of idempotent requests.
    pub idempotency: Arc<dyn IdempotencyStore>,
    /// The log of requests with API keys.
    pub request_log: Arc<dyn RequestLog>,
    /// When cached data becomes invalid.
    pub changes: Arc<dyn Changes>,
    /// Events.
    pub events: Arc<dyn EventStore>,
    /// Counters.
    pub analytics: Arc<dyn AnalyticsStore>,
    /// Counters of what crawlers read.
    pub crawler_reads: Arc<dyn CrawlerReadStore>,
    /// Sources of logs.
    pub log_sources: Arc<dyn LogSourceStore>,
    /// Copies of `robots.txt`.
    pub robots_files: Arc<dyn RobotsFileStore>,
    /// Texts of pages.
    pub page_texts: Arc<dyn PageTextStore>,
    /// Who gets alerts by email.
    pub alert_mails: Arc<dyn AlertMailStore>,
    /// Recipients of reports without an account.
    pub recipients: Arc<dyn RecipientStore>,
    /// Who gets reports by email.
    pub report_subscriptions: Arc<dyn ReportSubscriptionStore>,
    /// Rate limits.
    pub rate_limiter: Arc<dyn RateLimiter>,
    /// Checks of customers' pages.
    pub install_probe: Arc<dyn InstallProbe>,
    /// Password hashes.
    pub password_hasher: Arc<dyn PasswordHasher>,
}

/// What an instance needs from outside its stores.
pub struct Outside {
    /// Rate limits with exact sliding windows.
    pub rate_limiter: Arc<dyn RateLimiter>,
    /// Checks of where webhooks may send messages.
    pub webhook_targets: Arc<dyn WebhookTargets>,
    /// Checks of customers' pages.
    pub install_probe: Arc<dyn InstallProbe>,
    /// Metadata documents of OAuth clients.
    pub client_documents: Arc<dyn ClientDocuments>,
    /// The operator's identity providers.
    pub identity_providers: Arc<dyn IdentityProviders>,
    /// Password hashes.
    pub password_hasher: Arc<dyn PasswordHasher>,
}

impl Ports {
    /// The ports of one metadata store and one store of events.
    pub fn on(metadata: Arc<dyn Metadata>, events: Arc<dyn Events>, outside: Outside) -> Self {
        Self {
            keys: metadata.clone(),
            service_accounts: metadata.clone(),
            sessions: metadata.clone(),
            accounts: metadata.clone(),
            passkeys: metadata.clone(),
            factors: metadata.clone(),
            identities: metadata.clone(),
            mails: metadata.clone(),
            organizations: metadata.clone(),
            sites: metadata.clone(),
            prompts: metadata.clone(),
            alerts: metadata.clone(),
            annotations: metadata.clone(),
            outages: metadata.clone(),
            shared_links: metadata.clone(),
            rules: metadata.clone(),
            proposed_rules: metadata.clone(),
            credits: metadata.clone(),
            jobs: metadata.clone(),
            monitors: metadata.clone(),
            webhooks: metadata.clone(),
            channels: metadata.clone(),
            oauth: metadata.clone(),
            audit_log: metadata.clone(),
            idempotency: metadata.clone(),
            request_log: metadata.clone(),
            log_sources: metadata.clone(),
            robots_files: metadata.clone(),
            page_texts: metadata.clone(),
            alert_mails: metadata.clone(),
            recipients: metadata.clone(),
            report_subscriptions: metadata.clone(),
            changes: metadata,
            events: events.clone(),
            crawler_reads: events.clone(),
            analytics: events,
            webhook_targets: outside.webhook_targets,
            rate_limiter: outside.rate_limiter,
            install_probe: outside.install_probe,
            identity_providers: outside.identity_providers,
            client_documents: outside.client_documents,
            password_hasher: outside.password_hasher,
        }
    }
}
