//! Warnings about a valid configuration.
//!
//! They report settings without effect, and colors that the widget changes because they would be hard to see.

use crate::{
    colors::{Color, background::MIN_SHAPE_CONTRAST},
    platforms::icons::{self, Marks},
    widget::{config::WidgetConfig, placement::PlacementMode},
};

/// A warning about a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigRemark {
    /// The path of the setting.
    pub path: &'static str,
    /// The stable code of the warning.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
}

impl WidgetConfig {
    /// The warnings about this configuration.
    pub fn remarks(&self) -> Vec<ConfigRemark> {
        [self.preview_remark(), self.side_remark(), self.accent_remark(), self.marks_remark()]
            .into_iter()
            .flatten()
            .collect()
    }

    fn preview_remark(&self) -> Option<ConfigRemark> {
        let message = "Readers always see what is asked before it is sent, so false has no effect.".to_owned();
        (!self.privacy.show_prompt_preview).then_some(ConfigRemark {
            path: "privacy.showPromptPreview",
            code: "NO_EFFECT",
            message,
        })
    }

    fn side_remark(&self) -> Option<ConfigRemark> {
        let placement = &self.placement;
        let differs = placement.mode == PlacementMode::Floating && placement.side != placement.position.side();
        differs.then(|| ConfigRemark {
            path: "placement.position",
            code: "POSITION_SIDE_IGNORED",
            message: format!(
                "placement.side counts for left and right; of '{}' only top or bottom has an effect.",
                placement.position.as_str()
            ),
        })
    }

    fn accent_remark(&self) -> Option<ConfigRemark> {
        let (behind, shade) = self.theme.preset.behind();
        let found = Color::parse(&self.theme.accent)?.contrast(behind);
        (found < MIN_SHAPE_CONTRAST).then(|| ConfigRemark {
            path: "theme.accent",
            code: "ACCENT_ADJUSTED",
            message: format!(
                "{} has a contrast of {found:.1} : 1 against what is behind it. Readers get a {shade} shade with at least \
                 {MIN_SHAPE_CONTRAST} : 1.",
                self.theme.accent
            ),
        })
    }

    fn marks_remark(&self) -> Option<ConfigRemark> {
        let (behind, _) = self.theme.preset.behind();
        let is_pale = |id: &&str| {
            let color = icons::of_platform(id).and_then(|mark| Color::parse(mark.color.as_deref()?));
            color.is_some_and(|color| color.contrast(behind) < MIN_SHAPE_CONTRAST)
        };
        let pale: Vec<&str> = self.enabled_platform_ids().into_iter().filter(is_pale).collect();
        (self.theme.marks == Marks::Brand && !pale.is_empty()).then(|| ConfigRemark {
            path: "theme.marks",
            code: "MARK_ADJUSTED",
            message: format!(
                "In their own color these marks would be hard to see, so they get the text color: {}.",
                pale.join(", ")
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        platforms::known_ids::KnownIds,
        shared::ids::{Id as _, QuestionId},
        widget::config_input::WidgetConfigInput,
    };

    fn check_remarks(body: Value, expected: &[(&str, &str)]) {
        let input: WidgetConfigInput = serde_json::from_value(body.clone()).expect("a body of the right shape");
        let known = KnownIds { platforms: &["claude", "mistral"], ..KnownIds::default() };
        let config = input.check(&known, &mut || QuestionId::from_bits(1)).expect("a valid configuration");
        let found: Vec<(&str, &str)> = config.remarks().iter().map(|remark| (remark.path, remark.code)).collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn settings_that_are_adjusted_or_have_no_effect_are_reported() {
        check_remarks(json!({}), &[]);
        check_remarks(
            json!({ "privacy": { "showPromptPreview": false } }),
            &[("privacy.showPromptPreview", "NO_EFFECT")],
        );
        check_remarks(json!({ "theme": { "accent": "#ffd400" } }), &[("theme.accent", "ACCENT_ADJUSTED")]);
        check_remarks(json!({ "theme": { "accent": "#ffd400", "preset": "dark" } }), &[]);
        check_remarks(
            json!({ "theme": { "accent": "#102040", "preset": "dark" } }),
            &[("theme.accent", "ACCENT_ADJUSTED")],
        );
        let floating =
            |side: &str| json!({ "placement": { "mode": "floating", "position": "bottom-left", "side": side } });
        check_remarks(floating("end"), &[("placement.position", "POSITION_SIDE_IGNORED")]);
        check_remarks(floating("start"), &[]);
        let marks = |id: &str| json!({ "platforms": [{ "id": id }], "theme": { "marks": "brand" } });
        check_remarks(marks("mistral"), &[("theme.marks", "MARK_ADJUSTED")]);
        check_remarks(marks("claude"), &[]);
    }
}
