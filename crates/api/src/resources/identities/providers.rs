//! `GET /auth/providers`: the providers to sign in with, for the sign-in page.

use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, Items, NoTenant, Reply};

/// How a provider signs people in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "SignInProviderKind")]
pub enum ProviderKind {
    /// OpenID Connect: open `/api/v1/auth/oidc/{name}` in the browser.
    Oidc,
    /// A gate in front of this service that names people in headers: send `POST /api/v1/auth/header`.
    Header,
}

/// A provider to sign in with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignInProvider")]
pub struct ProviderView {
    /// Its name in paths.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// How it signs people in.
    pub kind: ProviderKind,
}

/// Lists the providers to sign in with.
pub async fn list_sign_in_providers(call: Call<NoTenant>, _: Input) -> Result<Reply<Items<ProviderView>>, ApiError> {
    let providers = &call.app.settings().providers;
    let view = |provider: &askline_domain::identity::provider::Provider, kind| ProviderView {
        name: provider.name.clone(),
        title: provider.title.clone(),
        kind,
    };
    let oidc = providers.oidc.iter().map(|provider| view(provider, ProviderKind::Oidc));
    let gate = providers.gate.iter().map(|gate| view(gate, ProviderKind::Header));
    Ok(Reply::new(Items { items: oidc.chain(gate).collect() }))
}
