//! `POST /keys/:id/rotate`: a new key with the same settings; the old one ends after an overlap. Widens no plan.

use askline_app::ports::keys::KeyRotation;
use askline_domain::{
    keys::{ApiKey, KeyStatus, input::Rotation},
    shared::ids::{Id as _, KeyId},
};
use jiff::SignedDuration;
use serde_json::json;

use super::{KeyPath, KeyView, KeyWithPlaintext, check_grantable, creator, too_many_made};
use crate::pipeline::{
    call::Call,
    caller::OrgAccess,
    error::{ApiError, Code},
    request::input::{Input, Nothing, OptionalJson},
    response::reply::Reply,
};

/// Replaces a key and shows the new one once. The two share one place among the plan's keys and one sliding minute. The new
/// key lives as long as the old one was made for. A key that the old one had replaced ends at once.
pub async fn rotate_api_key(
    call: Call<OrgAccess>,
    input: Input<KeyPath, Nothing, OptionalJson<Rotation>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let at = call.request.at;
    let keys = &call.app.ports().keys;
    let absent = || ApiError::not_found("API key");
    let old = keys.key(call.tenant.id, input.path.key_id).await?.ok_or_else(absent)?;
    let OptionalJson(rotation) = input.body;
    let overlap_seconds = rotation.check()?;
    check_grantable(call.tenant.role, old.scopes.iter())?;

    let key = ApiKey::generate(&mut rand::rng());
    let new = old.successor(KeyId::new(at, &mut rand::rng()), &key, Some(creator(&call)?), at);
    let audit = call.audit(
        call.tenant.id,
        "key.rotated",
        vec![old.audit_target(), new.audit_target()],
        json!({ "replacedById": new.id, "overlapSeconds": overlap_seconds }),
    );
    let old_ends_at = at + SignedDuration::from_secs(i64::from(overlap_seconds));
    match keys.rotate_key(old.id, &new, old_ends_at, at, audit).await? {
        KeyRotation::Rotated(_) => {}
        KeyRotation::NotRotatable(status) => return Err(not_rotatable(status)),
        KeyRotation::DayLimitReached => return Err(too_many_made()),
        KeyRotation::Missing => return Err(absent()),
    }
    let record = KeyView::of(&call.app, &new, call.tenant.plan, at);
    KeyWithPlaintext { record, key: Some(key.expose().to_owned()) }.reply()
}

fn not_rotatable(status: KeyStatus) -> ApiError {
    let message = match status {
        KeyStatus::Active => "This key was replaced already: rotate the one that replaced it.",
        KeyStatus::Expired => "This key is past its end. Create a new one.",
        KeyStatus::Revoked => "This key was revoked. Create a new one.",
    };
    ApiError::new(Code::Conflict, message)
}
