//! What use cases work with: the ports of this instance and the settings they need.

use std::sync::Arc;

use askline_domain::platforms::link_registry::LinkRegistry;

use crate::{
    accounts::{failed_log_ins::FailedLogIns, hashing::Hashing, set_up_token::SetupToken},
    error::{Conflict, UseCaseError},
    ports::all::Ports,
    sites::{payload_turns::PayloadTurns, removals::Removals},
};

/// An installation: its ports, what its operator set, and what is done by one at a time in this process.
pub struct Instance {
    /// The ports.
    pub ports: Ports,
    /// The AI platforms that it knows.
    pub link_registry: LinkRegistry,
    /// Whether a prompt against the policy is refused, or stored with a warning.
    pub refuses_prompts_against_policy: bool,
    /// Whether it has a mail server.
    pub sends_mail: bool,
    /// The one-time token that makes the first owner.
    pub setup_token: SetupToken,
    /// Log-ins that failed, until they are written into the audit log.
    pub failed_log_ins: FailedLogIns,
    pub(crate) hashing: Arc<Hashing>,
    pub(crate) payload_turns: PayloadTurns,
    pub(crate) removals: Removals,
}

impl Instance {
    /// An installation on these ports.
    pub fn new(
        ports: Ports,
        link_registry: LinkRegistry,
        refuses_prompts_against_policy: bool,
        sends_mail: bool,
    ) -> Self {
        Self {
            ports,
            link_registry,
            refuses_prompts_against_policy,
            sends_mail,
            setup_token: SetupToken::default(),
            failed_log_ins: FailedLogIns::default(),
            hashing: Arc::default(),
            payload_turns: PayloadTurns::default(),
            removals: Removals::default(),
        }
    }

    /// Refuses what needs mail where there is no mail server.
    pub(crate) fn check_sends_mail(&self) -> Result<(), UseCaseError> {
        self.sends_mail.then_some(()).ok_or_else(|| Conflict::NoMailServer.into())
    }
}
