//! The services that channels belong to, and the limits of channels.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
