//! A version of a site's widget configuration.

use askline_domain::{audit::Actor, shared::clock::whole_milliseconds, widget::config::WidgetConfig};
use jiff::Timestamp;

/// The number of versions of a configuration that are kept.
pub const CONFIG_VERSIONS_KEPT: u32 = 50;

/// A configuration and its place in the history.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigVersion {
    /// Starts at 1 and rises by one with each change.
    pub version: u32,
    /// The configuration.
    pub config: WidgetConfig,
    /// When it was stored.
    pub created_at: Timestamp,
    /// Who stored it.
    pub actor: Actor,
}

impl ConfigVersion {
    /// The first version of a site's configuration.
    pub fn first(config: WidgetConfig, actor: Actor, at: Timestamp) -> Self {
        Self { version: 1, config, created_at: at, actor }
    }

    /// The version after the one with this number; `None` if its number would be too large.
    pub fn after(version: u32, config: WidgetConfig, actor: Actor, at: Timestamp) -> Option<Self> {
        // Stores keep only whole milliseconds.
        Some(Self { version: version.checked_add(1)?, config, created_at: whole_milliseconds(at), actor })
    }
}
