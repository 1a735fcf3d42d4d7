//! Creates organizations with their owners, changes their settings, plans and credits, and deletes them.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    identity::{
        grounds::{NewAccountGround, OperatorGround, SessionGround},
        role::Role,
        second_factor::sign_in_rules::SignInRules,
        secret::Secret,
        token::new_invitation_token,
        user::User,
    },
    organizations::{
        Organization, OrganizationSettings, Slug, brand::Brand, input::OrganizationEdit, ledger::CreditAccount,
        plan::Plan, preconditions::Precondition,
    },
    shared::ids::{Id as _, OrgId, UserId},
    sites::visible::VisibleSites,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    error::{Changed, Conflict, Limit, UseCaseError},
    ports::{
        credits::CreditStore,
        invitation::{Invitation, InvitationToken},
        organizations::{Founding, OrganizationChange, OrganizationStore, RemovedOrganization},
    },
};

/// Who is to own a new organization.
pub enum Owner {
    /// A new account.
    New(User, NewAccountGround),
    /// A new account, the first of all.
    First(User, NewAccountGround),
    /// The account with this id, which must have this address: a mistake in one of the two must not give an organization away.
    Known(UserId, String),
    /// The account that creates it, by its session, with the source of the slug, and how many it may create.
    Founder(SessionGround, Slug, u32),
}

/// Creates an organization; returns it with its owner.
pub async fn create(
    organizations: &dyn OrganizationStore,
    settings: OrganizationSettings,
    plan: Plan,
    owner: Owner,
    context: &AuditContext,
) -> Result<(Organization, UserId), UseCaseError> {
    let (organization, audit) = prepare(settings, plan, context);
    let (owner, refusal) = match owner {
        Owner::New(user, ground) => {
            (organizations.create_organization(&organization, &user, ground, audit).await?, Conflict::AddressTaken)
        }
        Owner::First(user, ground) => (
            organizations.create_first_organization(&organization, &user, ground, audit).await?,
            Conflict::FirstOwnerExists,
        ),
        Owner::Known(id, address) => {
            let found = organizations.user(id).await?;
            let is_the_one = found.is_some_and(|(user, _)| user.email == address);
            let is_made =
                is_the_one && organizations.create_organization_of(&organization, id, OperatorGround, audit).await?;
            (is_made.then_some(id), Conflict::AddressOfAnother)
        }
        Owner::Founder(session, slug, most) => {
            return match organizations.found_organization(&organization, slug, session, most, audit).await? {
                Founding::Founded(organization) => Ok((organization, session.user)),
                Founding::SlugTaken => Err(Conflict::SlugTaken.into()),
                Founding::LimitReached => Err(UseCaseError::LimitReached(Limit::Foundings { most })),
            };
        }
    };
    owner.map(|owner| (organization, owner)).ok_or_else(|| refusal.into())
}

/// Creates an organization whose owner will be the person who accepts the invitation, unless an account has the address. Returns
/// the organization, the invitation and its token.
pub async fn create_for_invited(
    organizations: &dyn OrganizationStore,
    settings: OrganizationSettings,
    plan: Plan,
    email: String,
    context: &AuditContext,
) -> Result<(Organization, Invitation, Secret), UseCaseError> {
    if organizations.user_by_email(&email).await?.is_some() {
        return Err(Conflict::AddressTaken.into());
    }
    let (organization, audit) = prepare(settings, plan, context);
    let (at, token) = (context.at, new_invitation_token(&mut rand::rng()));
    let invitation = Invitation {
        user_id: UserId::new(at, &mut rand::rng()),
        email,
        role: Role::Owner,
        sites: VisibleSites::ALL,
        created_at: at,
        token: InvitationToken::new(&token, None, at),
    };
    organizations.create_organization_for(&organization, &invitation, OperatorGround, audit).await?;
    Ok((organization, invitation, token))
}

/// Changes the settings of an organization that was read as `before`. Only an owner with a second factor can demand one.
pub async fn change(
    organizations: &dyn OrganizationStore,
    before: Organization,
    edit: OrganizationEdit,
    owner: &User,
    context: &AuditContext,
) -> Result<Organization, UseCaseError> {
    let (settings, logo) = edit.check(&before)?;
    if before.has(&settings) {
        return Ok(before);
    }
    let (old, new) = (before.sign_in_rules, settings.sign_in_rules);
    if new.require_second_factor && !old.require_second_factor && owner.factors.is_empty() {
        return Err(Conflict::NoSecondFactor.into());
    }
    let target = Target::new("organization", before.id, &*settings.name);
    let are_brands_equal = before.brand == settings.brand;
    let shown = |name: &str, slug: &str, rules: SignInRules, brand: &Option<Brand>| {
        let mut shown = json!({ "name": name, "slug": slug });
        if old != new {
            shown["requireSecondFactor"] = rules.require_second_factor.into();
            shown["rememberBrowsers"] = rules.remember_browsers.into();
        }
        if !are_brands_equal {
            shown["brand"] = json!(brand);
        }
        shown
    };
    let metadata = json!({
        "from": shown(&before.name, &before.slug, old, &before.brand),
        "to": shown(&settings.name, &settings.slug, new, &settings.brand),
    });
    let audit = context.entry(before.id, "organization.updated", vec![target], metadata);
    match organizations.change_organization(&before, &settings, logo.as_ref(), audit).await? {
        OrganizationChange::Changed(organization) => Ok(organization),
        OrganizationChange::SlugTaken => Err(Conflict::SlugTaken.into()),
        OrganizationChange::Outdated => Err(UseCaseError::ChangedMeanwhile(Changed::Organization)),
        OrganizationChange::Missing => Err(UseCaseError::NotFound("organization")),
    }
}

/// Gives the organization another plan. Returns it as it is now.
pub async fn set_plan(
    organizations: &dyn OrganizationStore,
    before: &Organization,
    plan: Plan,
    context: &AuditContext,
) -> Result<Organization, UseCaseError> {
    let metadata = json!({ "from": before.plan, "to": plan });
    let audit = context.entry(before.id, "plan.changed", vec![target(before)], metadata);
    let changed = organizations.set_plan(before.id, plan, audit).await?;
    changed.ok_or(UseCaseError::NotFound("organization"))
}

/// Adds credits, or removes available ones, for a reason that the ledger shows. Returns the account afterwards.
pub async fn adjust_credits(
    credits: &dyn CreditStore,
    organization: &Organization,
    amount: i64,
    reason: &str,
    context: &AuditContext,
) -> Result<CreditAccount, UseCaseError> {
    let metadata = json!({ "amount": amount, "reason": reason });
    let audit = context.entry(organization.id, "credits.adjusted", vec![target(organization)], metadata);
    let adjusted = credits.adjust_credits(organization.id, amount, reason, context.at, audit).await?;
    adjusted.ok_or_else(|| {
        UseCaseError::InsufficientCredits(format!("{} credits are not available", amount.unsigned_abs()))
    })
}

/// Deletes an organization with everything in it, its audit log included, if all of `preconditions` hold at `at`.
pub async fn remove(
    organizations: &dyn OrganizationStore,
    id: OrgId,
    preconditions: &[Precondition],
    at: Timestamp,
) -> Result<RemovedOrganization, UseCaseError> {
    let removed = organizations.remove_organization(id, preconditions, at).await?;
    removed.ok_or(UseCaseError::NotFound("organization"))
}

fn prepare(settings: OrganizationSettings, plan: Plan, context: &AuditContext) -> (Organization, AuditDraft) {
    let id = OrgId::new(context.at, &mut rand::rng());
    let organization = Organization::new(id, settings, plan, context.at);
    let audit = context.entry(id, "organization.created", vec![target(&organization)], json!({ "plan": plan }));
    (organization, audit)
}

fn target(organization: &Organization) -> Target {
    Target::new("organization", organization.id, &*organization.name)
}
