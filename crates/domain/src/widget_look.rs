//! The widget's colours on a light and on a dark ground, computed once for a site and not on every reader's device. A blended
//! widget takes its colours from the page: `widget/src/extras/blend.ts`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    color::Color,
    widget_config::{Preset, Theme},
};

/// Contrast that text needs. <https://www.w3.org/TR/WCAG22/#contrast-minimum>
const TEXT_CONTRAST_LEAST: f64 = 4.5;
/// Contrast that a button and the ring around what has the focus need against what is behind them.
/// <https://www.w3.org/TR/WCAG22/#non-text-contrast>
pub(crate) const SHAPE_CONTRAST_LEAST: f64 = 3.0;
/// What a light and a dark theme paint behind the widget.
pub(crate) const LIGHT: Color = Color::WHITE;
pub(crate) const DARK: Color = Color([0x17, 0x19, 0x1d]);

/// What the widget wears, by the ground that the page has behind it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WidgetLooks {
    /// On a light ground.
    pub light: WidgetLook,
    /// On a dark one.
    pub dark: WidgetLook,
}

/// Colours, each `#rrggbb`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WidgetLook {
    /// Behind everything.
    pub bg: String,
    /// Text.
    pub fg: String,
    /// Text of less weight.
    pub dim: String,
    /// Thin lines.
    pub line: String,
    /// The frame of what can be filled in, and of what stands above the page.
    pub edge: String,
    /// Behind what is set apart.
    pub soft: String,
    /// What can be pressed first, and the ring around what has the focus.
    pub accent: String,
    /// Text on that.
    pub on: String,
}

impl Theme {
    /// What the widget wears: every text and shape can be read, whatever the accent is.
    pub fn looks(&self) -> WidgetLooks {
        let accent = Color::parse(&self.accent);
        WidgetLooks { light: look(LIGHT, Color::BLACK, accent), dark: look(DARK, Color::WHITE, accent) }
    }
}

fn look(ground: Color, ink: Color, accent: Option<Color>) -> WidgetLook {
    let fg = ink.mixed(ground, 0.1).readable(ink, ground, TEXT_CONTRAST_LEAST);
    let soft = ground.mixed(fg, 0.05);
    let line = ground.mixed(fg, 0.15);
    let accent = accent.unwrap_or(ink).readable(ink, ground, SHAPE_CONTRAST_LEAST);
    let on = if Color::WHITE.contrast(accent) >= TEXT_CONTRAST_LEAST { Color::WHITE } else { Color::BLACK };
    WidgetLook {
        bg: ground.written(),
        fg: fg.written(),
        dim: fg.mixed(ground, 0.35).readable(fg, soft, TEXT_CONTRAST_LEAST).written(),
        line: line.written(),
        edge: line.readable(fg, ground, SHAPE_CONTRAST_LEAST).written(),
        soft: soft.written(),
        accent: accent.written(),
        on: on.written(),
    }
}

/// The one ground on which a mark of that colour can be seen; none where it can be seen on both.
pub(crate) fn only_ground_of(color: Color) -> Option<Ground> {
    let shows = |ground: Color| color.contrast(ground) >= SHAPE_CONTRAST_LEAST;
    match (shows(LIGHT), shows(DARK)) {
        (true, false) => Some(Ground::Light),
        (false, true) => Some(Ground::Dark),
        _ => None,
    }
}

/// What the page has behind the widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Something light.
    Light,
    /// Something dark.
    Dark,
}

impl Preset {
    /// What is behind the widget, as far as it is known here, and which way colours are mended.
    pub(crate) fn behind(self) -> (Color, &'static str) {
        if self == Self::Dark { (DARK, "lighter") } else { (LIGHT, "darker") }
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
    fn the_widget_computes_the_same_colours() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../testdata/widget_look_cases.json")).expect("cases");
        for Case { accent, light, dark } in cases {
            let looks = Theme { accent: accent.clone(), ..Theme::default() }.looks();
            assert_eq!(serde_json::to_value(&looks.light).expect("colours"), light, "{accent} on light");
            assert_eq!(serde_json::to_value(&looks.dark).expect("colours"), dark, "{accent} on dark");
        }
    }

    #[test]
    fn whatever_the_accent_is_everything_can_be_read() {
        // Six steps of each part.
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
                    (&look.dim, &look.soft),
                    (&look.on, &look.accent),
                ] {
                    assert!(contrast(text, behind) >= TEXT_CONTRAST_LEAST, "{accent}: {text} on {behind}");
                }
                for shape in [&look.accent, &look.edge] {
                    assert!(contrast(shape, &look.bg) >= SHAPE_CONTRAST_LEAST, "{accent}: {shape} on {}", look.bg);
                }
            }
        }
    }

    #[test]
    fn every_colour_can_be_seen_on_one_ground_at_least() {
        assert_eq!(only_ground_of(Color::BLACK), Some(Ground::Light));
        assert_eq!(only_ground_of(Color::WHITE), Some(Ground::Dark));
        assert_eq!(only_ground_of(Color([0x80; 3])), None);
    }
}
