//! What providers publish about themselves, kept for a while: their endpoints and keys.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_app::ports::identity::identity_providers::ProviderFault;
use askline_domain::shared::clock::Clock;
use openidconnect::{IssuerUrl, core::CoreProviderMetadata};

use super::{algorithms::ALGORITHMS, provider::OidcProvider};
use crate::outgoing::ProviderClient;

/// How long it is used without reading it again.
const FRESH_FOR: Duration = Duration::from_secs(60 * 60);
/// How long it is used if it cannot be read again.
const USABLE_FOR: Duration = Duration::from_secs(24 * 60 * 60);
/// The minimum time between two readings because of an unknown key: otherwise anyone could make this service ask the provider at
/// each sign-in.
const MIN_BETWEEN: Duration = Duration::from_secs(60);
/// How long a reading that failed is not tried again: a provider that does not answer must not occupy every sign-in.
const FAILURE_REMEMBERED_FOR: Duration = Duration::from_secs(10);

struct Read {
    metadata: Arc<CoreProviderMetadata>,
    at: Duration,
}

/// The last successful reading, and the last one if it failed.
#[derive(Default)]
struct Kept {
    read: Option<Read>,
    failed: Option<(Duration, ProviderFault)>,
}

impl Kept {
    /// What was read, unless it is older than this.
    fn younger_than(&self, most: Duration, now: Duration) -> Option<Arc<CoreProviderMetadata>> {
        let read = self.read.as_ref().filter(|read| now.saturating_sub(read.at) < most);
        read.map(|read| Arc::clone(&read.metadata))
    }

    /// The fault of a reading that failed just now.
    fn recent_fault(&self, now: Duration) -> Option<ProviderFault> {
        let (at, fault) = self.failed.as_ref()?;
        (now.saturating_sub(*at) < FAILURE_REMEMBERED_FOR).then(|| fault.clone())
    }
}

/// What one provider publishes. One sign-in at a time reads it; the others go on with the last reading, and wait only if there is
/// none that they can use.
#[derive(Default)]
pub(super) struct Published {
    kept: Mutex<Kept>,
    reading: tokio::sync::Mutex<()>,
}

impl Published {
    /// Returns what was read within the last hour, or reads it. While another sign-in reads it, or after a failure, returns an older
    /// reading. Times are by the monotonic clock.
    pub(super) async fn latest(
        &self,
        client: &ProviderClient,
        provider: &OidcProvider,
        clock: &dyn Clock,
    ) -> Result<Arc<CoreProviderMetadata>, ProviderFault> {
        let now = clock.elapsed();
        let (fresh, older) = {
            let kept = self.kept();
            (kept.younger_than(FRESH_FOR, now), kept.younger_than(USABLE_FOR, now))
        };
        if let Some(fresh) = fresh {
            return Ok(fresh);
        }
        let Some(older) = older else {
            let _turn = self.reading.lock().await;
            return self.read_again(client, provider, clock, FRESH_FOR).await;
        };
        match self.reading.try_lock() {
            Ok(_turn) => Ok(self.read_again(client, provider, clock, FRESH_FOR).await.unwrap_or(older)),
            Err(_) => Ok(older),
        }
    }

    /// Reads it again because a key is missing in it, unless that was done just now.
    pub(super) async fn newer(
        &self,
        client: &ProviderClient,
        provider: &OidcProvider,
        clock: &dyn Clock,
    ) -> Result<Arc<CoreProviderMetadata>, ProviderFault> {
        let _turn = self.reading.lock().await;
        self.read_again(client, provider, clock, MIN_BETWEEN).await
    }

    /// Reads it, unless it was read within `fresh_for` or could not be read just now. The caller has the turn.
    async fn read_again(
        &self,
        client: &ProviderClient,
        provider: &OidcProvider,
        clock: &dyn Clock,
        fresh_for: Duration,
    ) -> Result<Arc<CoreProviderMetadata>, ProviderFault> {
        let now = clock.elapsed();
        let (fresh, fault) = {
            let kept = self.kept();
            (kept.younger_than(fresh_for, now), kept.recent_fault(now))
        };
        if let Some(fresh) = fresh {
            return Ok(fresh);
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        let read = read(client, provider).await;
        let at = clock.elapsed();
        let mut kept = self.kept();
        match read {
            Ok(metadata) => {
                let metadata = Arc::new(metadata);
                *kept = Kept { read: Some(Read { metadata: Arc::clone(&metadata), at }), failed: None };
                Ok(metadata)
            }
            Err(fault) => {
                kept.failed = Some((at, fault.clone()));
                Err(fault)
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn read(client: &ProviderClient, provider: &OidcProvider) -> Result<CoreProviderMetadata, ProviderFault> {
    let issuer = IssuerUrl::new(provider.issuer.clone()).map_err(|error| ProviderFault::Unusable(error.to_string()))?;
    CoreProviderMetadata::discover_async(issuer, client).await.map_err(|error| {
        let mut text = format!("its discovery document or its keys: {error}");
        if let Some(source) = std::error::Error::source(&error) {
            text.push_str(&format!(" ({source})"));
        }
        ProviderFault::Unusable(text)
    })
}

/// What a provider must offer, so that people can sign in.
pub(super) fn check(metadata: &CoreProviderMetadata) -> Result<(), ProviderFault> {
    let offered = metadata.id_token_signing_alg_values_supported();
    if !offered.iter().any(|algorithm| ALGORITHMS.contains(algorithm)) {
        return Err(ProviderFault::Unusable("it signs with none of RS256, PS256, ES256 and EdDSA".into()));
    }
    match metadata.token_endpoint() {
        Some(_) => Ok(()),
        None => Err(ProviderFault::Unusable("its discovery document names no token endpoint".into())),
    }
}
