//! `/auth/identities`: the identities that are linked to the caller's account.

use askline_app::{
    identities::{self, Begun},
    present_fields::every_field_present,
};
use askline_domain::{
    identity::{account_input::ProviderChoice, email_address::shown_email, linked_identity::LinkedIdentity},
    shared::{ids::LinkedIdentityId, rfc3339::Moment},
};
use axum::http::header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pipeline::{
        app::App,
        guard::cookies::FlowCookie,
        handling::{ApiError, Call, Input, Items, Json, NoTenant, Nothing, Reply},
    },
    resources::auth::visit,
};

/// An account at a sign-in provider that is linked to the account here.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LinkedIdentity", transform = every_field_present)]
pub struct LinkedIdentityView {
    /// The id, by which it can be unlinked.
    pub id: LinkedIdentityId,
    /// The provider's name in paths.
    pub provider: String,
    /// The provider's name for people; its name in paths if the operator removed it.
    pub title: String,
    /// The email address there, as of the last sign-in; empty if the provider named none.
    pub email: String,
    /// When it was linked.
    pub linked_at: Moment,
    /// When it last signed in.
    pub last_used_at: Moment,
}

impl LinkedIdentityView {
    fn of(app: &App, identity: LinkedIdentity) -> Self {
        Self {
            id: identity.id,
            title: app.settings().providers.title_of(&identity).to_owned(),
            provider: identity.provider,
            email: shown_email(&identity.email),
            linked_at: identity.created_at.into(),
            last_used_at: identity.last_used_at.into(),
        }
    }
}

/// Where to go on in order to link an identity, or to prove who is in the session.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ProviderVisit")]
pub struct BegunLink {
    /// The address at the provider, to be opened in this browser.
    pub location: String,
}

/// The identity in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityPath {
    /// Its id.
    pub identity_id: LinkedIdentityId,
}

/// The state of an unlinked identity.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "UnlinkedStatus")]
pub enum Unlinked {
    /// It no longer signs in.
    Unlinked,
}

/// An identity that was unlinked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnlinkedIdentity {
    /// Its id.
    pub id: LinkedIdentityId,
    /// Always `unlinked`.
    pub status: Unlinked,
}

/// Lists the identities that are linked to the caller's account, oldest first.
pub async fn list_linked_identities(
    call: Call<NoTenant>,
    _: Input,
) -> Result<Reply<Items<LinkedIdentityView>>, ApiError> {
    let user = call.session()?.user.id;
    let linked = call.app.ports().identities.identities_of(user).await?;
    let items = linked.into_iter().map(|identity| LinkedIdentityView::of(&call.app, identity)).collect();
    Ok(Reply::new(Items { items }))
}

/// Begins to link an identity to the caller's account.
pub async fn begin_identity_link(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ProviderChoice>>,
) -> Result<Reply<BegunLink>, ApiError> {
    sent_away(&call, identities::begin_link(&visit(&call), call.session()?, input.body.0).await?)
}

/// Begins to prove through a provider that it is still the caller who uses the session.
pub async fn begin_identity_proof(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ProviderChoice>>,
) -> Result<Reply<BegunLink>, ApiError> {
    sent_away(&call, identities::begin_proof(&visit(&call), call.session()?, input.body.0).await?)
}

fn sent_away(call: &Call<NoTenant>, begun: Begun) -> Result<Reply<BegunLink>, ApiError> {
    let cookie = FlowCookie::named(call, &begun.state).set(&begun.token);
    Ok(Reply::new(BegunLink { location: begun.location.into() }).header(header::SET_COOKIE, cookie).no_store())
}

/// Unlinks an identity from the caller's account.
pub async fn unlink_identity(
    call: Call<NoTenant>,
    input: Input<IdentityPath>,
) -> Result<Reply<UnlinkedIdentity>, ApiError> {
    let id = input.path.identity_id;
    identities::unlink(&visit(&call), call.session()?, id).await?;
    Ok(Reply::new(UnlinkedIdentity { id, status: Unlinked::Unlinked }))
}
