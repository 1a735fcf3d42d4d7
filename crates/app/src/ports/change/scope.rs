//! What a change locks while it runs.

use askline_domain::{
    audit::AuditDraft,
    identity::user::User,
    jobs::JobKind,
    organizations::{Organization, member::Membership},
    shared::ids::{OrgId, UserId},
};

/// What a change locks while it runs. Two changes with a common scope run one after the other; on SQLite all changes do.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'a> {
    /// The set-up of a new instance.
    SetUp,
    /// The storing of an account: many at a time, none during a set-up.
    NewAccount,
    /// An organization with everything that belongs to it, its audit log included.
    Organization(OrgId),
    /// An account, its sessions, and the organizations that it created.
    User(UserId),
    /// An email address that an account gets.
    Email(&'a str),
    /// An identity of a provider, by issuer and subject.
    Identity(&'a str, &'a str),
    /// A slug that an organization gets.
    Slug(&'a str),
    /// The clients of OAuth that no person connected, whose number has a limit.
    OAuthClients,
    /// The taking of jobs of a kind.
    JobKind(&'a JobKind),
}

impl<'a> Scope<'a> {
    /// The organization in whose audit log an entry belongs.
    pub fn of(entry: &AuditDraft) -> Self {
        Self::Organization(entry.org_id)
    }

    /// The scopes of a change to an account: its own, and those of the organizations whose logs record the change.
    pub fn of_user(user: UserId, entries: &[AuditDraft]) -> Vec<Self> {
        std::iter::once(Self::User(user)).chain(entries.iter().map(Self::of)).collect()
    }

    /// The scopes of a change that gives an account this address, or makes it wait for it.
    pub fn of_address(user: UserId, entries: &[AuditDraft], email: &'a str) -> Vec<Self> {
        let mut scopes = Self::of_user(user, entries);
        scopes.push(Self::Email(email));
        scopes
    }

    /// The scopes of a change to a person: their account, and the organizations whose logs record the change.
    pub fn of_person(user: UserId, memberships: &[Membership]) -> Vec<Self> {
        let organizations = memberships.iter().map(|membership| Self::Organization(membership.org_id));
        std::iter::once(Self::User(user)).chain(organizations).collect()
    }

    /// The scopes of a new account.
    pub fn of_account(user: &'a User) -> [Self; 3] {
        [Self::NewAccount, Self::User(user.id), Self::Email(&user.email)]
    }

    /// The scopes of a new organization.
    pub fn of_organization(organization: &'a Organization) -> [Self; 2] {
        [Self::Organization(organization.id), Self::Slug(&organization.slug)]
    }
}
