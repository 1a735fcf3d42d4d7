//! Input about a brand, and its checks.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Brand, BrandLogo, MAX_LOGO_BYTES};
use crate::{
    colors::Color,
    identity::{
        email_address::{MAX_EMAIL_BYTES, check_email},
        names::{MAX_NAME_CHARACTERS, check_organization_name},
    },
    shared::{edited_field::given, violation::Violations},
};

/// The form of a color.
const COLOR_PATTERN: &str = "^#[0-9a-fA-F]{6}$";
/// The maximum length of a logo as base64.
const MAX_LOGO_CHARACTERS: usize = MAX_LOGO_BYTES.div_ceil(3) * 4;

/// Changes to a brand; omitted fields stay unchanged. A new brand, also from an empty object, has the organization's name, and neither logo nor color.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "BrandUpdate")]
pub struct BrandEdit {
    /// The name that stands where Askline's would.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", length(min = 1, max = MAX_NAME_CHARACTERS), skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The color of actions, `#rrggbb`; null for Askline's own. Where it could not be read, a darker or lighter tone is shown.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", regex(pattern = COLOR_PATTERN), skip_serializing_if = "Option::is_none")]
    pub accent: Option<Option<String>>,
    /// The logo as base64: a still PNG of at most 64 KiB and 2,000 × 2,000 pixels; null removes it. Only its pixels are stored.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(max = MAX_LOGO_CHARACTERS), extend("contentEncoding" = "base64"), skip_serializing_if = "Option::is_none")]
    pub logo_png: Option<Option<String>>,
    /// The address that replies to reports go to; null for the instance's own.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<String>", length(max = MAX_EMAIL_BYTES), skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<Option<String>>,
    /// Whether the foot says "measured with Askline".
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "bool", skip_serializing_if = "Option::is_none")]
    pub measured_with: Option<bool>,
}

impl BrandEdit {
    /// Returns the brand after the change with its new logo, if it has one, or adds everything that is wrong with the change.
    pub fn check(self, before: Brand, violations: &mut Violations) -> (Brand, Option<BrandLogo>) {
        let mut brand = before;
        if let Some(name) = self.name {
            brand.name = check_organization_name("brand.name", &name, violations);
        }
        if let Some(accent) = self.accent {
            brand.accent = accent.map(|color| checked_color(color, violations));
        }
        if let Some(reply_to) = self.reply_to {
            brand.reply_to = reply_to.and_then(|address| check_email("brand.replyTo", &address, violations));
        }
        if let Some(measured_with) = self.measured_with {
            brand.measured_with = measured_with;
        }
        let mut logo = None;
        if let Some(png) = self.logo_png {
            logo = png.and_then(|text| {
                BrandLogo::check("brand.logoPng", &text).map_err(|fault| violations.extend([fault])).ok()
            });
            brand.logo = logo.as_ref().map(|logo| logo.digest.clone());
        }
        (brand, logo)
    }
}

fn checked_color(color: String, violations: &mut Violations) -> String {
    let color = color.to_ascii_lowercase();
    if Color::parse(&color).is_none() {
        let message = "brand.accent must be '#' and six hexadecimal digits, as in '#1d4f91'.";
        violations.add("brand.accent", "INVALID_COLOR", message);
    }
    color
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn omitted_fields_of_a_brand_stay_and_null_clears() {
        let before = Brand {
            accent: Some("#112233".into()),
            reply_to: Some("ada@acme.example".into()),
            logo: Some("d".into()),
            ..Brand::named("Acme")
        };
        let check = |body: serde_json::Value| {
            let edit: BrandEdit = serde_json::from_value(body).expect("the right types");
            let mut violations = Violations::new();
            let checked = edit.check(before.clone(), &mut violations);
            violations.finish(checked).map_err(|found| found.into_iter().map(|one| one.code).collect::<Vec<_>>())
        };
        assert_eq!(check(json!({})), Ok((before.clone(), None)));
        let cleared =
            json!({ "accent": null, "logoPng": null, "replyTo": null, "name": " Other ", "measuredWith": false });
        assert_eq!(check(cleared), Ok((Brand { measured_with: false, ..Brand::named("Other") }, None)));
        let wrong = json!({ "name": "a\nb", "accent": "red", "replyTo": "nobody", "logoPng": "AAAA" });
        let codes = ["CONTROL_CHARACTER", "INVALID_COLOR", "INVALID_EMAIL", "NOT_A_PNG"];
        assert_eq!(check(wrong), Err(codes.map(str::to_owned).to_vec()));
    }
}
