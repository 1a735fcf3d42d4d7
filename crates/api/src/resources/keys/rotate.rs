//! `POST /keys/:id/rotate`: replaces a key with a new one. The settings stay the same; the old key expires after an overlap.

use askline_app::keys;
use askline_domain::keys::input::Rotation;

use super::{KeyPath, KeyView, KeyWithPlaintext, check_grantable, creator};
use crate::pipeline::handling::{ApiError, Call, Input, Nothing, OptionalJson, OrgAccess, Reply};

/// Replaces a key and shows the new one once. The two count as one of the plan's keys and share one rate limit. The new key
/// gets the old one's original lifetime. If the old key had itself replaced one, that key is no longer accepted.
pub async fn rotate_api_key(
    call: Call<OrgAccess>,
    input: Input<KeyPath, Nothing, OptionalJson<Rotation>>,
) -> Result<Reply<KeyWithPlaintext>, ApiError> {
    let at = call.request.at;
    let keys = &*call.app.ports().keys;
    let absent = || ApiError::not_found("API key");
    let old = keys.key(call.tenant.id, input.path.key_id).await?.ok_or_else(absent)?;
    let OptionalJson(rotation) = input.body;
    let overlap_seconds = rotation.check()?;
    check_grantable(call.tenant.role, old.scopes.iter())?;

    let (made, _) = keys::rotate(keys, &old, overlap_seconds, Some(creator(&call)?), &call.audit_context()).await?;
    let record = KeyView::of(&call.app, &made.record, call.tenant.plan, at);
    KeyWithPlaintext { record, key: Some(made.key.expose().to_owned()) }.reply()
}
