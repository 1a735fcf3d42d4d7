//! Screen colors, and whether one is visible on another. `widget/src/extras/color.ts` computes the same for colors that
//! are known only in the reader's browser; `testdata/widget_look_cases.json` tests both implementations.

pub mod background;

/// The red, green and blue components of a color.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 3]);

impl Color {
    pub(crate) const WHITE: Self = Self([0xff; 3]);
    pub(crate) const BLACK: Self = Self([0; 3]);

    /// Parses `#rrggbb`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = [0; 3];
        hex::decode_to_slice(text.strip_prefix('#')?, &mut parts).ok()?;
        Some(Self(parts))
    }

    /// Returns the color as `#rrggbb`.
    pub(crate) fn written(self) -> String {
        format!("#{}", hex::encode(self.0))
    }

    /// Returns the contrast ratio, from 1 to 21. <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Returns the relative luminance, from 0 to 1. <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the color mixed with `other`, whose share `part` is from 0 to 1.
    pub(crate) fn mixed(self, other: Self, part: f64) -> Self {
        let mix = |place: usize| f64::from(self.0[place]) * (1.0 - part) + f64::from(other.0[place]) * part;
        // Casting a float saturates at the bounds of the integer type.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
        Self([0, 1, 2].map(|place| mix(place).round() as u8))
    }

    /// Moves the color toward `target` until it has the needed contrast with the background `behind`.
    pub(crate) fn readable(self, target: Self, behind: Self, needed: f64) -> Self {
        let mut steps = (0..20).map(|step| self.mixed(target, f64::from(step) / 20.0));
        steps.find(|color| color.contrast(behind) >= needed).unwrap_or(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        let check = |one: &str, other: &str, expected: f64| {
            let found = Color::parse(one).expect("a colour").contrast(Color::parse(other).expect("a colour"));
            assert!((found - expected).abs() < 0.01, "{one} on {other}: {found}");
        };
        check("#000000", "#ffffff", 21.0);
        check("#777777", "#ffffff", 4.48);
        check("#3355ff", "#3355ff", 1.0);
    }

    #[test]
    fn what_is_written_is_what_was_read() {
        for text in ["#000000", "#0a90ff", "#ffffff"] {
            assert_eq!(Color::parse(text).map(Color::written).as_deref(), Some(text));
        }
        assert_eq!(Color::parse("red"), None);
    }
}
