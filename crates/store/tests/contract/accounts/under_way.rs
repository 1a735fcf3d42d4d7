//! What every store guarantees about changes that were allowed before access to an account ended.

use std::{collections::BTreeSet, fmt::Debug};

use askline_app::{
    accounts::OldPassword,
    ports::{
        StoreError, StoreResult,
        identity::sessions::SessionStore as _,
        keys::KeyStore as _,
        mail::Mailed,
        organizations::{InvitationStore as _, OrganizationStore as _},
    },
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, SessionGround, TokenGround},
        links::OneTimeToken,
        role::Role,
        secret::Secret,
        session::Session,
        token::{OneTimeUse, new_one_time_token, new_proof_token, new_reset_token, new_undo_token},
        user::User,
    },
    organizations::{
        Slug,
        member::{MemberStatus, Membership},
        preconditions::{Precondition, RolePrecondition, SitesPrecondition},
    },
    shared::{
        ids::{OrgId, UserId},
        paging::PageRequest,
    },
};

use crate::{
    accounts::changes::{AccountChanges as _, Proving},
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    member_changes::{Joining, MemberChanges as _},
    organizations::changes::OrganizationChanges as _,
    samples::{
        audit, credentials, invitation, key, known_visitor, later, now, organization, session, signed_in,
        stored_member, stored_organization,
    },
};

on_every_backend! {
    a_change_that_was_allowed_before_access_ended_is_not_stored_after_it,
    a_locked_account_is_entered_in_no_way_until_it_is_unlocked,
    an_invitation_by_a_locked_account_opens_nothing_until_it_is_unlocked,
    keys_that_an_account_made_are_named_while_they_are_active,
}

/// An account with its memberships, its sessions, its keys, and its rows of tokens and known browsers.
type Traces = (Option<(User, Vec<Membership>)>, Vec<Session>, usize, [i64; 3]);

/// An admin, with the grounds of every change that they could make.
struct Person {
    org: OrgId,
    user: UserId,
    credentials: CredentialsGround,
    acting: SessionGround,
    other: SessionGround,
    resets: [Secret; 2],
    proof: Secret,
    undo: Secret,
    once: Secret,
    /// An invitation to another organization.
    invited_to: OrgId,
    invitation: Secret,
}

impl Person {
    async fn of(store: &impl Metadata) -> Self {
        let (org, _) = stored_organization(store).await;
        let user = stored_member(store, org, Role::Admin).await;
        assert!(store.prove_by_operator(user, now(), vec![]).await.unwrap());
        let (acting, other) = (signed_in(store, user).await, signed_in(store, user).await);
        let random = &mut rand::rng();
        let (proof, undo) = (new_proof_token(random), new_undo_token(random));
        let (resets, once) = ([new_reset_token(random), new_reset_token(random)], new_one_time_token(random));
        let credentials = credentials(store, user).await;
        let ground = ConfirmedGround { session: acting, credentials };
        let wanted = format!("wanted-{user}@example.com");
        let asked = store.ask_for_address(ground, &wanted, (&proof, &undo), now(), vec![]).await.unwrap();
        assert_eq!(asked, Mailed::Stored);
        let email = store.user(user).await.unwrap().unwrap().0.email;
        for reset in &resets {
            store.request_reset(&email, reset, None, now()).await.unwrap();
        }
        let (invited_to, _) = stored_organization(store).await;
        let (invited, invitation) = invitation(Role::Viewer);
        store.invite_member(invited_to, &invited, None, audit(invited_to, "member.invited")).await.unwrap();
        let token = OneTimeToken { user_id: user, digest: once.digest(), expires_at: later(900) };
        let old = OldPassword::WorksUntilUse;
        assert!(store.create_one_time_token(&token, old, vec![]).await.unwrap());
        Self { org, user, credentials, acting, other, resets, proof, undo, once, invited_to, invitation }
    }

    fn confirmed(&self, session: SessionGround) -> ConfirmedGround {
        ConfirmedGround { session, credentials: self.credentials }
    }

    fn token(&self, token: &Secret) -> TokenGround {
        TokenGround { user: self.user, digest: token.digest() }
    }

    /// An entry of a change to the organization, by the acting session of the admin.
    fn entry(&self) -> AuditDraft {
        let (role, sites) = (RolePrecondition::AtLeast(Role::Admin), SitesPrecondition::Any);
        let member = Precondition::Member { user: self.user, role, status: MemberStatus::Active, sites };
        audit(self.org, "key.created").provided(Precondition::Session(self.acting)).provided(member)
    }

    /// Everything that a change could leave behind.
    async fn traces<B: Backend>(&self, backend: &B) -> Traces {
        let store = backend.store();
        let account = store.user(self.user).await.unwrap();
        let sessions = store.sessions_of(self.user, None, now(), PageRequest::NEWEST).await.unwrap().items;
        let keys = store.active_keys_made_by(self.user, None, now(), 9).await.unwrap().len();
        let count = async |table: &str| {
            backend.number(&format!("SELECT COUNT(*) FROM {table} WHERE user_id = '{}'", self.user)).await
        };
        let rows = [count("account_tokens").await, count("known_visitors").await, count("one_time_tokens").await];
        (account, sessions, keys, rows)
    }
}

/// Whether a change was stored: anything else must be a refusal because of its ground.
fn stored<T: Debug>(result: StoreResult<T>, is_stored: impl FnOnce(&T) -> bool) -> bool {
    match result {
        Ok(result) => is_stored(&result),
        Err(StoreError::SessionEnded | StoreError::AccountChanged | StoreError::PreconditionsChanged) => false,
        Err(error) => panic!("{error}"),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    LogIn,
    Password,
    Address,
    Revocation,
    Name,
    OtherSession,
    Founding,
    Joining,
    Resend,
    Key,
    Reset,
    Proof,
    OneTime,
}

use Change as C;

const CHANGES: [Change; 13] = [
    C::LogIn,
    C::Password,
    C::Address,
    C::Revocation,
    C::Name,
    C::OtherSession,
    C::Founding,
    C::Joining,
    C::Resend,
    C::Key,
    C::Reset,
    C::Proof,
    C::OneTime,
];

impl Change {
    /// Makes the change on the person's grounds; returns whether it was stored.
    async fn make(self, store: &impl Metadata, person: &Person) -> bool {
        let (user, acting, known) = (person.user, person.acting, known_visitor());
        let confirmed = person.confirmed(acting);
        match self {
            C::LogIn => {
                let (session, ground) = (session(user).0, person.credentials);
                stored(store.create_session(&session, Some(&known), ground, vec![]).await, |_| true)
            }
            C::Password => {
                stored(store.change_password(confirmed, "$under way", &known, now(), vec![]).await, |()| true)
            }
            C::Address => {
                let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
                let eve = format!("eve-{user}@example.com");
                stored(store.ask_for_address(confirmed, &eve, (&proof, &undo), now(), vec![]).await, |asked| {
                    *asked == Mailed::Stored
                })
            }
            C::Revocation => stored(store.revoke_access(confirmed, &known, now(), vec![]).await, |()| true),
            C::Name => stored(store.set_user_name(acting, "Eve").await, |()| true),
            C::OtherSession => stored(store.end_session(acting, person.other.session).await, |ended| *ended),
            C::Founding => {
                let new = organization();
                let entry = audit(new.id, "organization.created");
                stored(store.found_organization(&new, Slug::FromName, acting, 9, entry).await, |_| true)
            }
            C::Joining => {
                let (digest, joiner) = (person.invitation.digest(), askline_app::members::Joiner::Account(acting));
                let entry = audit(person.invited_to, "member.joined");
                let joining = store.take_up_invitation(digest, &joiner, now(), entry).await;
                stored(joining, |joining| matches!(joining, Joining::Joined(_)))
            }
            C::Resend => {
                let (wanted, proof) = (format!("wanted-{user}@example.com"), new_proof_token(&mut rand::rng()));
                stored(store.ask_for_proof(acting, &wanted, &proof, now()).await, |sent| *sent == Mailed::Stored)
            }
            C::Key => {
                let mut key = key(person.org);
                key.created_by = Some(askline_domain::keys::KeyCreator { id: user, email: String::new() });
                stored(store.create_key(&key, 9, person.entry()).await, |_| true)
            }
            C::Reset => {
                let ground = person.token(&person.resets[0]);
                stored(store.finish_reset(ground, "$under way", now(), vec![]).await, |spent| *spent)
            }
            C::Proof => {
                let ground = person.token(&person.proof);
                stored(store.prove(ground, now(), vec![]).await, |proven| *proven == Proving::Proven)
            }
            C::OneTime => {
                let (ground, session) = (person.token(&person.once), session(user).0);
                let spent = store.spend_one_time_token(ground, OneTimeUse::NewPassword, &session, vec![]);
                stored(spent.await, Option::is_some)
            }
        }
    }

    /// Whether the change is based on the account's credentials, its session, its membership or a token.
    fn is_of_session(self) -> bool {
        !matches!(self, C::LogIn | C::Reset | C::Proof | C::OneTime)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Reset,
    Password,
    Undo,
    OneTime,
    PasswordByOperator,
    Rename,
    Session,
    Revocation,
    Lock,
    Membership,
    Invitation,
}

use Ending as E;

const ENDINGS: [Ending; 11] = [
    E::Reset,
    E::Password,
    E::Undo,
    E::OneTime,
    E::PasswordByOperator,
    E::Rename,
    E::Session,
    E::Revocation,
    E::Lock,
    E::Membership,
    E::Invitation,
];

impl Ending {
    async fn make(self, store: &impl Metadata, person: &Person) {
        let (user, known) = (person.user, known_visitor());
        let of_other = person.confirmed(person.other);
        let once = |secret: &Secret| OneTimeToken { user_id: user, digest: secret.digest(), expires_at: later(900) };
        let is_done = match self {
            E::Reset => store.finish_reset(person.token(&person.resets[1]), "$new", now(), vec![]).await.unwrap(),
            E::Password => store.change_password(of_other, "$new", &known, now(), vec![]).await.is_ok(),
            E::Undo => {
                let reset = new_reset_token(&mut rand::rng());
                let undone = store.undo_address(person.token(&person.undo), &reset, now(), vec![]).await;
                undone.unwrap() == Proving::Proven
            }
            E::OneTime => {
                let (ground, session) = (person.token(&person.once), session(user).0);
                let spent = store.spend_one_time_token(ground, OneTimeUse::NewPassword, &session, vec![]);
                spent.await.unwrap().is_some()
            }
            E::PasswordByOperator => {
                let token = once(&new_one_time_token(&mut rand::rng()));
                store.create_one_time_token(&token, OldPassword::EndsNow, vec![]).await.unwrap()
            }
            E::Rename => store.rename_user(user, &format!("renamed-{user}@example.com"), vec![]).await.unwrap(),
            E::Session => store.end_session(person.other, person.acting.session).await.unwrap(),
            E::Revocation => store.revoke_access(of_other, &known, now(), vec![]).await.is_ok(),
            E::Lock => store.lock_account(user, now(), vec![]).await.unwrap(),
            E::Membership => store.remove_member(person.org, user, audit(person.org, "member.removed")).await.is_ok(),
            E::Invitation => {
                let page = store.members(person.invited_to, PageRequest::NEWEST).await.unwrap();
                let pending = page.items.iter().find(|one| one.status == MemberStatus::Pending).unwrap().user_id;
                let entry = audit(person.invited_to, "member.withdrawn");
                store.remove_member(person.invited_to, pending, entry).await.is_ok()
            }
        };
        assert!(is_done, "{self:?}");
    }

    /// Whether it ends what the change is based on.
    fn ends(self, change: Change) -> bool {
        match self {
            E::Reset | E::Password | E::Undo | E::OneTime | E::PasswordByOperator | E::Revocation | E::Lock => true,
            // Sessions stay, and so does what needs no password. Links to the former address end.
            E::Rename => {
                matches!(change, C::LogIn | C::Password | C::Address | C::Revocation | C::Reset | C::Proof | C::Resend)
            }
            E::Session => change.is_of_session(),
            E::Membership => change == C::Key,
            E::Invitation => change == C::Joining,
        }
    }
}

async fn a_change_that_was_allowed_before_access_ended_is_not_stored_after_it<B: Backend>(backend: &B) {
    let store = backend.store();
    for ending in ENDINGS {
        for change in CHANGES {
            let person = Person::of(store).await;
            ending.make(store, &person).await;
            let after_the_end = person.traces(backend).await;
            let is_stored = change.make(store, &person).await;
            assert_eq!(is_stored, !ending.ends(change), "{change:?}, {ending:?}");
            if !is_stored {
                assert_eq!(person.traces(backend).await, after_the_end, "{change:?}, {ending:?}");
            }
        }
    }
}

async fn a_locked_account_is_entered_in_no_way_until_it_is_unlocked<B: Backend>(backend: &B) {
    let store = backend.store();
    let person = Person::of(store).await;
    let lock = async || store.lock_account(person.user, now(), vec![]).await.unwrap();
    let unlock = async || store.unlock_account(person.user, vec![]).await.unwrap();
    assert!(!unlock().await);
    assert!(lock().await && !lock().await);
    // Also with the credentials as they are now.
    let now_as_they_are = credentials(store, person.user).await;
    let (new, known) = (session(person.user).0, known_visitor());
    let entering = store.create_session(&new, Some(&known), now_as_they_are, vec![]).await;
    assert!(matches!(entering, Err(StoreError::AccountChanged)), "{entering:?}");
    let reset = new_reset_token(&mut rand::rng());
    let undone = store.undo_address(person.token(&person.undo), &reset, now(), vec![]).await;
    assert_eq!(undone.unwrap(), Proving::Unknown);
    let token = OneTimeToken { user_id: person.user, digest: person.once.digest(), expires_at: later(900) };
    for old in [OldPassword::WorksUntilUse, OldPassword::EndsNow] {
        assert!(!store.create_one_time_token(&token, old, vec![]).await.unwrap());
    }
    assert!(unlock().await);
    let account = store.user(person.user).await.unwrap().unwrap().0;
    assert!(account.locked_at.is_none() && account.password_hash.is_some(), "the password stays");
    signed_in(store, person.user).await;
}

async fn an_invitation_by_a_locked_account_opens_nothing_until_it_is_unlocked<B: Backend>(backend: &B) {
    let store = backend.store();
    let person = Person::of(store).await;
    let (token, secret) = crate::samples::invitation_token(Some(person.user));
    let new = askline_app::ports::invitation::Invitation { token, ..invitation(Role::Viewer).0 };
    store.invite_member(person.org, &new, None, audit(person.org, "member.invited")).await.unwrap();
    let is_open = async || store.open_invitation(secret.digest(), now()).await.unwrap().is_some();
    assert!(is_open().await);
    store.lock_account(person.user, now(), vec![]).await.unwrap();
    assert!(!is_open().await);
    store.unlock_account(person.user, vec![]).await.unwrap();
    assert!(is_open().await);
}

async fn keys_that_an_account_made_are_named_while_they_are_active<B: Backend>(backend: &B) {
    let store = backend.store();
    let person = Person::of(store).await;
    let (other_org, _) = stored_organization(store).await;
    let made_in = async |org, expires_at| {
        let maker = askline_domain::keys::KeyCreator { id: person.user, email: String::new() };
        let key = askline_domain::keys::KeyRecord { created_by: Some(maker), expires_at, ..key(org) };
        store.create_key(&key, 9, audit(org, "key.created")).await.unwrap();
        key.id
    };
    let (first, second) = (made_in(person.org, None).await, made_in(person.org, None).await);
    let elsewhere = made_in(other_org, None).await;
    made_in(person.org, Some(later(5))).await;
    store.create_key(&key(person.org), 9, audit(person.org, "key.created")).await.unwrap();
    let named = async |org: Option<OrgId>| {
        let keys = store.active_keys_made_by(person.user, org, later(5), 9).await.unwrap();
        keys.iter().map(|key| key.id).collect::<BTreeSet<_>>()
    };
    assert_eq!(named(Some(person.org)).await, BTreeSet::from([first, second]));
    assert_eq!(named(None).await, BTreeSet::from([first, second, elsewhere]));
    store.revoke_key(person.org, first, later(5)).await.unwrap();
    assert_eq!(named(Some(person.org)).await, BTreeSet::from([second]));
}
