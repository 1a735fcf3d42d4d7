//! Other roles and sites, removals, withdrawals and leaving. None leaves an organization without an owner.

use askline_app::members;
use askline_domain::{identity::member_input::MemberEdit, shared::ids::UserId};
use schemars::JsonSchema;
use serde::Serialize;

use super::{MemberPath, MemberView};
use crate::pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply};

/// The state of a member who left.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Removed {
    /// No member any more.
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
}

/// Gives a member another role or other sites. Invitations that they made and could not make now lose their tokens.
pub async fn change_member_role(
    call: Call<OrgAccess>,
    input: Input<MemberPath, Nothing, Json<MemberEdit>>,
) -> Result<Reply<MemberView>, ApiError> {
    let (by, user, Json(edit)) = ((call.tenant.id, call.tenant.role), input.path.user_id, input.body);
    let member = members::change_access(call.app.ports(), by, user, edit, &call.audit_context()).await?;
    Ok(Reply::new(member.into()))
}

/// Removes a member, or withdraws an invitation. What members made stays; tokens that they made end.
pub async fn remove_member(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<RemovedMember>, ApiError> {
    let (by, user_id) = ((call.tenant.id, call.tenant.role), input.path.user_id);
    members::remove(call.app.ports(), by, user_id, &call.audit_context()).await?;
    Ok(Reply::new(RemovedMember { user_id, status: Removed::Removed }))
}

/// Ends the caller's own membership.
pub async fn leave_organization(call: Call<OrgAccess>, _: Input) -> Result<Reply<RemovedMember>, ApiError> {
    let user_id = call.session()?.user.id;
    members::leave(call.app.ports(), call.tenant.id, user_id, &call.audit_context()).await?;
    Ok(Reply::new(RemovedMember { user_id, status: Removed::Removed }))
}
