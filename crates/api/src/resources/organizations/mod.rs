//! Creates, shows, renames and deletes organizations. Members are in `members`.

mod change;
mod create;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::secret::SecretDigest,
    organizations::{
        Organization, SeatCount,
        brand::BrandAccent,
        plan::{Plan, PlanLimits},
    },
    shared::{ids::OrgId, rfc3339::Moment},
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

pub use change::{delete_organization, update_organization};
pub use create::{check_organizations_can_be_created, create_organization};

use crate::pipeline::handling::{ApiError, Call, Input, OrgAccess, Reply};

/// An organization.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Organization")]
pub struct OrganizationView {
    /// The id.
    pub id: OrgId,
    /// The name.
    pub name: String,
    /// Lower-case letters, digits and hyphens; unique.
    pub slug: String,
    /// When it was created.
    pub created_at: Moment,
    /// Its plan.
    pub plan: PlanView,
    /// Its seats.
    pub seats: SeatsView,
    /// Whether members reach it only with a second factor.
    pub require_second_factor: bool,
    /// Whether members' browsers may be remembered, so that they do not ask for the second factor for 30 days.
    pub remember_browsers: bool,
    /// The brand under which reports and shared links are shown; null for Askline's.
    #[schemars(default)]
    pub brand: Option<BrandView>,
}

/// A brand, as it was chosen and as it is shown.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Brand", transform = every_field_present)]
pub struct BrandView {
    /// The name that stands where Askline's would.
    pub name: String,
    /// The color of actions, `#rrggbb`; null for Askline's own.
    pub accent: Option<String>,
    /// The tones of that color that are shown: readable on light and dark grounds.
    pub readable_accent: Option<BrandAccent>,
    /// The address of the logo on this instance; null without one. It changes with the logo.
    pub logo_url: Option<String>,
    /// The address that replies to reports go to; null for the instance's own.
    pub reply_to: Option<String>,
    /// Whether the foot says "measured with Askline".
    pub measured_with: bool,
}

/// A plan.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlanDetail")]
pub struct PlanView {
    /// The id.
    pub id: Plan,
    /// The name.
    pub name: String,
    /// The maximum number of requests per minute for each key; 0 if the plan has no keys.
    pub requests_per_minute: u32,
    /// Its limits.
    pub limits: PlanLimits,
}

/// The seats of an organization.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Seats", transform = every_field_present)]
pub struct SeatsView {
    /// Seats of the plan; null means unlimited.
    pub total: Option<u32>,
    /// Members who have joined.
    pub used: u32,
    /// Invitations that are not accepted yet.
    pub pending: u32,
}

impl OrganizationView {
    fn of(organization: Organization, seats: SeatCount) -> Self {
        let plan = organization.plan;
        let limits = plan.limits();
        Self {
            id: organization.id,
            name: organization.name,
            slug: organization.slug,
            created_at: organization.created_at.into(),
            plan: PlanView {
                id: plan,
                name: plan.name().into(),
                requests_per_minute: limits.requests_per_minute,
                limits,
            },
            seats: SeatsView { total: limits.seats, used: seats.used, pending: seats.pending },
            require_second_factor: organization.sign_in_rules.require_second_factor,
            remember_browsers: organization.sign_in_rules.remember_browsers,
            brand: organization.brand.map(|brand| BrandView {
                readable_accent: brand.readable_accent(),
                logo_url: brand.logo_url(organization.id),
                name: brand.name,
                accent: brand.accent,
                reply_to: brand.reply_to,
                measured_with: brand.measured_with,
            }),
        }
    }
}

/// Shows the organization.
pub async fn show_organization(call: Call<OrgAccess>, _: Input) -> Result<Reply<OrganizationView>, ApiError> {
    let organizations = &call.app.ports().organizations;
    let organization = organizations.organization(call.tenant.id).await?;
    let organization = organization.ok_or_else(|| ApiError::not_found("organization"))?;
    let seats = organizations.seats(call.tenant.id).await?;
    with_tag(organization, seats)
}

/// The current state of an organization for `If-Match`: a digest of the fields that can be changed.
fn state_of(organization: &Organization) -> String {
    let rules = organization.sign_in_rules;
    let Organization { name, slug, brand, .. } = organization;
    let changeable = json!([name, slug, rules.require_second_factor, rules.remember_browsers, brand]).to_string();
    hex::encode(&SecretDigest::of_bytes(changeable.as_bytes()).0[..12])
}

/// An organization with its entity tag, which identifies the whole response and begins with the state that `If-Match` compares.
fn with_tag(organization: Organization, seats: SeatCount) -> Result<Reply<OrganizationView>, ApiError> {
    let state = state_of(&organization);
    let view = OrganizationView::of(organization, seats);
    let told = serde_json::to_vec(&view).map_err(ApiError::internal)?;
    let tag = format!("W/\"{state}-{}\"", hex::encode(&SecretDigest::of_bytes(&told).0[..12]));
    let tag = HeaderValue::try_from(tag).map_err(ApiError::internal)?;
    Ok(Reply::new(view).header(header::ETAG, tag))
}
