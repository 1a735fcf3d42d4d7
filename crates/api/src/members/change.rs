//! Other roles, removals, withdrawals and leaving. None leaves an organization without an owner.

use askline_domain::{
    id::UserId,
    organization::{Member, MemberStatus},
    ports::MemberChange,
    role::Role,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{MemberPath, MemberView, absent, check_owner_rule, member_target};
use crate::{
    caller::{Call, OrgAccess},
    error::{ApiError, Code},
    input::{Input, Json, Nothing},
    reply::Reply,
};

/// Another role for a member.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleChange {
    /// What they shall be allowed to do.
    pub role: Role,
}

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
    /// Who.
    pub user_id: UserId,
    /// Always `removed`.
    pub status: Removed,
}

/// Gives a member another role. Invitations that they made and could not make now lose their tokens.
pub async fn change_member_role(
    call: Call<OrgAccess>,
    input: Input<MemberPath, Nothing, Json<RoleChange>>,
) -> Result<Reply<MemberView>, ApiError> {
    let Json(RoleChange { role }) = input.body;
    let user_id = input.path.user_id;
    let organizations = &call.app.ports().organizations;
    let member = organizations.member(call.tenant.id, user_id).await?.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, |own| own.may_change(member.role, Some(role)))?;
    if member.role == role {
        return Ok(Reply::new(member.into()));
    }
    let audit = call.audit(
        call.tenant.id,
        "member.role_changed",
        vec![member_target(user_id, &member.email)],
        json!({ "from": member.role, "to": role }),
    );
    let audit = audit.standing_on(member.ground());
    let changed = done(organizations.set_role(call.tenant.id, user_id, role, audit).await?)?;
    Ok(Reply::new(changed.into()))
}

/// Removes a member, or withdraws an invitation. What members made stays; tokens that they made end.
pub async fn remove_member(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<RemovedMember>, ApiError> {
    let member = call.app.ports().organizations.member(call.tenant.id, input.path.user_id).await?;
    let member = member.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, |own| own.may_change(member.role, None))?;
    let action = match member.status {
        MemberStatus::Active => "member.removed",
        MemberStatus::Pending => "member.invitation_withdrawn",
    };
    remove(&call, &member, action).await
}

/// Ends the caller's own membership.
pub async fn leave_organization(call: Call<OrgAccess>, _: Input) -> Result<Reply<RemovedMember>, ApiError> {
    let user = call.session()?.user.id;
    let member = call.app.ports().organizations.member(call.tenant.id, user).await?.ok_or_else(absent)?;
    remove(&call, &member, "member.left").await
}

async fn remove(call: &Call<OrgAccess>, member: &Member, action: &str) -> Result<Reply<RemovedMember>, ApiError> {
    let user_id = member.user_id;
    let targets = vec![member_target(user_id, &member.email)];
    let audit = call.audit(call.tenant.id, action, targets, json!({ "role": member.role }));
    let audit = audit.standing_on(member.ground());
    done(call.app.ports().organizations.remove_member(call.tenant.id, user_id, audit).await?)?;
    Ok(Reply::new(RemovedMember { user_id, status: Removed::Removed }))
}

fn done(change: MemberChange) -> Result<Member, ApiError> {
    match change {
        MemberChange::Changed(member) => Ok(member),
        MemberChange::LastOwner => {
            Err(ApiError::new(Code::Conflict, "This is the only owner. Make somebody else an owner first."))
        }
        MemberChange::Missing => Err(absent()),
    }
}
