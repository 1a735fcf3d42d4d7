//! `POST /keys/:id/rotate`: a new key with the same settings; the old one ends after an overlap. Widens no plan.

use askline_domain::{
    api_key::{ApiKey, KeyCreator, KeyRecord, KeyStatus},
    id::{Id as _, KeyId},
    ports::KeyRotation,
    violation::Violations,
};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{KeyPath, KeyView, KeyWithPlaintext, check_grantable};
use crate::{
    caller::{Call, OrgAccess},
    error::{ApiError, Code},
    input::{Input, Nothing, OptionalJson},
    reply::Reply,
};

/// Seconds for which both keys are accepted when the caller does not say: a day.
const OVERLAP_SECONDS_DEFAULT: u32 = 86_400;
/// The longest overlap: 30 days.
const OVERLAP_SECONDS_MOST: u32 = 2_592_000;

/// How to rotate.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rotation {
    /// Seconds for which the old key is still accepted.
    #[schemars(range(min = 0, max = 2_592_000), extend("default" = 86_400))]
    pub overlap_seconds: Option<u32>,
}

impl Rotation {
    fn overlap(&self) -> Result<u32, ApiError> {
        let seconds = self.overlap_seconds.unwrap_or(OVERLAP_SECONDS_DEFAULT);
        let mut violations = Violations::new();
        if seconds > OVERLAP_SECONDS_MOST {
            let message = format!("overlapSeconds must be from 0 to {OVERLAP_SECONDS_MOST}.");
            violations.add("overlapSeconds", "OUT_OF_RANGE", message);
        }
        Ok(violations.finish(seconds)?)
    }
}

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
    let overlap_seconds = rotation.overlap()?;
    check_grantable(call.tenant.role, old.scopes.iter())?;

    let user = &call.session()?.user;
    let key = ApiKey::generate(&mut rand::rng());
    let new = KeyRecord {
        id: KeyId::new(at, &mut rand::rng()),
        masked: key.masked(),
        digest: key.digest(),
        created_at: at,
        created_by: Some(KeyCreator { id: user.id, email: user.email.clone() }),
        expires_at: old.end_of_successor(at),
        last_used_at: None,
        rotated_from_id: Some(old.id),
        replaced_by_id: None,
        revoked_at: None,
        ..old.clone()
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overlap_is_a_day_unless_said_and_thirty_days_at_most() {
        let overlap = |overlap_seconds| Rotation { overlap_seconds }.overlap().map_err(|error| error.code);
        assert_eq!(overlap(None), Ok(86_400));
        assert_eq!(overlap(Some(0)), Ok(0));
        assert_eq!(overlap(Some(2_592_000)), Ok(2_592_000));
        assert_eq!(overlap(Some(2_592_001)), Err(Code::ValidationFailed));
    }
}
