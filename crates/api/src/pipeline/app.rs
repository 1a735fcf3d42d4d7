//! The application that every handler receives: ports, settings, clock, and bounded caches.

use std::sync::{Arc, OnceLock};

use askline_app::{
    accounts::failed_log_ins::write_due_failures,
    instance::{Instance, failed_log_ins::Due},
    oauth::Clients,
    ports::{
        StoreResult, all::Ports, changes::Subject, identity::sessions::SessionGrant, keys::KeyGrant, oauth::AppGrant,
        service_accounts::ServiceGrant, sites::shared_links::LinkGrant,
    },
    set_up_token::SetupToken,
};
use askline_domain::{
    identity::secret::SecretDigest,
    platforms::link_registry::LinkRegistry,
    shared::{
        clock::{Clock, whole_milliseconds},
        ids::{AppId, KeyId, ServiceAccountId, SessionId, SiteId},
    },
};
use jiff::Timestamp;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    caches::{
        config_requests::ConfigRequestNotes, given_configs::GivenConfigs, origin_refusals::OriginRefusalNotes,
        packed_data::SharedData, ready_answers::ReadyAnswers, remembered::Remembered, request_notes::RequestNotes,
        sightings::SightingNotes, site_entry::SiteEntry, uses::UseNotes,
    },
    pipeline::{
        error::ApiError,
        idempotency::running::RunningRequests,
        work_pools::{Holder, Pools, Slot, WorkPool},
    },
    settings::ApiSettings,
};

/// The maximum number of entries in each of the caches of keys, sessions and sites.
const MAX_REMEMBERED: u64 = 100_000;
/// The maximum number of payloads that are compressed at the same time. After a start, the payloads of all sites are requested,
/// and other requests need the processors too.
const MAX_PACKED_AT_ONCE: usize = 1;

/// The application. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

struct Parts {
    instance: Arc<Instance>,
    clock: Arc<dyn Clock>,
    settings: ApiSettings,
    told_registry: OnceLock<Arc<SharedData>>,
    keys: Remembered<SecretDigest, KeyGrant>,
    sessions: Remembered<SecretDigest, SessionGrant>,
    apps: Remembered<SecretDigest, AppGrant>,
    services: Remembered<SecretDigest, ServiceGrant>,
    links: Remembered<SecretDigest, LinkGrant>,
    sites: Remembered<SiteId, SiteEntry>,
    app_uses: UseNotes<AppId>,
    key_uses: UseNotes<KeyId>,
    service_uses: UseNotes<ServiceAccountId>,
    session_uses: UseNotes<SessionId>,
    request_notes: RequestNotes,
    sightings: SightingNotes,
    given_configs: GivenConfigs,
    origin_refusals: OriginRefusalNotes,
    config_requests: ConfigRequestNotes,
    ready_answers: ReadyAnswers,
    pools: Pools,
    packing: Arc<Semaphore>,
    running_requests: RunningRequests,
}

impl App {
    /// Creates the application from ports.
    pub fn new(ports: Ports, clock: Arc<dyn Clock>, settings: ApiSettings, link_registry: LinkRegistry) -> Self {
        let instance = Instance::new(ports, link_registry, settings.refuse_prompts_against_policy, settings.mail)
            .with_providers(settings.providers.clone());
        Self::on(Arc::new(instance), clock, settings)
    }

    /// Creates the application for an instance.
    pub fn on(instance: Arc<Instance>, clock: Arc<dyn Clock>, settings: ApiSettings) -> Self {
        Self(Arc::new(Parts {
            instance,
            clock,
            settings,
            told_registry: OnceLock::new(),
            keys: Remembered::new(MAX_REMEMBERED, |grant| {
                vec![Subject::Key(grant.record.id), Subject::Organization(grant.record.org_id)]
            }),
            sessions: Remembered::new(MAX_REMEMBERED, |grant| {
                let organizations = grant.memberships.iter().map(|membership| membership.org_id);
                organizations.map(Subject::Organization).chain([Subject::User(grant.user.id)]).collect()
            }),
            apps: Remembered::new(MAX_REMEMBERED, |grant| {
                vec![Subject::User(grant.app.user_id), Subject::Organization(grant.app.org_id)]
            }),
            services: Remembered::new(MAX_REMEMBERED, |grant| vec![Subject::Organization(grant.account.org_id)]),
            links: Remembered::new(MAX_REMEMBERED, |grant: &LinkGrant| {
                vec![Subject::Site(grant.link.site_id), Subject::Organization(grant.link.org_id)]
            }),
            sites: Remembered::new(MAX_REMEMBERED, |entry| {
                vec![Subject::Site(entry.site.id), Subject::Organization(entry.site.org_id)]
            }),
            app_uses: UseNotes::default(),
            key_uses: UseNotes::default(),
            service_uses: UseNotes::default(),
            session_uses: UseNotes::default(),
            request_notes: RequestNotes::default(),
            sightings: SightingNotes::default(),
            given_configs: GivenConfigs::new(MAX_REMEMBERED),
            origin_refusals: OriginRefusalNotes::default(),
            config_requests: ConfigRequestNotes::default(),
            ready_answers: ReadyAnswers::default(),
            pools: Pools::default(),
            packing: Arc::new(Semaphore::new(MAX_PACKED_AT_ONCE)),
            running_requests: RunningRequests::default(),
        }))
    }

    /// The instance, on which use cases work.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.0.instance
    }

    /// The ports.
    pub fn ports(&self) -> &Ports {
        &self.0.instance.ports
    }

    /// Where OAuth clients are found.
    pub fn oauth_clients(&self) -> Clients<'_> {
        let ports = self.ports();
        Clients { store: &*ports.oauth, documents: &*ports.client_documents, entered: &self.settings().oauth_clients }
    }

    /// The permit to compress a payload, if no one else has it.
    pub(crate) fn packing_turn(&self) -> Option<OwnedSemaphorePermit> {
        self.0.packing.clone().try_acquire_owned().ok()
    }

    /// The settings.
    pub fn settings(&self) -> &ApiSettings {
        &self.0.settings
    }

    /// The AI platforms that this instance knows.
    pub fn link_registry(&self) -> &LinkRegistry {
        &self.0.instance.link_registry
    }

    /// The response data about the AI platforms. `make` creates it at the first call; it stays the same until the
    /// process ends.
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

    /// The time, to the millisecond.
    pub fn now(&self) -> Timestamp {
        whole_milliseconds(self.0.clock.now())
    }

    /// The one-time token with which the first owner is created.
    pub fn setup_token(&self) -> &SetupToken {
        &self.0.instance.setup_token
    }

    /// Takes a slot for heavy work of `holder`. Fails with 503 if none is free after a short wait. A route with `in_pool` has
    /// already taken its slot.
    pub async fn slot(&self, pool: WorkPool, holder: Holder) -> Result<Slot, ApiError> {
        self.0.pools.take(pool, holder).await
    }

    pub(crate) fn key_uses(&self) -> &UseNotes<KeyId> {
        &self.0.key_uses
    }

    pub(crate) fn app_uses(&self) -> &UseNotes<AppId> {
        &self.0.app_uses
    }

    pub(crate) fn service_uses(&self) -> &UseNotes<ServiceAccountId> {
        &self.0.service_uses
    }

    pub(crate) fn session_uses(&self) -> &UseNotes<SessionId> {
        &self.0.session_uses
    }

    pub(crate) fn request_notes(&self) -> &RequestNotes {
        &self.0.request_notes
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

    pub(crate) fn ready_answers(&self) -> &ReadyAnswers {
        &self.0.ready_answers
    }

    /// The key with this digest: from the cache if nothing in it can have changed; from the store while changes by other
    /// processes may be unknown.
    pub async fn key_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<Arc<KeyGrant>>> {
        let Ports { changes, keys, .. } = self.ports();
        if !changes.is_current() {
            return Ok(keys.key_by_digest(digest).await?.map(Arc::new));
        }
        self.0.keys.get(digest, &**changes, || keys.key_by_digest(digest)).await
    }

    /// The session with this digest, from the cache or the store like a key.
    pub async fn session_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<Arc<SessionGrant>>> {
        let Ports { changes, sessions, .. } = self.ports();
        if !changes.is_current() {
            return Ok(sessions.session_by_digest(digest).await?.map(Arc::new));
        }
        self.0.sessions.get(digest, &**changes, || sessions.session_by_digest(digest)).await
    }

    /// The app of the access token with this digest, from the cache or the store like a key.
    pub async fn app_by_token(&self, digest: SecretDigest) -> StoreResult<Option<Arc<AppGrant>>> {
        let Ports { changes, oauth, .. } = self.ports();
        if !changes.is_current() {
            return Ok(oauth.app_by_token(digest).await?.map(Arc::new));
        }
        self.0.apps.get(digest, &**changes, || oauth.app_by_token(digest)).await
    }

    /// The service account with a token of this digest, from the cache or the store like a key.
    pub async fn service_account_by_token(&self, digest: SecretDigest) -> StoreResult<Option<Arc<ServiceGrant>>> {
        let Ports { changes, service_accounts, .. } = self.ports();
        if !changes.is_current() {
            return Ok(service_accounts.service_account_by_token(digest).await?.map(Arc::new));
        }
        self.0.services.get(digest, &**changes, || service_accounts.service_account_by_token(digest)).await
    }

    /// The shared link of the session with this digest, from the cache or the store like a key.
    pub async fn shared_link_by_session(&self, digest: SecretDigest) -> StoreResult<Option<Arc<LinkGrant>>> {
        let Ports { changes, shared_links, .. } = self.ports();
        if !changes.is_current() {
            return Ok(shared_links.shared_link_by_session(digest).await?.map(Arc::new));
        }
        self.0.links.get(digest, &**changes, || shared_links.shared_link_by_session(digest)).await
    }

    /// A site, from the cache if no change to it is known.
    pub async fn site(&self, id: SiteId) -> StoreResult<Option<Arc<SiteEntry>>> {
        let Ports { sites, rules, changes, .. } = self.ports();
        self.0
            .sites
            .get(id, &**changes, || async {
                let Some((site, config)) = sites.site(id).await? else { return Ok(None) };
                let (rules, offered) = (rules.all_rules(id).await?, sites.offered_ids(id).await?);
                SiteEntry::new(site, config, rules, offered).map(Some)
            })
            .await
    }

    pub(crate) fn config_requests(&self) -> &ConfigRequestNotes {
        &self.0.config_requests
    }

    /// The sites whose public configuration was given.
    pub(crate) fn given_configs(&self) -> &GivenConfigs {
        &self.0.given_configs
    }

    /// Stores which requests keys made; when keys, apps, service accounts, sessions and widgets were last seen; refused origins;
    /// requests of configurations; and failed sign-ins, which are collected for a minute per account. Called every few seconds.
    pub async fn flush_notes(&self) -> StoreResult<()> {
        self.flush(Due::MinuteOver).await
    }

    /// Stores every note. Called when the service stops.
    pub async fn flush_all_notes(&self) -> StoreResult<()> {
        self.flush(Due::Everything).await
    }

    async fn flush(&self, failed_log_ins: Due) -> StoreResult<()> {
        let ports = self.ports();
        self.0.key_uses.flush(async |uses| ports.keys.touch_keys(uses).await).await?;
        self.0.app_uses.flush(async |uses| ports.oauth.touch_apps(uses).await).await?;
        self.0.service_uses.flush(async |uses| ports.service_accounts.touch_service_accounts(uses).await).await?;
        self.0.session_uses.flush(async |uses| ports.sessions.touch_sessions(uses).await).await?;
        self.0.request_notes.flush(&*ports.request_log).await?;
        self.write_failed_log_ins(failed_log_ins).await?;
        self.0.origin_refusals.flush(&*ports.sites).await?;
        self.0.config_requests.flush(&*ports.sites).await?;
        self.0.sightings.flush(&*ports.sites).await
    }

    /// Writes failed sign-ins into the audit log.
    pub(crate) async fn write_failed_log_ins(&self, due: Due) -> StoreResult<()> {
        let noted = &self.0.instance.failed_log_ins;
        write_due_failures(noted, &*self.ports().sessions, due, self.0.clock.elapsed()).await
    }
}
