//! The icons of assistants and networks, which readers recognize faster than names. They are data, with source and
//! license in `data/marks.json`, and remain trademarks of their owners. Each is a single path, so that the widget
//! builds no markup from text.

use crate::colors::{
    Color,
    background::{Background, only_background_of},
};

use std::{collections::BTreeMap, sync::LazyLock};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

static BUILT_IN: LazyLock<MarksFile> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/marks.json")).expect("a test reads the same data"));

#[derive(Deserialize)]
struct MarksFile {
    platforms: BTreeMap<String, Mark>,
    networks: BTreeMap<String, Mark>,
}

/// The icon of a platform or network.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The path, in a box of 24 × 24, filled by the even-odd rule.
    pub path: String,
    /// The brand color as `#rrggbb`; `None` for black, since text is dark anyway.
    pub color: Option<String>,
}

/// Returns the icon of an AI platform, if it has one.
pub fn of_platform(id: &str) -> Option<&'static Mark> {
    BUILT_IN.platforms.get(id)
}

/// Returns the icon of a network, if it has one.
pub fn of_network(id: &str) -> Option<&'static Mark> {
    BUILT_IN.networks.get(id)
}

/// The style of the icons of assistants and networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Marks {
    /// All icons have the color of the text.
    Mono,
    /// Each icon has its brand color where it is readable.
    Brand,
    /// No icons are shown.
    None,
}

impl Marks {
    /// Returns the path of the icon if icons are shown, its color, and the only background on which the color is
    /// visible.
    pub fn shown(self, mark: Option<&Mark>) -> (Option<String>, Option<String>, Option<Background>) {
        match (self, mark) {
            (Self::None, _) | (_, None) => (None, None, None),
            (Self::Mono, Some(mark)) => (Some(mark.path.clone()), None, None),
            (Self::Brand, Some(mark)) => {
                let ground = mark.color.as_deref().and_then(Color::parse).and_then(only_background_of);
                (Some(mark.path.clone()), mark.color.clone(), ground)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::{link_registry::LinkRegistry, social_network};

    #[test]
    fn every_mark_belongs_to_something_known_and_is_one_short_plain_path() {
        for (id, mark) in BUILT_IN.platforms.iter().chain(&BUILT_IN.networks) {
            assert!(LinkRegistry::built_in().get(id).is_some() || social_network::get(id).is_some(), "{id}");
            assert!(mark.path.starts_with('M') && mark.path.len() < 3_000, "{id}");
            assert!(mark.path.chars().all(|c| "MmLlHhVvCcSsQqTtAaZz0123456789 .-".contains(c)), "{id}");
            let color = mark.color.as_deref().unwrap_or("#123456");
            let digits = color.strip_prefix('#').unwrap_or_default();
            assert!(digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
        }
    }

    #[test]
    fn what_a_new_site_offers_has_marks() {
        for id in LinkRegistry::built_in().default_ids() {
            assert!(of_platform(id).is_some(), "{id}");
        }
        // Ways to share that belong to no company have one of the widget's own icons.
        for id in social_network::default_ids().iter().filter(|id| !["email", "system"].contains(&id.as_str())) {
            assert!(of_network(id).is_some(), "{id}");
        }
    }
}
