//! `POST /auth/link`: begins a session of a shared link with its token. `POST /auth/link/brand`: whose link it is.

use askline_app::{present_fields::every_field_present, shared_links};
use askline_domain::{
    identity::password::MAX_PASSWORD_CHARACTERS,
    organizations::brand::ShownBrand,
    shared::{hidden_characters::check_one_line, ids::SiteId, rfc3339::Moment, violation::Violations},
    shared_links::{LinkFilter, LinkRange, SharedPanel},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply};

/// The maximum length of a token in a request; a link's is shorter.
const MAX_TOKEN_CHARACTERS: usize = 100;

/// The token of a link, and its password if it has one.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkToken")]
pub struct LinkToken {
    /// The token: the part after `#` in the link.
    #[schemars(length(max = MAX_TOKEN_CHARACTERS))]
    pub token: String,
    /// The password, if the link has one.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub password: Option<String>,
}

/// A session of a shared link. It reads `GET /links/{siteId}/view`, and the reports of the link's panels.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SharedLinkSession", transform = every_field_present)]
pub struct LinkSession {
    /// The session's token, `ls_…`.
    pub token: String,
    /// When the session expires: in 12 hours, or with the link.
    pub session_expires_at: Moment,
    /// The site.
    pub site_id: SiteId,
    /// The link's name.
    pub name: String,
    /// What it shows.
    pub panels: Vec<SharedPanel>,
    /// What every number is limited to.
    pub filter: LinkFilter,
    /// The days that it shows.
    pub range: LinkRange,
    /// When the link expires; null for never.
    pub expires_at: Option<Moment>,
}

/// `POST /auth/link`
pub async fn open_shared_link(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<LinkToken>>,
) -> Result<Reply<LinkSession>, ApiError> {
    let Json(LinkToken { token, password }) = input.body;
    let from = (call.request.address, call.request.at);
    let opened = shared_links::open(call.app.instance(), (&token, password), from).await?;
    let link = opened.link;
    Ok(Reply::new(LinkSession {
        token: opened.token.expose().to_owned(),
        session_expires_at: opened.expires_at.into(),
        site_id: link.site_id,
        name: link.settings.name,
        panels: link.settings.panels,
        filter: link.settings.filter,
        range: link.settings.range,
        expires_at: link.expires_at.map(Moment),
    })
    .no_store())
}

/// The token of a link.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SharedLinkBrandToken")]
pub struct BrandToken {
    /// The token: the part after `#` in the link.
    #[schemars(length(max = MAX_TOKEN_CHARACTERS))]
    pub token: String,
}

/// Whose link it is.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SharedLinkBrand {
    /// The organization's brand; null for Askline's, and for a link that is unknown, ended or expired.
    pub brand: Option<ShownBrand>,
}

/// `POST /auth/link/brand`
pub async fn show_shared_link_brand(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<BrandToken>>,
) -> Result<Reply<SharedLinkBrand>, ApiError> {
    let token = input.body.0.token.trim();
    let mut violations = Violations::new();
    check_one_line("token", token, &mut violations);
    violations.finish(())?;
    let brand = shared_links::brand(call.app.ports(), token, call.request.at).await?;
    Ok(Reply::new(SharedLinkBrand { brand }).no_store())
}
