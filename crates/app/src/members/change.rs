//! Changes members' roles and sites, removes members, and withdraws invitations. Only owners can change or remove owners, and the
//! last owner stays.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::{email_address::shown_email, role::Role},
    organizations::{
        member::{Member, MemberAccess, MemberStatus},
        member_input::MemberEdit,
    },
    shared::ids::{OrgId, SiteId, UserId},
    sites::Site,
};
use serde_json::json;

use crate::{
    error::{Conflict, UseCaseError},
    left_programs::LeftPrograms,
    organizations::invitation_tokens::end_tokens_of,
    ports::{
        StoreResult,
        all::Ports,
        change::{Change, Scope},
        organizations::OrganizationStore,
    },
    sites::{every_site, own_ids},
};

/// Gives a member another role or other sites, if the caller's own `role` allows it. Ends the tokens of invitations that the
/// member created and could no longer create now. With a lower role, also returns the programs that they may still use.
pub async fn change_access(
    ports: &Ports,
    (org, role): (OrgId, Option<Role>),
    user: UserId,
    edit: MemberEdit,
    context: &AuditContext,
) -> Result<(Member, LeftPrograms), UseCaseError> {
    let member = ports.organizations.member(org, user).await?.ok_or_else(absent)?;
    check_owner_rule(role, |own| own.may_change(member.role, edit.role))?;
    let before = member.access();
    let own_sites = own_ids(&*ports.sites, org, &edit.named_sites()).await?;
    let after = edit.check(&before, &own_sites)?;
    if before == after {
        return Ok((member, LeftPrograms::default()));
    }
    let mut audit = entry(ports, org, &member, &after, context).await?.provided(member.precondition());
    let left = if after.role < before.role {
        programs_left_by(ports, org, user, context).await?
    } else {
        LeftPrograms::default()
    };
    left.add_to_entry(org, &mut audit.metadata);
    Ok((set_access(&*ports.organizations, org, user, &after, audit).await?, left))
}

/// The audit entry of a change: the access before and after, with the names of the sites that were added or removed.
async fn entry(
    ports: &Ports,
    org: OrgId,
    before: &Member,
    after: &MemberAccess,
    context: &AuditContext,
) -> StoreResult<AuditDraft> {
    let sites = json!({ "from": before.sites, "to": after.sites });
    let (action, metadata) = match (before.role == after.role, before.sites == after.sites) {
        (false, true) => ("member.role_changed", json!({ "from": before.role, "to": after.role })),
        (false, false) => ("member.role_changed", json!({ "from": before.role, "to": after.role, "siteIds": sites })),
        (true, _) => ("member.sites_changed", json!({ "role": after.role, "siteIds": sites })),
    };
    let (old, new) = (before.sites.listed().unwrap_or_default(), after.sites.listed().unwrap_or_default());
    let differing = |id: &&SiteId| old.contains(id) != new.contains(id);
    let named: Vec<SiteId> = old.iter().chain(new).filter(differing).copied().collect();
    let named = every_site(&*ports.sites, org, Some(&named)).await?;
    Ok(context.entry(org, action, targets(before.user_id, &before.email, &named), metadata))
}

/// Removes a member, or withdraws an invitation, if the caller's own `role` allows it. What a member created stays, except the
/// tokens of their invitations. Returns the programs whose access they made there.
pub async fn remove(
    ports: &Ports,
    (org, role): (OrgId, Option<Role>),
    user: UserId,
    context: &AuditContext,
) -> Result<LeftPrograms, UseCaseError> {
    let member = ports.organizations.member(org, user).await?.ok_or_else(absent)?;
    check_owner_rule(role, |own| own.may_change(member.role, None))?;
    let action = match member.status {
        MemberStatus::Active => "member.removed",
        MemberStatus::Pending => "member.invitation_withdrawn",
    };
    end(ports, org, &member, action, context).await
}

/// Ends a membership at the member's own request. Returns the programs whose access they made there, if they may see them.
pub async fn leave(
    ports: &Ports,
    org: OrgId,
    user: UserId,
    context: &AuditContext,
) -> Result<LeftPrograms, UseCaseError> {
    let member = ports.organizations.member(org, user).await?.ok_or_else(absent)?;
    let left = end(ports, org, &member, "member.left", context).await?;
    Ok(if member.role >= Role::Admin { left } else { LeftPrograms::default() })
}

async fn end(
    ports: &Ports,
    org: OrgId,
    member: &Member,
    action: &str,
    context: &AuditContext,
) -> Result<LeftPrograms, UseCaseError> {
    let targets = targets(member.user_id, &member.email, &[]);
    let left = programs_left_by(ports, org, member.user_id, context).await?;
    let mut metadata = json!({ "role": member.role });
    left.add_to_entry(org, &mut metadata);
    let audit = context.entry(org, action, targets, metadata).provided(member.precondition());
    end_membership(&*ports.organizations, org, member.user_id, audit).await?;
    Ok(left)
}

async fn programs_left_by(
    ports: &Ports,
    org: OrgId,
    user: UserId,
    context: &AuditContext,
) -> StoreResult<LeftPrograms> {
    LeftPrograms::of((&*ports.keys, &*ports.service_accounts), user, Some(org), context.at).await
}

/// Refuses a change to other members that the caller's own role does not allow, as `allowed` decides.
pub(super) fn check_owner_rule(role: Option<Role>, allowed: impl FnOnce(Role) -> bool) -> Result<(), UseCaseError> {
    role.is_some_and(allowed).then_some(()).ok_or(UseCaseError::NeedsRole(Role::Owner))
}

/// Gives a member, or an invited person, another role or other sites; returns them as they are now. Admins and owners see
/// every site, whatever `access` says; sites that were deleted in the meantime are left out of a list. Ends the tokens of
/// invitations whose inviter may no longer give their role.
pub async fn set_access(
    organizations: &dyn OrganizationStore,
    org: OrgId,
    user: UserId,
    access: &MemberAccess,
    entry: AuditDraft,
) -> Result<Member, UseCaseError> {
    let mut change = organizations.begin(&[Scope::Organization(org)]).await?;
    change.compare(&entry).await?;
    let member = change.member(org, user).await?.ok_or_else(absent)?;
    let access = change.access_to_store(org, access).await?;
    match member.status {
        MemberStatus::Pending => {
            change.replace_invited_access(org, user, &access).await?;
            // Otherwise an admin who kept the token of a viewer could become an owner when the organization changes the
            // invited role.
            if let Some((inviter, role)) = change.inviter(org, user).await? {
                end_tokens_of(&mut *change, org, inviter, role).await?;
            }
        }
        MemberStatus::Active => {
            if access.role != Role::Owner {
                check_other_owner(&mut *change, org, &member).await?;
            }
            change.replace_access(org, user, &access).await?;
            end_tokens_of(&mut *change, org, user, Some(access.role)).await?;
        }
    }
    let changed = change.member(org, user).await?.ok_or_else(absent)?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(changed)
}

/// Removes a member and ends the tokens of the invitations that they created, or withdraws an invitation. Returns them as
/// they were before. Accounts stay.
pub async fn end_membership(
    organizations: &dyn OrganizationStore,
    org: OrgId,
    user: UserId,
    entry: AuditDraft,
) -> Result<Member, UseCaseError> {
    let mut change = organizations.begin(&[Scope::Organization(org)]).await?;
    change.compare(&entry).await?;
    let member = change.member(org, user).await?.ok_or_else(absent)?;
    match member.status {
        MemberStatus::Pending => change.delete_invitation(org, user).await?,
        MemberStatus::Active => {
            check_other_owner(&mut *change, org, &member).await?;
            change.delete_member(org, user).await?;
            end_tokens_of(&mut *change, org, user, None).await?;
        }
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(member)
}

/// Fails if this member is the only owner. Invited people do not count.
async fn check_other_owner(change: &mut dyn Change, org: OrgId, member: &Member) -> Result<(), UseCaseError> {
    if member.role == Role::Owner && change.count_other_owners(org, member.user_id).await? == 0 {
        return Err(Conflict::OnlyOwner.into());
    }
    Ok(())
}

pub(super) fn absent() -> UseCaseError {
    UseCaseError::NotFound("member")
}

/// The targets of an audit entry: a member and sites, by name.
pub(super) fn targets(id: UserId, email: &str, sites: &[Site]) -> Vec<Target> {
    let sites = sites.iter().map(|site| Target::new("site", site.id, &*site.name));
    [Target::new("member", id, shown_email(email))].into_iter().chain(sites).collect()
}
