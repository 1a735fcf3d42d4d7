//! Changes members' roles and sites, removes members, withdraws invitations, and lets members leave. None of this leaves an
//! organization without an owner.

use askline_app::{left_programs::LeftPrograms, members};
use askline_domain::{organizations::member_input::MemberEdit, shared::ids::UserId};
use schemars::JsonSchema;
use serde::Serialize;

use super::{MemberPath, MemberView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
    resources::{keys::ActiveKey, service_accounts::NamedServiceAccount},
};

/// The state of a removed member.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "RemovedStatus")]
pub enum Removed {
    /// No longer a member.
    Removed,
}

/// A member who left or was removed, or someone whose invitation was withdrawn.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedMember {
    /// The user.
    pub user_id: UserId,
    /// Always `removed`.
    pub status: Removed,
    /// The active API keys of the organization that they made, newest first; they still work. Empty if you may not see keys.
    pub keys_still_active: Vec<ActiveKey>,
    /// The service accounts of the organization that they created or were given a valid token of, newest first; they still work.
    /// Empty if you may not see keys.
    pub service_accounts: Vec<NamedServiceAccount>,
}

impl RemovedMember {
    fn of(user_id: UserId, left: LeftPrograms) -> Self {
        let keys_still_active = left.keys.into_iter().map(ActiveKey::from).collect();
        let service_accounts = left.service_accounts.into_iter().map(NamedServiceAccount::from).collect();
        Self { user_id, status: Removed::Removed, keys_still_active, service_accounts }
    }
}

/// A member after a change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedMember {
    /// The member.
    #[serde(flatten)]
    pub member: MemberView,
    /// If their role is lower now: the active API keys of the organization that they made, newest first; they still work.
    #[schemars(extend("readOnly" = true))]
    pub keys_still_active: Vec<ActiveKey>,
    /// If their role is lower now: the service accounts of the organization that they created or were given a valid token of, newest
    /// first; they still work.
    #[schemars(extend("readOnly" = true))]
    pub service_accounts: Vec<NamedServiceAccount>,
}

/// Changes a member's role or sites. Invitations that the member created, and would not be allowed to create now, lose their
/// tokens.
pub async fn update_member(
    call: Call<OrgAccess>,
    input: Input<MemberPath, Nothing, Json<MemberEdit>>,
) -> Result<Reply<ChangedMember>, ApiError> {
    let (by, user, Json(edit)) = ((call.tenant.id, call.tenant.role), input.path.user_id, input.body);
    let (member, left) = members::change_access(call.app.ports(), by, user, edit, &call.audit_context()).await?;
    Ok(Reply::new(ChangedMember {
        member: member.into(),
        keys_still_active: left.keys.into_iter().map(ActiveKey::from).collect(),
        service_accounts: left.service_accounts.into_iter().map(NamedServiceAccount::from).collect(),
    }))
}

/// Removes a member, or withdraws an invitation. What the member created stays, but the tokens of invitations that they sent
/// become invalid, and the active keys and service accounts that they made are named.
pub async fn remove_member(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<RemovedMember>, ApiError> {
    let (by, user_id) = ((call.tenant.id, call.tenant.role), input.path.user_id);
    let left = members::remove(call.app.ports(), by, user_id, &call.audit_context()).await?;
    Ok(Reply::new(RemovedMember::of(user_id, left)))
}

/// Ends the caller's own membership.
pub async fn leave_organization(call: Call<OrgAccess>, _: Input) -> Result<Reply<RemovedMember>, ApiError> {
    let user_id = call.session()?.user.id;
    let left = members::leave(call.app.ports(), call.tenant.id, user_id, &call.audit_context()).await?;
    Ok(Reply::new(RemovedMember::of(user_id, left)))
}
