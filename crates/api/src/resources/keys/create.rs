//! `POST /keys`: creates an API key.

use askline_app::{keys, sites::own_ids};
use askline_domain::keys::input::NewKey;

use super::{KeyView, KeyWithPlaintext, check_grantable, creator};
use crate::pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply};

/// Creates a key and shows it once.
pub async fn create_api_key(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewKey>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let Json(new) = input.body;
    let at = call.request.at;
    check_grantable(call.tenant.role, new.known_scopes())?;
    let own_sites = own_ids(&*call.app.ports().sites, call.tenant.id, &new.named_sites()).await?;
    let settings = new.check(&own_sites, at)?;

    let (tenant, keys) = (&call.tenant, &*call.app.ports().keys);
    let organization = (tenant.id, tenant.plan);
    let made = keys::create(keys, organization, settings, Some(creator(&call)?), &call.audit_context()).await?;
    let view = KeyView::of(&call.app, &made.record, tenant.plan, at);
    KeyWithPlaintext { record: view, key: Some(made.key.expose().to_owned()) }.reply()
}
