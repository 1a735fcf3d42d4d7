//! What use cases work with: the ports of this instance and the settings they need.

use askline_domain::platforms::link_registry::LinkRegistry;

use crate::{
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
    pub(crate) payload_turns: PayloadTurns,
    pub(crate) removals: Removals,
}

impl Instance {
    /// An installation on these ports.
    pub fn new(ports: Ports, link_registry: LinkRegistry, refuses_prompts_against_policy: bool) -> Self {
        Self {
            ports,
            link_registry,
            refuses_prompts_against_policy,
            payload_turns: PayloadTurns::default(),
            removals: Removals::default(),
        }
    }
}
