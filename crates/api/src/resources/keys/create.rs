//! `POST /keys`.

use askline_app::ports::keys::KeyCreation;
use askline_domain::{
    keys::{ApiKey, KeyRecord, input::NewKey},
    shared::{
        ids::{Id as _, KeyId},
        rfc3339::Moment,
    },
};
use serde_json::json;

use super::{KeyView, KeyWithPlaintext, check_grantable, creator, too_many_made};
use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::ApiError,
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::sites::{ids_of, own_sites},
};

/// Makes a key and shows it once.
pub async fn create_api_key(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewKey>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let Json(new) = input.body;
    let at = call.request.at;
    check_grantable(call.tenant.role, new.known_scopes())?;
    let own_sites = own_sites(&call, &new.named_sites()).await?;
    let settings = new.check(&ids_of(&own_sites), at)?;

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
