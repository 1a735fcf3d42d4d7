//! The brand of a report by email, with everything that the email needs.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};

use crate::organizations::brand::{Brand, BrandAccent};

/// The brand of a report by email.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MailBrand {
    /// The name that stands where Askline's would.
    pub name: String,
    /// The colors of the button and of links; Askline's own if left out.
    pub accent: Option<BrandAccent>,
    /// Where replies go; the instance's own address if left out.
    pub reply_to: Option<String>,
    /// Whether the foot says "measured with Askline".
    pub measured_with: bool,
    /// The logo, a PNG in base64. It is a part of the email, because an email loads nothing.
    pub logo_png: Option<String>,
}

impl MailBrand {
    /// The brand of an email, with the file of its logo.
    pub fn new(brand: Brand, logo: Option<&[u8]>) -> Self {
        Self {
            accent: brand.readable_accent(),
            name: brand.name,
            reply_to: brand.reply_to,
            measured_with: brand.measured_with,
            logo_png: logo.map(|png| STANDARD.encode(png)),
        }
    }

    /// The file of the logo.
    pub fn logo(&self) -> Option<Vec<u8>> {
        STANDARD.decode(self.logo_png.as_deref()?).ok()
    }
}
