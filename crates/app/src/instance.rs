//! The instance: the ports and settings that use cases work with.

pub mod failed_log_ins;
pub(crate) mod hashing;
pub mod payload_locks;
pub mod providers;
pub(crate) mod removals;

use std::sync::Arc;

use askline_domain::platforms::link_registry::LinkRegistry;

use crate::{
    error::{Conflict, UseCaseError},
    instance::{
        failed_log_ins::FailedLogIns, hashing::Hashing, payload_locks::PayloadWriteLocks, providers::Providers,
        removals::Removals,
    },
    logs::CrawlerLists,
    ports::all::Ports,
    set_up_token::SetupToken,
};

/// An instance: its ports, its operator's settings, and the state that requests of this process share.
pub struct Instance {
    /// The ports.
    pub ports: Ports,
    /// The AI platforms that it knows.
    pub link_registry: LinkRegistry,
    /// Whether a prompt that violates the policy is refused; otherwise it is stored with a warning.
    pub refuses_prompts_against_policy: bool,
    /// Whether it has a mail server.
    pub sends_mail: bool,
    /// The identity providers.
    pub providers: Providers,
    /// The one-time token that creates the first owner.
    pub setup_token: SetupToken,
    /// The lists of crawlers' addresses that are in use.
    pub crawler_lists: CrawlerLists,
    /// Failed sign-ins that are not yet written to the audit log.
    pub failed_log_ins: FailedLogIns,
    pub(crate) hashing: Arc<Hashing>,
    pub(crate) payload_write_locks: PayloadWriteLocks,
    pub(crate) removals: Removals,
}

impl Instance {
    /// Creates an instance with these ports.
    pub fn new(
        ports: Ports,
        link_registry: LinkRegistry,
        refuses_prompts_against_policy: bool,
        sends_mail: bool,
    ) -> Self {
        let hashing = Arc::new(Hashing::new(ports.password_hasher.clone()));
        Self {
            ports,
            link_registry,
            refuses_prompts_against_policy,
            sends_mail,
            providers: Providers::default(),
            setup_token: SetupToken::default(),
            crawler_lists: CrawlerLists::default(),
            failed_log_ins: FailedLogIns::default(),
            hashing,
            payload_write_locks: PayloadWriteLocks::default(),
            removals: Removals::default(),
        }
    }

    /// The instance with these identity providers.
    #[must_use]
    pub fn with_providers(self, providers: Providers) -> Self {
        Self { providers, ..self }
    }

    /// Fails if the instance has no mail server, for use cases that send email.
    pub(crate) fn check_sends_mail(&self) -> Result<(), UseCaseError> {
        self.sends_mail.then_some(()).ok_or_else(|| Conflict::NoMailServer.into())
    }
}
