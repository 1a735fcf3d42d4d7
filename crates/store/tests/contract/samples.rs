//! Samples to store, new in each call, and the steps that many tests take.

use std::time::Duration;

use askline_app::{
    members::Joiner,
    ports::{
        StoreResult,
        invitation::{Invitation, InvitationToken, MailedToken},
    },
};
use askline_domain::{
    audit::{Actor, AuditDraft, Target},
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, NewAccountGround, SessionGround},
        known_visitor::{KnownVisitor, Visitor},
        mail_language::MailLanguage,
        role::Role,
        second_factor::assurance::{Assurance, FactorSet, Proof},
        secret::{Secret, SecretDigest},
        session::Session,
        token::{new_invitation_token, new_session_token},
        user::{CredentialVersion, User},
    },
    keys::{ApiKey, KeyCreator, KeyRecord, scope::Scope},
    mail::MailContent,
    organizations::{
        Organization, OrganizationSettings,
        member::{INVITATION_LASTS, MemberAccess},
        plan::Plan,
    },
    shared::ids::{AuditId, Id, KeyId, OrgId, SessionId, UserId},
    sites::visible::VisibleSites,
};
use jiff::Timestamp;

use crate::{
    accounts::changes::AccountChanges as _,
    backend::Metadata,
    key_changes::KeyChanges as _,
    member_changes::{Joining, MemberChange, MemberChanges as _},
    organizations::changes::OrganizationChanges as _,
};

/// The creation time of every sample.
pub fn now() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

pub fn later(seconds: u64) -> Timestamp {
    now() + Duration::from_secs(seconds)
}

pub fn id<I: Id>() -> I {
    I::new(now(), &mut rand::rng())
}

pub fn audit(org_id: OrgId, action: &str) -> AuditDraft {
    AuditDraft {
        id: id::<AuditId>(),
        org_id,
        occurred_at: now(),
        action: action.into(),
        actor: Actor::system("contract"),
        targets: vec![Target::new("organization", org_id, "Acme")],
        ip: Some("192.0.2.1".into()),
        user_agent: None,
        request_id: None,
        metadata: serde_json::json!({ "z": 1.5, "a": ["ü", null], "n": 9_007_199_254_740_993_i64 }),
        request: None,
        preconditions: Vec::new(),
    }
}

pub fn organization() -> Organization {
    let id = id::<OrgId>();
    let slug = id.to_string().replace('_', "-");
    let settings = OrganizationSettings { slug, ..OrganizationSettings::of_name("Acme".into()) };
    Organization::new(id, settings, Plan::Pro, now())
}

/// An account that can sign in.
pub fn user() -> User {
    let id = id::<UserId>();
    User {
        id,
        email: format!("{id}@example.com"),
        name: "Ada".into(),
        created_at: now(),
        password_hash: Some("$argon2id$a-hash".into()),
        address: askline_domain::identity::address_state::AddressState::default(),
        credential_version: CredentialVersion::default(),
        locked_at: None,
        factors: FactorSet::default(),
        wrong_codes: 0,
    }
}

/// An invitation by the operator, to a unique address, and its token.
pub fn invitation(role: Role) -> (Invitation, Secret) {
    let (token, secret) = invitation_token(None);
    let user_id = id::<UserId>();
    let email = format!("invited-{user_id}@example.com");
    (Invitation { user_id, email, role, sites: VisibleSites::ALL, created_at: now(), token }, secret)
}

/// An invitation that is emailed, and the token in the email.
pub fn mailed_invitation(role: Role, at: Timestamp) -> (Invitation, Secret) {
    let (mut new, _) = invitation(role);
    let secret = new_invitation_token(&mut rand::rng());
    let content = MailContent::Invitation {
        token: secret.expose().to_owned(),
        organization: "Acme".into(),
        inviter: String::new(),
        role,
    };
    new.token.mailed = Some(MailedToken { secret: secret.clone(), language: MailLanguage::default(), content, at });
    (new, secret)
}

/// A token for an invitation by `invited_by`.
pub fn invitation_token(invited_by: Option<UserId>) -> (InvitationToken, Secret) {
    let secret = new_invitation_token(&mut rand::rng());
    (
        InvitationToken { digest: secret.digest(), expires_at: now() + INVITATION_LASTS, invited_by, mailed: None },
        secret,
    )
}

/// A member with a new account, who accepted an invitation.
pub async fn stored_member(store: &impl Metadata, org: OrgId, role: Role) -> UserId {
    let (invitation, token) = invitation(role);
    store.invite_member(org, &invitation, None, audit(org, "member.invited")).await.unwrap();
    let joiner = Joiner::New(user());
    let joined = store.take_up_invitation(token.digest(), &joiner, now(), audit(org, "member.joined")).await.unwrap();
    let Joining::Joined(user) = joined else { panic!("{joined:?}") };
    user
}

/// Gives a member another role, and access to every site.
pub async fn set_role(
    store: &impl Metadata,
    org: OrgId,
    user: UserId,
    role: Role,
    audit: AuditDraft,
) -> StoreResult<MemberChange> {
    store.set_access(org, user, &MemberAccess { role, sites: VisibleSites::ALL }, audit).await
}

/// A stored organization, and its owner.
pub async fn stored_organization(store: &impl Metadata) -> (OrgId, UserId) {
    let (organization, owner) = (organization(), user());
    let audit = audit(organization.id, "organization.created");
    let owner =
        store.create_organization(&organization, &owner, NewAccountGround::Nobody, audit).await.unwrap().unwrap();
    (organization.id, owner)
}

/// The credentials of an account as they are now.
pub async fn credentials(store: &impl Metadata, user: UserId) -> CredentialsGround {
    (&store.user(user).await.unwrap().unwrap().0).into()
}

/// Stores a session as a sign-in does.
pub async fn start_session(store: &impl Metadata, session: &Session) -> SessionGround {
    store.create_session(session, None, credentials(store, session.user_id).await, vec![]).await.unwrap();
    SessionGround { user: session.user_id, session: session.id }
}

/// A new session of an account.
pub async fn signed_in(store: &impl Metadata, user: UserId) -> SessionGround {
    start_session(store, &session(user).0).await
}

/// A new session of an account in which the password was just given.
pub async fn confirmed(store: &impl Metadata, user: UserId) -> ConfirmedGround {
    ConfirmedGround { session: signed_in(store, user).await, credentials: credentials(store, user).await }
}

/// A browser at an address.
pub fn known_visitor() -> KnownVisitor {
    let address = std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST).into();
    let visitor = Visitor { address, browser: None };
    KnownVisitor { visitor, browser: SecretDigest::of("a browser"), language: None }
}

/// A key with all fields that a caller can set.
pub fn key(org_id: OrgId) -> KeyRecord {
    let plaintext = ApiKey::generate(&mut rand::rng());
    let id = id::<KeyId>();
    KeyRecord {
        id,
        org_id,
        name: "CI".into(),
        masked: plaintext.masked(),
        digest: plaintext.digest(),
        scopes: [Scope::AnalyticsRead, Scope::PromptsWrite].into_iter().collect(),
        site_ids: VisibleSites::only(vec![self::id()]),
        allowed_ips: Some(vec!["192.0.2.0/24".parse().unwrap(), "2001:db8::/32".parse().unwrap()]),
        created_at: now(),
        created_by: Some(KeyCreator { id: self::id(), email: "ada@example.com".into() }),
        expires_at: Some(later(86_400)),
        last_used_at: None,
        chain_id: id,
        rotated_from_id: None,
        replaced_by_id: None,
        revoked_at: None,
    }
}

/// A stored key.
pub async fn stored_key(store: &impl Metadata, org_id: OrgId) -> KeyRecord {
    let key = key(org_id);
    store.create_key(&key, u32::MAX, audit(org_id, "key.created")).await.unwrap();
    key
}

pub fn session(user_id: UserId) -> (Session, Secret) {
    let token = new_session_token(&mut rand::rng());
    let session = Session {
        id: id::<SessionId>(),
        user_id,
        digest: token.digest(),
        created_at: now(),
        last_used_at: now(),
        user_agent: "Firefox".into(),
        assurance: Assurance::of(Proof::Password),
        proved_at: now(),
        began_with: None,
    };
    (session, token)
}

/// Removes all rows of deleted organizations and sites.
pub async fn remove_all(store: &impl Metadata) {
    while store.remove_piece(1_000).await.unwrap() {}
}

/// The actions in an organization's audit log, newest first.
pub async fn actions(store: &impl Metadata, org: OrgId) -> Vec<String> {
    let page = store
        .audit_entries(org, &Default::default(), askline_domain::shared::paging::PageRequest::NEWEST)
        .await
        .unwrap();
    page.items.into_iter().map(|entry| entry.draft.action).collect()
}

/// How often an action is in an organization's audit log.
pub async fn count_of(store: &impl Metadata, org: OrgId, action: &str) -> usize {
    actions(store, org).await.iter().filter(|each| *each == action).count()
}
