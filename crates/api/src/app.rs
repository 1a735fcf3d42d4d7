//! The application that every handler is given: ports, settings, clock, and bounded memory.

use std::sync::{Arc, OnceLock};

use askline_app::ports::{
    StoreResult,
    analytics::AnalyticsStore,
    audit_log::AuditLog,
    changes::{Changes, Subject},
    credits::CreditStore,
    events::EventStore,
    identity::{
        accounts::AccountStore,
        sessions::{SessionGrant, SessionStore},
    },
    jobs::JobStore,
    keys::{KeyGrant, KeyStore},
    mail::MailStore,
    monitors::MonitorStore,
    organizations::OrganizationStore,
    prompts::{PromptStore, generations::GenerationStore},
    requests::{idempotency::IdempotencyStore, rate_limiter::RateLimiter},
    rules::{RuleStore, proposed::ProposedRuleStore},
    sites::{SiteStore, install_probe::InstallProbe},
    webhooks::{WebhookStore, target::WebhookTargets},
    whole_stores::{Events, Metadata},
};
use askline_domain::{
    identity::secret::SecretDigest,
    platforms::link_registry::LinkRegistry,
    shared::{
        clock::{Clock, whole_milliseconds},
        ids::{KeyId, SessionId, SiteId},
    },
};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    caches::{
        failed_log_ins::{Due, FailedLogIns},
        origin_refusals::OriginRefusalNotes,
        packed_data::SharedData,
        remembered::Remembered,
        running_requests::RunningRequests,
        sightings::SightingNotes,
        site_entry::SiteEntry,
        uses::UseNotes,
    },
    pipeline::{
        error::ApiError,
        work_pools::{Holder, Pools, Slot, WorkPool},
    },
    resources::{
        analytics::ReadyAnswers,
        auth::{passwords::hashing::Hashing, set_up_token::SetupToken},
        sites::{payload_turns::PayloadTurns, removals::Removals},
    },
    settings::ApiSettings,
};

/// Keys, sessions and sites that are remembered.
const MAX_REMEMBERED: u64 = 100_000;
/// Payloads that are packed at the same time: after a start all sites ask for theirs, and answers need the processors, too.
const MAX_PACKED_AT_ONCE: usize = 1;

/// The ports that the application stands on.
#[derive(Clone)]
pub struct Ports {
    /// API keys.
    pub keys: Arc<dyn KeyStore>,
    /// Log-in sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Ways back into an account by mail.
    pub accounts: Arc<dyn AccountStore>,
    /// Mails.
    pub mails: Arc<dyn MailStore>,
    /// Organizations, users, members.
    pub organizations: Arc<dyn OrganizationStore>,
    /// Sites and configurations.
    pub sites: Arc<dyn SiteStore>,
    /// Prompt templates.
    pub prompts: Arc<dyn PromptStore>,
    /// Generations of prompts.
    pub generations: Arc<dyn GenerationStore>,
    /// Prompt rules.
    pub rules: Arc<dyn RuleStore>,
    /// Rules that a generation proposes.
    pub proposed_rules: Arc<dyn ProposedRuleStore>,
    /// Credits and their ledger.
    pub credits: Arc<dyn CreditStore>,
    /// Work in the background.
    pub jobs: Arc<dyn JobStore>,
    /// Monitors, their runs and citations.
    pub monitors: Arc<dyn MonitorStore>,
    /// Webhooks.
    pub webhooks: Arc<dyn WebhookStore>,
    /// Which addresses webhooks may have.
    pub webhook_targets: Arc<dyn WebhookTargets>,
    /// The audit log.
    pub audit_log: Arc<dyn AuditLog>,
    /// Answers of idempotent requests.
    pub idempotency: Arc<dyn IdempotencyStore>,
    /// When to forget.
    pub changes: Arc<dyn Changes>,
    /// Events.
    pub events: Arc<dyn EventStore>,
    /// Counters.
    pub analytics: Arc<dyn AnalyticsStore>,
    /// Sliding minutes.
    pub rate_limiter: Arc<dyn RateLimiter>,
    /// A look at customers' pages.
    pub install_probe: Arc<dyn InstallProbe>,
}

/// What the application asks of the world outside its stores.
pub struct Outside {
    /// Exact sliding minutes.
    pub rate_limiter: Arc<dyn RateLimiter>,
    /// A look at where webhooks may send to.
    pub webhook_targets: Arc<dyn WebhookTargets>,
    /// A look at customers' pages.
    pub install_probe: Arc<dyn InstallProbe>,
}

impl Ports {
    /// The ports of one metadata store and one store of events.
    pub fn on(metadata: Arc<dyn Metadata>, events: Arc<dyn Events>, outside: Outside) -> Self {
        Self {
            keys: metadata.clone(),
            sessions: metadata.clone(),
            accounts: metadata.clone(),
            mails: metadata.clone(),
            organizations: metadata.clone(),
            sites: metadata.clone(),
            prompts: metadata.clone(),
            generations: metadata.clone(),
            rules: metadata.clone(),
            proposed_rules: metadata.clone(),
            credits: metadata.clone(),
            jobs: metadata.clone(),
            monitors: metadata.clone(),
            webhooks: metadata.clone(),
            audit_log: metadata.clone(),
            idempotency: metadata.clone(),
            changes: metadata,
            events: events.clone(),
            analytics: events,
            webhook_targets: outside.webhook_targets,
            rate_limiter: outside.rate_limiter,
            install_probe: outside.install_probe,
        }
    }
}

/// The application. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

struct Parts {
    ports: Ports,
    clock: Arc<dyn Clock>,
    settings: ApiSettings,
    link_registry: LinkRegistry,
    told_registry: OnceLock<Arc<SharedData>>,
    keys: Remembered<SecretDigest, KeyGrant>,
    sessions: Remembered<SecretDigest, SessionGrant>,
    sites: Remembered<SiteId, SiteEntry>,
    key_uses: UseNotes<KeyId>,
    session_uses: UseNotes<SessionId>,
    sightings: SightingNotes,
    origin_refusals: OriginRefusalNotes,
    failed_log_ins: FailedLogIns,
    hashing: Arc<Hashing>,
    ready_answers: ReadyAnswers,
    pools: Pools,
    payload_turns: PayloadTurns,
    packing: Arc<Semaphore>,
    running_requests: RunningRequests,
    setup_token: SetupToken,
    removals: Removals,
}

impl App {
    /// An application on these ports.
    pub fn new(ports: Ports, clock: Arc<dyn Clock>, settings: ApiSettings, link_registry: LinkRegistry) -> Self {
        Self(Arc::new(Parts {
            ports,
            clock,
            settings,
            link_registry,
            told_registry: OnceLock::new(),
            keys: Remembered::new(MAX_REMEMBERED, |grant| {
                vec![Subject::Key(grant.record.id), Subject::Organization(grant.record.org_id)]
            }),
            sessions: Remembered::new(MAX_REMEMBERED, |grant| {
                let organizations = grant.memberships.iter().map(|membership| membership.org_id);
                organizations.map(Subject::Organization).chain([Subject::User(grant.user.id)]).collect()
            }),
            sites: Remembered::new(MAX_REMEMBERED, |entry| {
                vec![Subject::Site(entry.site.id), Subject::Organization(entry.site.org_id)]
            }),
            key_uses: UseNotes::default(),
            session_uses: UseNotes::default(),
            sightings: SightingNotes::default(),
            origin_refusals: OriginRefusalNotes::default(),
            failed_log_ins: FailedLogIns::default(),
            hashing: Arc::default(),
            ready_answers: ReadyAnswers::default(),
            pools: Pools::default(),
            payload_turns: PayloadTurns::default(),
            packing: Arc::new(Semaphore::new(MAX_PACKED_AT_ONCE)),
            running_requests: RunningRequests::default(),
            setup_token: SetupToken::default(),
            removals: Removals::default(),
        }))
    }

    /// The ports.
    pub fn ports(&self) -> &Ports {
        &self.0.ports
    }

    /// The turn to pack a payload, if nobody has it.
    pub(crate) fn packing_turn(&self) -> Option<OwnedSemaphorePermit> {
        self.0.packing.clone().try_acquire_owned().ok()
    }

    /// The settings.
    pub fn settings(&self) -> &ApiSettings {
        &self.0.settings
    }

    /// The AI platforms this instance knows.
    pub fn link_registry(&self) -> &LinkRegistry {
        &self.0.link_registry
    }

    /// The answer about those platforms, made by `make` the first time: it is the same until the process ends.
    pub(crate) fn told_registry(
        &self,
        make: impl FnOnce() -> Result<Arc<SharedData>, ApiError>,
    ) -> Result<Arc<SharedData>, ApiError> {
        if let Some(told) = self.0.told_registry.get() {
            return Ok(told.clone());
        }
        let made = make()?;
        Ok(self.0.told_registry.get_or_init(|| made).clone())
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The one removal of what was deleted.
    pub(crate) fn removals(&self) -> &Removals {
        &self.0.removals
    }

    /// The time, to the millisecond.
    pub fn now(&self) -> Timestamp {
        whole_milliseconds(self.0.clock.now())
    }

    /// The one-time token that makes the first owner.
    pub fn setup_token(&self) -> &SetupToken {
        &self.0.setup_token
    }

    /// A slot for heavy work of `holder`, or 503 after a short wait. A row that says `in_pool` has taken it already.
    pub async fn slot(&self, pool: WorkPool, holder: Holder) -> Result<Slot, ApiError> {
        self.0.pools.take(pool, holder).await
    }

    /// Who may write what the payload of a site shows.
    pub(crate) fn payload_turns(&self) -> &PayloadTurns {
        &self.0.payload_turns
    }

    pub(crate) fn key_uses(&self) -> &UseNotes<KeyId> {
        &self.0.key_uses
    }

    pub(crate) fn session_uses(&self) -> &UseNotes<SessionId> {
        &self.0.session_uses
    }

    pub(crate) fn sightings(&self) -> &SightingNotes {
        &self.0.sightings
    }

    pub(crate) fn origin_refusals(&self) -> &OriginRefusalNotes {
        &self.0.origin_refusals
    }

    pub(crate) fn running_requests(&self) -> &RunningRequests {
        &self.0.running_requests
    }

    pub(crate) fn failed_log_ins(&self) -> &FailedLogIns {
        &self.0.failed_log_ins
    }

    /// Where passwords are worked on.
    pub(crate) fn hashing(&self) -> &Arc<Hashing> {
        &self.0.hashing
    }

    pub(crate) fn ready_answers(&self) -> &ReadyAnswers {
        &self.0.ready_answers
    }

    /// The key with this digest, from memory while nothing in it changed.
    pub async fn key_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<Arc<KeyGrant>>> {
        let Ports { changes, keys, .. } = &self.0.ports;
        if !changes.is_current() {
            return Ok(keys.key_by_digest(digest).await?.map(Arc::new));
        }
        self.0.keys.get(digest, &**changes, || keys.key_by_digest(digest)).await
    }

    /// The session with this digest, from memory while nothing in it changed.
    pub async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<Arc<SessionGrant>>> {
        let Ports { changes, sessions, .. } = &self.0.ports;
        if !changes.is_current() {
            return Ok(sessions.session_by_digest(digest).await?.map(Arc::new));
        }
        self.0.sessions.get(digest, &**changes, || sessions.session_by_digest(digest)).await
    }

    /// A site, from memory while nothing in it changed.
    pub async fn site(&self, id: SiteId) -> StoreResult<Option<Arc<SiteEntry>>> {
        let Ports { sites, rules, changes, .. } = &self.0.ports;
        self.0
            .sites
            .get(id, &**changes, || async {
                let Some((site, config)) = sites.site(id).await? else { return Ok(None) };
                let (rules, offered) = (rules.all_rules(id).await?, sites.offered_ids(id).await?);
                SiteEntry::new(site, config, rules, offered).map(Some)
            })
            .await
    }

    /// Writes down when keys, sessions and widgets were last seen, and the log-ins that failed more than a minute ago.
    /// Called every few seconds.
    pub async fn flush_notes(&self) -> StoreResult<()> {
        self.flush(Due::MinuteOver).await
    }

    /// Writes every note down. Called at the end.
    pub async fn flush_all_notes(&self) -> StoreResult<()> {
        self.flush(Due::Everything).await
    }

    async fn flush(&self, failed_log_ins: Due) -> StoreResult<()> {
        let ports = &self.0.ports;
        self.0.key_uses.flush(async |uses| ports.keys.touch_keys(uses).await).await?;
        self.0.session_uses.flush(async |uses| ports.sessions.touch_sessions(uses).await).await?;
        self.write_failed_log_ins(failed_log_ins).await?;
        self.0.origin_refusals.flush(&*ports.sites).await?;
        self.0.sightings.flush(&*ports.sites).await
    }

    /// Writes log-ins that failed into the audit log.
    pub(crate) async fn write_failed_log_ins(&self, due: Due) -> StoreResult<()> {
        self.0.failed_log_ins.write(&*self.0.ports.sessions, due, self.0.clock.elapsed()).await
    }
}
