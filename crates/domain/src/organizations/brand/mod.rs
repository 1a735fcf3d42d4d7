//! The brand under which an organization shows reports and shared links.
//!
//! What is stored is what was chosen. What is shown can be read: see `accent`.

mod accent;
mod input;
mod logo;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    accent::{AccentTones, BrandAccent},
    input::BrandEdit,
    logo::{BrandLogo, LOGO_DIGEST_CHARACTERS, MAX_LOGO_BYTES, MAX_LOGO_PIXELS, MAX_STORED_LOGO_BYTES},
};
use crate::shared::ids::OrgId;

/// What the addresses of logos begin with.
pub const LOGO_PATH: &str = "/brand/";

/// The brand of an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Brand {
    /// The name that stands where Askline's would.
    pub name: String,
    /// The color of actions, `#rrggbb`; Askline's own if left out.
    pub accent: Option<String>,
    /// Where replies to reports go.
    pub reply_to: Option<String>,
    /// Whether the foot says "measured with Askline".
    pub measured_with: bool,
    /// The digest of the logo, which its address contains.
    pub logo: Option<String>,
}

/// A brand as people without an account see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownBrand {
    /// The name that stands where Askline's would.
    pub name: String,
    /// The address of the logo on this instance; null without one. It changes with the logo.
    pub logo_url: Option<String>,
    /// The colors of actions, made readable; null for Askline's own.
    pub accent: Option<BrandAccent>,
    /// Whether the foot says "measured with Askline".
    pub measured_with: bool,
}

impl Brand {
    /// The brand of an organization with this name that has chosen nothing else.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), accent: None, reply_to: None, measured_with: true, logo: None }
    }

    /// The address of the logo on the instance.
    pub fn logo_url(&self, org: OrgId) -> Option<String> {
        self.logo.as_ref().map(|digest| format!("{LOGO_PATH}{org}/{digest}.png"))
    }

    /// The colors of actions, if one was chosen.
    pub fn readable_accent(&self) -> Option<BrandAccent> {
        self.accent.as_deref().and_then(BrandAccent::of)
    }

    /// The brand as people see it.
    pub fn shown(&self, org: OrgId) -> ShownBrand {
        ShownBrand {
            name: self.name.clone(),
            logo_url: self.logo_url(org),
            accent: self.readable_accent(),
            measured_with: self.measured_with,
        }
    }
}
