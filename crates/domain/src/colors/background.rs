//! The page's background behind the widget, and which colors are visible on it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::colors::Color;

/// The contrast that a button and the focus ring need against their background.
/// <https://www.w3.org/TR/WCAG22/#non-text-contrast>
pub(crate) const MIN_SHAPE_CONTRAST: f64 = 3.0;
/// The background colors of a light and a dark theme.
pub(crate) const LIGHT: Color = Color::WHITE;
pub(crate) const DARK: Color = Color([0x17, 0x19, 0x1d]);
/// The background color of panels and menus in a dark theme: slightly lighter, since shadows are invisible there.
/// Colors that are visible on it are also visible on the darker background.
pub(crate) const DARK_RAISED: Color = Color([0x1d, 0x1f, 0x23]);

/// The background that the page has behind the widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Background {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

/// Returns the only background on which an icon of this color is visible; `None` if it is visible on both.
pub(crate) fn only_background_of(color: Color) -> Option<Background> {
    let shows = |ground: Color| color.contrast(ground) >= MIN_SHAPE_CONTRAST;
    match (shows(LIGHT), shows(DARK_RAISED)) {
        (true, false) => Some(Background::Light),
        (false, true) => Some(Background::Dark),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_color_can_be_seen_on_one_ground_at_least() {
        assert_eq!(only_background_of(Color::BLACK), Some(Background::Light));
        assert_eq!(only_background_of(Color::WHITE), Some(Background::Dark));
        assert_eq!(only_background_of(Color([0x80; 3])), None);
    }
}
