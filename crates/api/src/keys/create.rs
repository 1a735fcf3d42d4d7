//! `POST /keys`.

use askline_domain::{
    api_key::{ApiKey, KeyRecord, NewKey},
    id::{Id as _, KeyId, SiteId},
    moment::Moment,
    ports::KeyCreation,
};
use serde_json::json;

use super::{KeyView, KeyWithPlaintext, check_grantable, creator, too_many_made};
use crate::{
    caller::{Call, OrgAccess},
    error::ApiError,
    input::{Input, Json, Nothing},
    reply::Reply,
};

/// Makes a key and shows it once.
pub async fn create_api_key(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewKey>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let Json(new) = input.body;
    let at = call.request.at;
    check_grantable(call.tenant.role, new.known_scopes())?;
    let own_sites = own_sites(&call, &new).await?;
    let settings = new.check(&own_sites, at)?;

    let key = ApiKey::generate(&mut rand::rng());
    let id = KeyId::new(at, &mut rand::rng());
    let record = KeyRecord::new(id, call.tenant.id, &key, settings, Some(creator(&call)?), at);
    let plan = call.tenant.plan;
    let most = plan.limits().keys;
    let audit = call.audit(
        call.tenant.id,
        "key.created",
        vec![record.audit_target()],
        json!({
            "scopes": record.scopes,
            "siteIds": record.site_ids,
            "allowedIps": record.allowed_ips,
            "expiresAt": record.expires_at.map(Moment),
        }),
    );
    match call.app.ports().keys.create_key(&record, most, audit).await? {
        KeyCreation::Created => {}
        KeyCreation::LimitReached => {
            return Err(ApiError::limit_reached(format!(
                "The {} plan allows {most} active keys, one with its replacement counting once. Revoke one or raise the plan.",
                plan.name()
            )));
        }
        KeyCreation::DayLimitReached => return Err(too_many_made()),
    }
    let view = KeyView::of(&call.app, &record, plan, at);
    KeyWithPlaintext { record: view, key: Some(key.expose().to_owned()) }.reply()
}

/// The sites of the key that are the organization's.
async fn own_sites(call: &Call<OrgAccess>, new: &NewKey) -> Result<Vec<SiteId>, ApiError> {
    let mut own = Vec::new();
    for id in new.named_sites() {
        if call.app.site(id).await?.is_some_and(|entry| entry.site.org_id == call.tenant.id) {
            own.push(id);
        }
    }
    Ok(own)
}
