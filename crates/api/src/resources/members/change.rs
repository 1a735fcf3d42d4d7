//! Other roles and sites, removals, withdrawals and leaving. None leaves an organization without an owner.

use askline_app::ports::organizations::MemberChange;
use askline_domain::{
    audit::AuditDraft,
    identity::{
        member::{Member, MemberAccess, MemberStatus},
        member_input::MemberEdit,
    },
    shared::ids::{SiteId, UserId},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{MemberPath, MemberView, absent, check_owner_rule, member_target, site_targets};
use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::{ApiError, Code},
        request::input::{Input, Json, Nothing},
        response::reply::Reply,
    },
    resources::sites::{ids_of, own_sites},
};

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

/// Gives a member another role or other sites. Invitations that they made and could not make now lose their tokens.
pub async fn change_member_role(
    call: Call<OrgAccess>,
    input: Input<MemberPath, Nothing, Json<MemberEdit>>,
) -> Result<Reply<MemberView>, ApiError> {
    let Json(edit) = input.body;
    let user_id = input.path.user_id;
    let organizations = &call.app.ports().organizations;
    let member = organizations.member(call.tenant.id, user_id).await?.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, |own| own.may_change(member.role, edit.role))?;
    let before = member.access();
    let after = edit.clone().check(&before, &ids_of(&own_sites(&call, &edit.named_sites()).await?))?;
    if before == after {
        return Ok(Reply::new(member.into()));
    }
    let audit = entry(&call, &member, &before, &after).await?.provided(member.precondition());
    let changed = done(organizations.set_access(call.tenant.id, user_id, &after, audit).await?)?;
    Ok(Reply::new(changed.into()))
}

/// The entry of a change: what was and what is, with the names of the sites that are seen from now on or no longer.
async fn entry(
    call: &Call<OrgAccess>,
    member: &Member,
    before: &MemberAccess,
    after: &MemberAccess,
) -> Result<AuditDraft, ApiError> {
    let target = member_target(member.user_id, &member.email);
    let sites = json!({ "from": before.sites, "to": after.sites });
    let (action, metadata) = match (before.role == after.role, before.sites == after.sites) {
        (false, true) => ("member.role_changed", json!({ "from": before.role, "to": after.role })),
        (false, false) => ("member.role_changed", json!({ "from": before.role, "to": after.role, "siteIds": sites })),
        (true, _) => ("member.sites_changed", json!({ "role": after.role, "siteIds": sites })),
    };
    let listed = |access: &MemberAccess| access.sites.listed().unwrap_or_default().to_vec();
    let (old, new) = (listed(before), listed(after));
    let differing = |id: &&SiteId| old.contains(id) != new.contains(id);
    let named: Vec<SiteId> = old.iter().chain(&new).filter(differing).copied().collect();
    let named = own_sites(call, &named).await?;
    let targets = [target].into_iter().chain(site_targets(&named)).collect();
    Ok(call.audit(call.tenant.id, action, targets, metadata).making(member.user_id))
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
    let audit = audit.provided(member.precondition());
    done(call.app.ports().organizations.remove_member(call.tenant.id, user_id, audit).await?)?;
    Ok(Reply::new(RemovedMember { user_id, status: Removed::Removed }))
}

fn done(change: MemberChange) -> Result<Member, ApiError> {
    match change {
        MemberChange::Changed(member) => Ok(member),
        MemberChange::LastOwner => {
            Err(ApiError::new(Code::Conflict, "This is the only owner. Make someone else an owner first."))
        }
        MemberChange::Missing => Err(absent()),
    }
}
