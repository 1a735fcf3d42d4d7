//! The ids that a configuration or a prompt may use on this instance.

use askline_domain::{
    platforms::{known_ids::KnownIds, link_registry::LinkRegistry, social_network},
    widget::config::WidgetConfig,
};

/// Calls `then` with the ids that a prompt of a site may use: the instance's ids, and the site's custom assistants.
pub fn with_known_ids<R>(registry: &LinkRegistry, config: &WidgetConfig, then: impl FnOnce(&KnownIds<'_>) -> R) -> R {
    let own: Vec<&str> = config.custom_platforms.iter().map(|platform| platform.id.as_str()).collect();
    with_these(registry, &own, then)
}

/// Calls `then` with the ids of the link registry and the share targets.
pub fn with_instance_ids<R>(registry: &LinkRegistry, then: impl FnOnce(&KnownIds<'_>) -> R) -> R {
    with_these(registry, &[], then)
}

fn with_these<R>(registry: &LinkRegistry, own: &[&str], then: impl FnOnce(&KnownIds<'_>) -> R) -> R {
    let platforms: Vec<&str> = registry.ids().chain(own.iter().copied()).collect();
    let default_platforms: Vec<&str> = registry.default_ids().iter().map(String::as_str).collect();
    let social: Vec<&str> = social_network::iter().map(|target| target.id.as_str()).collect();
    let default_social: Vec<&str> = social_network::default_ids().iter().map(String::as_str).collect();
    then(&KnownIds {
        platforms: &platforms,
        social: &social,
        default_platforms: &default_platforms,
        default_social: &default_social,
    })
}
