//! Channels: team chats that get an organization's notifications.
//!
//! Anyone who has a channel's address can post to it, so no answer, log or audit entry contains the whole address.

pub mod address;
mod channel;
pub mod forms;
pub mod input;
pub mod kind;
pub mod message;
pub mod notice;
pub mod reports;
pub mod route;
mod route_kind;
pub mod routing;
pub mod state;

pub use channel::Channel;
pub use kind::{ChannelType, MAX_ADDRESS_CHARACTERS, MAX_CHANNELS_PER_ORGANIZATION, MAX_NAME_CHARACTERS};
pub use route_kind::RouteKind;
pub use state::{ChannelHealth, ChannelState, GONE_FOR};
