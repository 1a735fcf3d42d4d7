//! `POST /keys`.

use askline_domain::{
    api_key::{ApiKey, KeyCreator, KeyRecord},
    id::{Id as _, KeyId},
    ports::KeyCreation,
    violation::Violations,
};
use serde_json::json;

use super::{CheckedKey, KeyView, KeyWithPlaintext, NewKey, check_grantable, new_key::unknown_site};
use crate::{
    caller::{Call, OrgAccess},
    error::ApiError,
    input::{Input, Json, Nothing},
    moment::Moment,
    reply::Reply,
};

/// Makes a key and shows it once.
pub async fn create_api_key(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewKey>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let Json(new) = input.body;
    let mut violations = Violations::new();
    let checked = new.check(call.request.at, &mut violations);
    check_grantable(call.tenant.role, checked.scopes.iter())?;
    check_sites(&call, &new, &checked, &mut violations).await?;
    let checked = violations.finish(checked)?;

    let key = ApiKey::generate(&mut rand::rng());
    let record = record_of(&call, &key, checked)?;
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
    }
    let view = KeyView::of(&call.app, &record, plan, call.request.at);
    KeyWithPlaintext { record: view, key: Some(key.expose().to_owned()) }.reply()
}

/// Notes sites that do not exist or belong to another organization; the two look alike.
async fn check_sites(
    call: &Call<OrgAccess>,
    new: &NewKey,
    checked: &CheckedKey,
    violations: &mut Violations,
) -> Result<(), ApiError> {
    for id in checked.site_ids.iter().flatten() {
        let site = call.app.site(*id).await?;
        if site.is_none_or(|entry| entry.site.org_id != call.tenant.id) {
            let text = id.to_string();
            let place = new.site_ids.iter().flatten().position(|given| *given == text).unwrap_or_default();
            unknown_site(place, &text, violations);
        }
    }
    Ok(())
}

fn record_of(call: &Call<OrgAccess>, key: &ApiKey, checked: CheckedKey) -> Result<KeyRecord, ApiError> {
    let user = &call.session()?.user;
    let id = KeyId::new(call.request.at, &mut rand::rng());
    Ok(KeyRecord {
        id,
        org_id: call.tenant.id,
        name: checked.name,
        masked: key.masked(),
        digest: key.digest(),
        scopes: checked.scopes,
        site_ids: checked.site_ids,
        allowed_ips: checked.allowed_ips,
        created_at: call.request.at,
        created_by: Some(KeyCreator { id: user.id, email: user.email.clone() }),
        expires_at: checked.expires_at,
        last_used_at: None,
        chain_id: id,
        rotated_from_id: None,
        replaced_by_id: None,
        revoked_at: None,
    })
}
