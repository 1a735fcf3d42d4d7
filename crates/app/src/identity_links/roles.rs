//! Memberships and roles that a provider gives, at the first sign-in or at each.
//!
//! A person whom an organization removed does not join again by signing in, except with a group that they did not have before.

use askline_domain::{
    audit::{Target, context::AuditContext},
    identity::{
        email_address::shown_email,
        provider::{GivenRole, ProvenIdentity, Provider},
        role::Role,
    },
    organizations::member::{Member, MemberAccess},
    shared::ids::{OrgId, UserId},
    sites::visible::VisibleSites,
};
use serde_json::json;

use crate::{
    organizations::invitation_tokens::end_tokens_of,
    ports::{
        StoreResult,
        change::{Change, IdentityJoin, Scope},
    },
};

/// The organizations whose memberships a sign-in may change.
pub(crate) fn scopes_of_roles<'s>(provider: &'s Provider) -> impl Iterator<Item = Scope<'s>> {
    provider.organizations().map(Scope::Organization)
}

/// A person and the organization that a provider decides about.
struct Place<'a> {
    org: OrgId,
    user: UserId,
    email: &'a str,
    context: &'a AuditContext,
}

/// Gives an account the memberships and roles that the provider's settings give to the identity now. The change must lock
/// [`scopes_of_roles`].
pub(crate) async fn apply_roles(
    change: &mut dyn Change,
    provider: &Provider,
    proven: &ProvenIdentity,
    (user, email): (UserId, &str),
    context: &AuditContext,
) -> StoreResult<()> {
    let (issuer, subject) = (&*proven.issuer, &*proven.subject);
    let joins = change.identity_joins(issuer, subject).await?;
    let roles = provider.roles_of(proven);
    for given in &roles {
        let join = joins.iter().find(|join| join.org == given.grant.org);
        let place = Place { org: given.grant.org, user, email, context };
        if give(change, &place, given, join).await? {
            let join = IdentityJoin { org: given.grant.org, by_group: given.by_group };
            change.keep_identity_join(issuer, subject, join).await?;
        }
    }
    let is_given = |org| roles.iter().any(|given| given.grant.org == org);
    // Only organizations that the settings still name: a setting that was removed by mistake ends no membership.
    let named: Vec<OrgId> = provider.organizations_of_groups().collect();
    for join in joins.iter().filter(|join| join.by_group && !is_given(join.org) && named.contains(&join.org)) {
        let place = Place { org: join.org, user, email, context };
        if end(change, &place).await? {
            change.forget_identity_join(issuer, subject, join.org).await?;
        }
    }
    Ok(())
}

/// Gives a role in an organization; returns whether the identity has joined it, now or before.
async fn give(
    change: &mut dyn Change,
    place: &Place<'_>,
    given: &GivenRole,
    join: Option<&IdentityJoin>,
) -> StoreResult<bool> {
    let role = given.grant.role;
    let was_by_group = join.is_some_and(|join| join.by_group);
    match change.member(place.org, place.user).await? {
        Some(member) if given.by_group || was_by_group => set_role(change, place, &member, role).await?,
        Some(_) => {}
        // They were removed, or left.
        None if join.is_some() => {}
        None => return join_organization(change, place, role).await,
    }
    Ok(true)
}

/// Makes the person a member if the organization exists and has a free seat; returns whether it did.
async fn join_organization(change: &mut dyn Change, place: &Place<'_>, role: Role) -> StoreResult<bool> {
    let org = place.org;
    let Some(plan) = change.plan_of(org).await? else {
        tracing::warn!(organization = %org, "A sign-in provider names an organization that does not exist");
        return Ok(false);
    };
    let used = change.seats(org).await?.used;
    if plan.limits().seats.is_some_and(|most| used >= most) {
        tracing::warn!(organization = %org, "A person signed in through a provider and found no free seat");
        return Ok(false);
    }
    let access = MemberAccess { role, sites: VisibleSites::ALL };
    change.insert_member(org, place.user, &access, place.context.at).await?;
    audit(change, place, "member.joined", json!({ "role": role, "siteIds": access.sites })).await?;
    Ok(true)
}

/// Gives a member another role. The only owner stays an owner.
async fn set_role(change: &mut dyn Change, place: &Place<'_>, member: &Member, role: Role) -> StoreResult<()> {
    if member.role == role || is_only_owner(change, place, member).await? {
        return Ok(());
    }
    let access = MemberAccess { role, ..member.access() };
    let access = change.access_to_store(place.org, &access).await?;
    change.replace_access(place.org, place.user, &access).await?;
    end_tokens_of(change, place.org, place.user, Some(role)).await?;
    audit(change, place, "member.role_changed", json!({ "from": member.role, "to": role })).await
}

/// Ends a membership that no group gives any more; returns whether it has ended. The only owner stays.
async fn end(change: &mut dyn Change, place: &Place<'_>) -> StoreResult<bool> {
    let Some(member) = change.member(place.org, place.user).await? else { return Ok(true) };
    if is_only_owner(change, place, &member).await? {
        return Ok(false);
    }
    change.delete_member(place.org, place.user).await?;
    end_tokens_of(change, place.org, place.user, None).await?;
    audit(change, place, "member.removed", json!({ "role": member.role })).await?;
    Ok(true)
}

async fn is_only_owner(change: &mut dyn Change, place: &Place<'_>, member: &Member) -> StoreResult<bool> {
    Ok(member.role == Role::Owner && change.count_other_owners(place.org, place.user).await? == 0)
}

async fn audit(
    change: &mut dyn Change,
    place: &Place<'_>,
    action: &str,
    metadata: serde_json::Value,
) -> StoreResult<()> {
    let target = Target::new("member", place.user, shown_email(place.email));
    change.audit(place.context.entry(place.org, action, vec![target], metadata)).await
}
