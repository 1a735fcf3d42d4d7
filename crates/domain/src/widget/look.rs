//! The widget's colors on a light and on a dark background.
//!
//! They are computed once per site instead of on every reader's device. A widget with the preset `blend` takes its
//! colors from the page, in `widget/src/extras/blend.ts`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    colors::{
        Color,
        background::{DARK, DARK_RAISED, LIGHT, MIN_SHAPE_CONTRAST},
    },
    widget::config::{Preset, Theme},
};

/// The contrast that text needs. <https://www.w3.org/TR/WCAG22/#contrast-minimum>
const MIN_TEXT_CONTRAST: f64 = 4.5;
/// The share of black or white that is mixed into the accent color under the pointer.
const HOVER_PART: f64 = 0.12;

/// The widget's colors, by the background of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WidgetLooks {
    /// On a light background.
    pub light: WidgetLook,
    /// On a dark background.
    pub dark: WidgetLook,
}

/// Colors of the widget, each as `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WidgetLook {
    /// The background of the widget.
    pub bg: String,
    /// The background of layers above the page: panels, menus and messages.
    pub over: String,
    /// The color of text.
    pub fg: String,
    /// The color of less important text.
    pub dim: String,
    /// The color of thin lines.
    pub line: String,
    /// The border of fields, and of layers above the page.
    pub edge: String,
    /// The background of highlighted parts.
    pub soft: String,
    /// The color of primary buttons, and of the ring around the focused element.
    pub accent: String,
    /// The color of text on primary buttons.
    pub on: String,
    /// The color of primary buttons under the pointer, with more contrast to the text on them.
    pub hover: String,
}

impl Theme {
    /// Computes the widget's colors, so that every text and shape is readable with any accent.
    pub fn looks(&self) -> WidgetLooks {
        let accent = Color::parse(&self.accent);
        WidgetLooks {
            light: look([LIGHT, LIGHT], Color::BLACK, accent),
            dark: look([DARK, DARK_RAISED], Color::WHITE, accent),
        }
    }
}

fn look([ground, over]: [Color; 2], ink: Color, accent: Option<Color>) -> WidgetLook {
    let fg = ink.mixed(ground, 0.1).readable(ink, ground, MIN_TEXT_CONTRAST);
    let soft = over.mixed(fg, 0.05);
    let line = over.mixed(fg, 0.15);
    let accent = accent.unwrap_or(ink).readable(ink, over, MIN_SHAPE_CONTRAST);
    let takes_white = Color::WHITE.contrast(accent) >= MIN_TEXT_CONTRAST;
    let [on, away] = if takes_white { [Color::WHITE, Color::BLACK] } else { [Color::BLACK, Color::WHITE] };
    WidgetLook {
        bg: ground.written(),
        over: over.written(),
        fg: fg.written(),
        dim: fg.mixed(ground, 0.35).readable(fg, soft, MIN_TEXT_CONTRAST).written(),
        line: line.written(),
        edge: line.readable(fg, over, MIN_SHAPE_CONTRAST).written(),
        soft: soft.written(),
        accent: accent.written(),
        on: on.written(),
        hover: accent.mixed(away, HOVER_PART).written(),
    }
}

impl Preset {
    /// Returns the background against which warnings check colors, and the direction in which colors are adjusted on
    /// it. For presets that follow the page, it is the light one.
    pub(crate) fn behind(self) -> (Color, &'static str) {
        if self == Self::Dark { (DARK_RAISED, "lighter") } else { (LIGHT, "darker") }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        accent: String,
        light: serde_json::Value,
        dark: serde_json::Value,
    }

    #[test]
    fn the_widget_computes_the_same_colors() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../testdata/widget_look_cases.json")).expect("cases");
        for Case { accent, light, dark } in cases {
            let looks = Theme { accent: accent.clone(), ..Theme::default() }.looks();
            assert_eq!(serde_json::to_value(&looks.light).expect("colours"), light, "{accent} on light");
            assert_eq!(serde_json::to_value(&looks.dark).expect("colours"), dark, "{accent} on dark");
        }
    }

    #[test]
    fn whatever_the_accent_is_everything_can_be_read() {
        // Six values of each component.
        for number in 0..216_u8 {
            let accent = Color([number / 36, number / 6 % 6, number % 6].map(|step| step * 51)).written();
            let WidgetLooks { light, dark } = Theme { accent: accent.clone(), ..Theme::default() }.looks();
            for look in [light, dark] {
                let contrast = |one: &str, other: &str| {
                    Color::parse(one).expect("a colour").contrast(Color::parse(other).expect("a colour"))
                };
                for (text, behind) in [
                    (&look.fg, &look.bg),
                    (&look.fg, &look.soft),
                    (&look.dim, &look.bg),
                    (&look.fg, &look.over),
                    (&look.dim, &look.over),
                    (&look.dim, &look.soft),
                    (&look.on, &look.accent),
                    (&look.on, &look.hover),
                ] {
                    assert!(contrast(text, behind) >= MIN_TEXT_CONTRAST, "{accent}: {text} on {behind}");
                }
                for shape in [&look.accent, &look.edge] {
                    for behind in [&look.bg, &look.over] {
                        assert!(contrast(shape, behind) >= MIN_SHAPE_CONTRAST, "{accent}: {shape} on {behind}");
                    }
                }
            }
        }
    }

    #[test]
    fn overlays_on_a_dark_page_are_lighter_than_the_card() {
        let WidgetLooks { light, dark } = Theme::default().looks();
        let of = |colour: &str| Color::parse(colour).expect("a colour");
        assert_eq!(light.over, light.bg, "on a light page a shadow tells");
        let [bg, over, soft] = [&dark.bg, &dark.over, &dark.soft].map(|colour| of(colour).contrast(Color::BLACK));
        assert!(bg < over && over < soft, "{dark:?}");
    }
}
