//! The colors of a brand, made readable on light and dark grounds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::colors::Color;

/// The contrast that text needs. <https://www.w3.org/TR/WCAG22/#contrast-minimum>
const MIN_TEXT_CONTRAST: f64 = 4.5;
/// The contrast that shapes need. <https://www.w3.org/TR/WCAG22/#non-text-contrast>
const MIN_SHAPE_CONTRAST: f64 = 3.0;
/// The grounds of pages and emails, `dashboard/src/styles/tokens.css`: the darkest light one, and the lightest dark one. What is
/// readable on them is readable on the others.
const LIGHT_GROUND: Color = Color([0xf1, 0xf1, 0xef]);
const DARK_GROUND: Color = Color([0x22, 0x23, 0x27]);

/// An accent on a light and on a dark ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandAccent {
    /// On a light ground, and on paper.
    pub light: AccentTones,
    /// On a dark ground.
    pub dark: AccentTones,
}

/// An accent on one ground, as near to the chosen color as can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccentTones {
    /// For text and links: a contrast of at least 4.5 with the ground.
    pub text: String,
    /// For shapes and buttons: a contrast of at least 3 with the ground.
    pub shape: String,
    /// For text on such a shape: a contrast of at least 4.5 with it.
    pub on_shape: String,
}

impl BrandAccent {
    /// The accent for a color `#rrggbb`; `None` for any other text.
    pub fn of(color: &str) -> Option<Self> {
        let color = Color::parse(color)?;
        Some(Self {
            light: AccentTones::on(LIGHT_GROUND, color, Color::BLACK),
            dark: AccentTones::on(DARK_GROUND, color, Color::WHITE),
        })
    }
}

impl AccentTones {
    /// Moves the color toward `target`, away from the ground, no further than is needed.
    fn on(ground: Color, color: Color, target: Color) -> Self {
        let shape = color.readable(target, ground, MIN_SHAPE_CONTRAST);
        // One of the two always has a contrast of at least 4.58: the product of both is 21.
        let on_shape = if shape.contrast(Color::WHITE) >= MIN_TEXT_CONTRAST { Color::WHITE } else { Color::BLACK };
        let text = color.readable(target, ground, MIN_TEXT_CONTRAST);
        Self { text: text.written(), shape: shape.written(), on_shape: on_shape.written() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> Color {
        Color::parse(text).expect("a color")
    }

    proptest! {
        #[test]
        fn every_accent_is_readable_on_every_ground(parts: [u8; 3]) {
            let accent = BrandAccent::of(&Color(parts).written()).expect("a color");
            let light = ["#ffffff", "#f8f8f7", "#f1f1ef"];
            let dark = ["#101112", "#17181a", "#1f2023", "#222327"];
            for (tones, grounds) in [(&accent.light, &light[..]), (&accent.dark, &dark[..])] {
                let (text, shape, on_shape) = (parsed(&tones.text), parsed(&tones.shape), parsed(&tones.on_shape));
                for ground in grounds.iter().map(|ground| parsed(ground)) {
                    prop_assert!(text.contrast(ground) >= MIN_TEXT_CONTRAST);
                    prop_assert!(shape.contrast(ground) >= MIN_SHAPE_CONTRAST);
                }
                prop_assert!(on_shape.contrast(shape) >= MIN_TEXT_CONTRAST);
            }
        }
    }

    #[test]
    fn a_readable_accent_stays_as_it_was_chosen() {
        let accent = BrandAccent::of("#1d4f91").expect("a color");
        assert_eq!((accent.light.text.as_str(), accent.light.shape.as_str()), ("#1d4f91", "#1d4f91"));
        assert_eq!(accent.light.on_shape, "#ffffff");
        assert_ne!(accent.dark.text, "#1d4f91");
        assert_eq!(BrandAccent::of("navy"), None);
    }
}
