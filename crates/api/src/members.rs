//! Members of an organization. Owners are touched by owners alone, and the last one stays.

use askline_domain::{
    audit::Target,
    id::{Id as _, UserId},
    organization::{INVITATION_LASTS, Member, MemberStatus, User, check_email},
    ports::{Invitation, MemberAddition, MemberChange},
    role::Role,
    token::new_invitation_token,
    violation::Violations,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    caller::{Call, OrgAccess},
    cursor::PageQuery,
    error::{ApiError, Code},
    input::{Input, Json, Nothing},
    moment::Moment,
    present_fields::every_field_present,
    reply::{Items, Reply},
};

/// A member.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Member")]
pub struct MemberView {
    /// The user's id.
    pub user_id: UserId,
    /// E-mail address in lower case.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Whether they can log in yet.
    pub status: MemberStatus,
    /// When they were added.
    pub created_at: Moment,
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            user_id: member.user_id,
            email: member.email,
            name: member.name,
            role: member.role,
            status: member.status,
            created_at: member.created_at.into(),
        }
    }
}

/// Somebody to be added.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMember {
    /// Their e-mail address.
    #[schemars(length(max = 254), extend("format" = "email"))]
    pub email: String,
    /// What they shall be allowed to do.
    pub role: Role,
}

/// A member who was added, and the invitation to hand to them.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct AddedMember {
    /// The member.
    pub member: MemberView,
    /// Null when they have an account already and can log in as they are.
    pub invitation: Option<InvitationView>,
}

/// An invitation. The service sends no mail: hand it over yourself.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation", transform = every_field_present)]
pub struct InvitationView {
    /// The token, shown this once; null when the answer repeats an earlier one with the same `Idempotency-Key`.
    pub token: Option<String>,
    /// The dashboard's page that takes it up; null where the token is, and where the operator set no public address.
    pub accept_url: Option<String>,
    /// When it ends.
    pub expires_at: Moment,
}

/// Another role for a member.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RoleChange {
    /// What they shall be allowed to do.
    pub role: Role,
}

/// Which member.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPath {
    /// The user's id.
    pub user_id: UserId,
}

/// The state of a member who left.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Removed {
    /// No member any more.
    Removed,
}

/// A member who was removed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedMember {
    /// Who.
    pub user_id: UserId,
    /// Always `removed`.
    pub status: Removed,
}

/// Lists the members, the newest accounts first.
pub async fn list_members(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<MemberView>>, ApiError> {
    let page = input.query.page()?;
    let members = call.app.ports().organizations.members(call.tenant.id, page).await?;
    Ok(Reply::page(members.map(MemberView::from), page.limit, |view| view.user_id.bits()))
}

/// Adds somebody: at once when they have an account, else with an invitation.
pub async fn add_member(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewMember>>,
) -> Result<Reply<AddedMember>, ApiError> {
    let Json(NewMember { email, role }) = input.body;
    check_owner_rule(call.tenant.role, &[role])?;
    let mut violations = Violations::new();
    let email = check_email("email", &email, &mut violations);
    let email = violations.finish(email)?.unwrap_or_default();

    let (user_id, action) = whom_to_add(&call, &email).await?;
    let token = new_invitation_token(&mut rand::rng());
    let expires_at = call.request.at + INVITATION_LASTS;
    let audit = call.audit(call.tenant.id, action, vec![member_target(user_id, &email)], json!({ "role": role }));
    let user = User { id: user_id, email, name: String::new(), created_at: call.request.at, password_hash: None };
    let invitation = Invitation { user, role, digest: token.digest(), expires_at };
    let plan = call.tenant.plan;
    let most_seats = plan.limits().seats;
    let (member, invitation) =
        match call.app.ports().organizations.add_member(call.tenant.id, &invitation, most_seats, audit).await? {
            MemberAddition::Joined(member) => (member, None),
            MemberAddition::Invited(member) => {
                let view = InvitationView {
                    token: Some(token.expose().to_owned()),
                    accept_url: accept_url(call.app.settings().public_url.as_deref(), token.expose()),
                    expires_at: expires_at.into(),
                };
                (member, Some(view))
            }
            MemberAddition::AlreadyMember => return Err(already_member()),
            MemberAddition::WaitsElsewhere => return Err(waits_elsewhere()),
            MemberAddition::LimitReached => {
                return Err(ApiError::limit_reached(format!(
                    "The {} plan has {} seats, invitations included. Remove a member or raise the plan.",
                    plan.name(),
                    most_seats.unwrap_or_default()
                )));
            }
        };
    let added = AddedMember { member: member.into(), invitation };
    let repeated = AddedMember { invitation: added.invitation.as_ref().map(without_token), ..added.clone() };
    Ok(Reply::new(added).no_store().replayed_as(serde_json::to_value(repeated).map_err(ApiError::internal)?))
}

/// The account with this e-mail, or the id of a new one, and what adding it is called in the audit log.
async fn whom_to_add(call: &Call<OrgAccess>, email: &str) -> Result<(UserId, &'static str), ApiError> {
    let Some((user, memberships)) = call.app.ports().organizations.user_by_email(email).await? else {
        return Ok((UserId::new(call.request.at, &mut rand::rng()), "member.invited"));
    };
    if memberships.iter().any(|membership| membership.org_id == call.tenant.id) {
        return Err(already_member());
    }
    if user.password_hash.is_none() {
        return Err(waits_elsewhere());
    }
    Ok((user.id, "member.added"))
}

/// Gives a member another role.
pub async fn change_member_role(
    call: Call<OrgAccess>,
    input: Input<MemberPath, Nothing, Json<RoleChange>>,
) -> Result<Reply<MemberView>, ApiError> {
    let Json(RoleChange { role }) = input.body;
    let user_id = input.path.user_id;
    let organizations = &call.app.ports().organizations;
    let member = organizations.member(call.tenant.id, user_id).await?.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, &[member.role, role])?;
    if member.role == role {
        return Ok(Reply::new(member.into()));
    }
    let audit = call.audit(
        call.tenant.id,
        "member.role_changed",
        vec![member_target(user_id, &member.email)],
        json!({ "from": member.role, "to": role }),
    );
    let changed = done(organizations.set_role(call.tenant.id, user_id, role, audit).await?)?;
    Ok(Reply::new(changed.into()))
}

/// Removes a member. What they made stays.
pub async fn remove_member(call: Call<OrgAccess>, input: Input<MemberPath>) -> Result<Reply<RemovedMember>, ApiError> {
    let user_id = input.path.user_id;
    let organizations = &call.app.ports().organizations;
    let member = organizations.member(call.tenant.id, user_id).await?.ok_or_else(absent)?;
    check_owner_rule(call.tenant.role, &[member.role])?;
    let audit = call.audit(
        call.tenant.id,
        "member.removed",
        vec![member_target(user_id, &member.email)],
        json!({ "role": member.role }),
    );
    done(organizations.remove_member(call.tenant.id, user_id, audit).await?)?;
    Ok(Reply::new(RemovedMember { user_id, status: Removed::Removed }))
}

/// Only an owner makes, changes or removes an owner.
fn check_owner_rule(role: Option<Role>, touched: &[Role]) -> Result<(), ApiError> {
    if touched.contains(&Role::Owner) && role != Some(Role::Owner) {
        return Err(ApiError::forbidden(Role::Owner));
    }
    Ok(())
}

fn done(change: MemberChange) -> Result<Member, ApiError> {
    match change {
        MemberChange::Changed(member) => Ok(member),
        MemberChange::LastOwner => Err(ApiError::new(
            Code::Conflict,
            "This is the only owner who can log in. Make somebody else an owner first.",
        )),
        MemberChange::Missing => Err(absent()),
    }
}

fn absent() -> ApiError {
    ApiError::not_found("member")
}

fn already_member() -> ApiError {
    ApiError::new(Code::Conflict, "They are a member of this organization already.")
}

/// Whoever holds the token of one organization would get into the other by it.
fn waits_elsewhere() -> ApiError {
    ApiError::new(
        Code::Conflict,
        "This person did not take up an invitation to another organization yet. Add them once they have.",
    )
}

fn member_target(id: UserId, email: &str) -> Target {
    Target::new("member", id, email)
}

/// The token stands behind `#`, which browsers send to no server and write into no log of one.
fn accept_url(public_url: Option<&str>, token: &str) -> Option<String> {
    public_url.map(|url| format!("{url}/accept-invitation#token={token}"))
}

fn without_token(invitation: &InvitationView) -> InvitationView {
    InvitationView { token: None, accept_url: None, expires_at: invitation.expires_at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_made_changed_and_removed_by_owners_alone() {
        for role in [None, Some(Role::Viewer), Some(Role::Member), Some(Role::Admin)] {
            assert!(check_owner_rule(role, &[Role::Owner]).is_err(), "{role:?}");
            assert!(check_owner_rule(role, &[Role::Member, Role::Owner]).is_err(), "{role:?}");
        }
        assert!(check_owner_rule(Some(Role::Owner), &[Role::Owner, Role::Viewer]).is_ok());
        assert!(check_owner_rule(Some(Role::Admin), &[Role::Admin, Role::Viewer]).is_ok());
    }

    #[test]
    fn what_is_kept_of_an_invitation_for_a_repeat_does_not_hold_its_token() {
        let invitation = InvitationView {
            token: Some("inv_secret".into()),
            accept_url: accept_url(Some("https://ask.example.com"), "inv_secret"),
            expires_at: Moment(jiff::Timestamp::UNIX_EPOCH),
        };
        let kept = serde_json::to_string(&without_token(&invitation)).expect("a view is JSON");
        assert!(!kept.contains("secret"), "{kept}");
    }
}
