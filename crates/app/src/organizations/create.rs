//! Creates organizations with their owners.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        grounds::{NewAccountGround, SessionGround},
        role::Role,
        secret::Secret,
        token::new_invitation_token,
        user::User,
    },
    organizations::{FOUNDING_REMEMBERED, Organization, OrganizationSettings, Slug, member::MemberAccess, plan::Plan},
    shared::ids::{Id as _, OrgId, UserId},
    sites::visible::VisibleSites,
};
use serde_json::json;

use super::settings::target;
use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::{
        StoreResult,
        change::{Change, Scope},
        invitation::{Invitation, InvitationToken},
        organizations::OrganizationStore,
    },
};

/// The access of an owner.
const OWNER: MemberAccess = MemberAccess { role: Role::Owner, sites: VisibleSites::ALL };

/// Who is to own a new organization.
#[derive(Debug, Clone)]
pub enum Owner {
    /// A new account.
    New(User, NewAccountGround),
    /// A new account, the first of all.
    First(User),
    /// The account with this id, which must have this address: a mistake in one of the two must not give an organization away.
    Known(UserId, String),
    /// The account that creates it, by its session, with the source of the slug, and how many it may create: those that still
    /// exist, and deleted ones that it created within [`FOUNDING_REMEMBERED`].
    Founder(SessionGround, Slug, u32),
}

impl Owner {
    fn account(&self) -> UserId {
        match self {
            Self::New(user, _) | Self::First(user) => user.id,
            Self::Known(id, _) => *id,
            Self::Founder(session, ..) => session.user,
        }
    }

    /// The account to store.
    const fn new_account(&self) -> Option<&User> {
        match self {
            Self::New(user, _) | Self::First(user) => Some(user),
            Self::Known(..) | Self::Founder(..) => None,
        }
    }

    const fn slug(&self) -> Slug {
        match self {
            Self::Founder(_, slug, _) => *slug,
            Self::New(..) | Self::First(..) | Self::Known(..) => Slug::FromName,
        }
    }

    /// What the creation locks: the organization, its slug, and the account.
    fn scopes<'a>(&'a self, organization: &'a Organization) -> Vec<Scope<'a>> {
        let mut scopes = Scope::of_organization(organization).to_vec();
        match self {
            Self::New(user, _) => scopes.extend(Scope::of_account(user)),
            Self::First(user) => scopes.extend(Scope::of_account(user).into_iter().chain([Scope::SetUp])),
            Self::Known(..) | Self::Founder(..) => scopes.push(Scope::User(self.account())),
        }
        scopes
    }
}

/// Creates an organization; returns it with its owner.
pub async fn create(
    organizations: &dyn OrganizationStore,
    settings: OrganizationSettings,
    plan: Plan,
    owner: Owner,
    context: &AuditContext,
) -> Result<(Organization, UserId), UseCaseError> {
    let (organization, entry) = prepare(settings, plan, context);
    let organization = add(organizations, organization, &owner, entry).await?;
    Ok((organization, owner.account()))
}

/// Stores an organization with its owner, and returns it as it was stored: a slug that was made from its name gets a number if
/// another organization has it.
pub async fn add(
    organizations: &dyn OrganizationStore,
    mut organization: Organization,
    owner: &Owner,
    entry: AuditDraft,
) -> Result<Organization, UseCaseError> {
    let (org, at) = (organization.id, organization.created_at);
    let mut change = organizations.begin(&owner.scopes(&organization)).await?;
    check_owner(&mut *change, owner, &organization).await?;
    match owner.slug() {
        Slug::Chosen if change.is_slug_taken(&organization).await? => return Err(Conflict::SlugTaken.into()),
        Slug::Chosen => {}
        Slug::FromName => organization.slug = change.free_slug(&organization.slug).await?,
    }
    change.insert_organization(&organization).await?;
    if let Some(account) = owner.new_account() {
        change.insert_account(account).await?;
    }
    change.insert_member(org, owner.account(), &OWNER, at).await?;
    if let Owner::Founder(session, ..) = owner {
        change.insert_founding(org, session.user, at).await?;
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(organization)
}

/// Whether this owner may have the organization. An address that an account has, or can restore, makes nobody an owner.
async fn check_owner(change: &mut dyn Change, owner: &Owner, organization: &Organization) -> Result<(), UseCaseError> {
    let at = organization.created_at;
    let refusal = match owner {
        Owner::New(user, ground) => {
            let is_ground_there = match ground {
                NewAccountGround::SignUp(digest) => change.finish_sign_up(*digest, &user.email, at).await?,
                NewAccountGround::Nobody | NewAccountGround::Operator => true,
            };
            let is_free = is_ground_there && !change.is_address_taken(&user.email, None, at).await?;
            (!is_free).then_some(Conflict::AddressTaken)
        }
        // Only while there is no account, so the address need not be checked.
        Owner::First(_) => change.has_accounts().await?.then_some(Conflict::FirstOwnerExists),
        Owner::Known(id, address) => {
            let account = change.account(*id).await?;
            account.is_none_or(|(account, _)| account.email != *address).then_some(Conflict::AddressOfAnother)
        }
        Owner::Founder(session, _, most) => {
            change.compare_session(*session).await?;
            change.forget_foundings(session.user, at - FOUNDING_REMEMBERED).await?;
            if change.count_foundings(session.user).await? >= *most {
                return Err(UseCaseError::LimitReached(Limit::Foundings { most: *most }));
            }
            None
        }
    };
    refusal.map_or(Ok(()), |refusal| Err(refusal.into()))
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
    let (organization, entry) = prepare(settings, plan, context);
    let (at, token) = (context.at, new_invitation_token(&mut rand::rng()));
    let invitation = Invitation {
        user_id: UserId::new(at, &mut rand::rng()),
        email,
        role: Role::Owner,
        sites: VisibleSites::ALL,
        created_at: at,
        token: InvitationToken::new(&token, None, at),
    };
    let organization = add_for_invited(organizations, organization, &invitation, entry).await?;
    Ok((organization, invitation, token))
}

/// Stores an organization whose owner will be the person who accepts the invitation, and returns it as it was stored.
pub async fn add_for_invited(
    organizations: &dyn OrganizationStore,
    mut organization: Organization,
    invitation: &Invitation,
    entry: AuditDraft,
) -> StoreResult<Organization> {
    let mut change = organizations.begin(&Scope::of_organization(&organization)).await?;
    organization.slug = change.free_slug(&organization.slug).await?;
    change.insert_organization(&organization).await?;
    change.insert_invitation(organization.id, invitation).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(organization)
}

fn prepare(settings: OrganizationSettings, plan: Plan, context: &AuditContext) -> (Organization, AuditDraft) {
    let id = OrgId::new(context.at, &mut rand::rng());
    let organization = Organization::new(id, settings, plan, context.at);
    let entry = context.entry(id, "organization.created", vec![target(&organization)], json!({ "plan": plan }));
    (organization, entry)
}
