//! The forms in which services accept messages. Each escapes text in its own way and keeps its own limits.

mod discord;
mod slack;
mod teams;
mod text;

use serde_json::Value;

use super::{kind::ChannelType, notice::Notice};

/// The body of a message in the form of a service. `link` is the whole address of the page; `None` if this instance has no
/// public address.
pub fn body(kind: ChannelType, notice: &Notice, link: Option<&str>) -> Value {
    match kind {
        ChannelType::Slack => slack::body(notice, link),
        ChannelType::Discord => discord::body(notice, link),
        ChannelType::Teams => teams::body(notice, link),
    }
}
