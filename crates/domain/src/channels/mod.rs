//! Channels: team chats that get an organization's notifications.
//!
//! Whoever has a channel's address can post to it, so no answer, log or audit entry contains the whole address.

pub mod address;
pub mod forms;
pub mod input;
pub mod message;
pub mod notice;
pub mod routing;
mod state;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    audit::Target,
    keys::KeyCreator,
    shared::ids::{ChannelId, OrgId},
};

use input::ChannelSettings;
use routing::Route;
pub use state::{ChannelHealth, ChannelState, GONE_FOR};

/// The maximum number of channels of an organization.
pub const MAX_CHANNELS_PER_ORGANIZATION: u32 = 20;
/// The maximum number of characters of a channel's name.
pub const MAX_NAME_CHARACTERS: usize = 80;
/// The maximum number of characters of a channel's address.
pub const MAX_ADDRESS_CHARACTERS: usize = 2_048;

/// The service that a channel belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChannelType {
    /// Slack, by an incoming webhook.
    Slack,
    /// Discord, by a webhook of a channel.
    Discord,
    /// Microsoft Teams, by a workflow.
    Teams,
}

words! { ChannelType, "a type of channel": Slack = "slack", Discord = "discord", Teams = "teams" }

impl ChannelType {
    /// The name of the service.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Slack => "Slack",
            Self::Discord => "Discord",
            Self::Teams => "Microsoft Teams",
        }
    }
}

/// A channel, without its address.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// Its id.
    pub id: ChannelId,
    /// The organization.
    pub org_id: OrgId,
    /// The service that it belongs to.
    pub kind: ChannelType,
    /// What people call it.
    pub name: String,
    /// Enough to recognize the address by: its host and its last characters.
    pub masked_address: String,
    /// Whether messages are sent.
    pub enabled: bool,
    /// What is sent to it.
    pub routes: Vec<Route>,
    /// Whether messages arrive.
    pub health: ChannelHealth,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a person last changed it.
    pub updated_at: Timestamp,
    /// Who created it.
    pub created_by: Option<KeyCreator>,
}

impl Channel {
    /// A new channel to which nothing is sent yet.
    pub fn new(
        id: ChannelId,
        org_id: OrgId,
        settings: &ChannelSettings,
        created_by: Option<KeyCreator>,
        at: Timestamp,
    ) -> Self {
        Self {
            id,
            org_id,
            kind: settings.kind,
            name: settings.name.clone(),
            masked_address: address::masked(&settings.address),
            enabled: true,
            routes: Vec::new(),
            health: ChannelHealth::default(),
            created_at: at,
            updated_at: at,
            created_by,
        }
    }

    /// Its state.
    pub fn state(&self) -> ChannelState {
        match (self.enabled, self.health.failing_since) {
            (false, _) => ChannelState::Disabled,
            (true, Some(_)) => ChannelState::Failing,
            (true, None) => ChannelState::Active,
        }
    }

    /// How the audit log names it.
    pub fn audit_target(&self) -> Target {
        Target::new("channel", self.id, &*self.name)
    }
}
