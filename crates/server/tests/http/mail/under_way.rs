//! Requests that are under way while access to an account ends.
//!
//! Each way in is held after its password was checked, access is ended in each way, and the request goes on. Where the ending concerns it, it is refused and leaves nothing behind.

mod of_app;

use askline_app::{
    accounts::{
        self, OldPassword,
        by_operator::{self, LockPorts},
        make_one_time_link, put_one_time_link,
    },
    ports::mail::Mailed,
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        grounds::ConfirmedGround,
        links::OneTimeToken,
        role::Role,
        secret::{Secret, SecretDigest},
        token::{new_one_time_token, new_proof_token, new_reset_token, new_undo_token},
        user::User,
    },
    organizations::{member::Membership, plan::Plan},
    shared::{
        ids::{SessionId, UserId},
        paging::PageRequest,
    },
};
use reqwest::Method;
use serde_json::{Value, json};

use self::of_app::OfApp;
use super::Mailing;
use crate::{
    harness::{Answer, Org, PASSWORD},
    second_factor::App,
    sign_in_providers::link_by_gate,
};

/// The password that a request under way would set.
const PASSWORD_UNDER_WAY: &str = "the password under way";
/// The password that an ending sets.
const NEW_PASSWORD: &str = "another good long password";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WayIn {
    LogIn,
    ChangeOfPassword,
    ChangeOfAddress,
    RevocationOfAccess,
    FinishedReset,
    NewAccountOfInvitation,
    CodeOfApp,
    RefreshTokenOfApp,
    LinkedIdentity,
}

const WAYS_IN: [WayIn; 9] = [
    WayIn::LogIn,
    WayIn::ChangeOfPassword,
    WayIn::ChangeOfAddress,
    WayIn::RevocationOfAccess,
    WayIn::FinishedReset,
    WayIn::NewAccountOfInvitation,
    WayIn::CodeOfApp,
    WayIn::RefreshTokenOfApp,
    WayIn::LinkedIdentity,
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    FinishedReset,
    ChangeOfPassword,
    UndoneAddress,
    UsedOneTimeLink,
    EndedPassword,
    Rename,
    EndedSession,
    LogOut,
    RevokedAccess,
    Lock,
    RemovedMembership,
    WithdrawnInvitation,
    /// Other sessions end, and a sign-in needs more than what was checked.
    SecondFactorSetUp,
}

const ENDINGS: [Ending; 13] = [
    Ending::FinishedReset,
    Ending::ChangeOfPassword,
    Ending::UndoneAddress,
    Ending::UsedOneTimeLink,
    Ending::EndedPassword,
    Ending::Rename,
    Ending::EndedSession,
    Ending::LogOut,
    Ending::RevokedAccess,
    Ending::Lock,
    Ending::RemovedMembership,
    Ending::WithdrawnInvitation,
    Ending::SecondFactorSetUp,
];

/// Whether the ending ends what the way in is based on.
fn ends(ending: Ending, way: WayIn) -> bool {
    let of_credentials = !matches!(
        ending,
        Ending::EndedSession
            | Ending::LogOut
            | Ending::RemovedMembership
            | Ending::WithdrawnInvitation
            | Ending::SecondFactorSetUp
    );
    // The first second factor ends all other sessions.
    let of_session = matches!(ending, Ending::EndedSession | Ending::LogOut | Ending::SecondFactorSetUp);
    match way {
        WayIn::LogIn | WayIn::FinishedReset | WayIn::LinkedIdentity => {
            of_credentials || ending == Ending::SecondFactorSetUp
        }
        WayIn::ChangeOfPassword | WayIn::ChangeOfAddress | WayIn::RevocationOfAccess => of_credentials || of_session,
        // An app outlives the session in which it was connected.
        WayIn::CodeOfApp | WayIn::RefreshTokenOfApp => of_credentials || ending == Ending::RemovedMembership,
        // The invitation is by the account whose access ends: it ends with the membership, and while the account is locked.
        WayIn::NewAccountOfInvitation => {
            matches!(ending, Ending::RemovedMembership | Ending::WithdrawnInvitation | Ending::Lock)
        }
    }
}

/// An account with its memberships, its sessions, the members of its organization, the last entry of the audit log, and how
/// many emails wait.
type Traces = (Option<(User, Vec<Membership>)>, Vec<SessionId>, Vec<UserId>, Value, u64);

/// An admin whose access ends, with everything that ways in and endings need.
struct Person {
    id: UserId,
    email: String,
    /// The session of the request under way.
    acting: String,
    /// Another session.
    other: String,
    undo: Secret,
    /// Two links that set a new password: for the request under way, and for the ending.
    resets: [Secret; 2],
    once: Secret,
    /// An invitation by this person: the pending member, and the token.
    invited: (String, String),
}

impl Person {
    async fn of(mailing: &Mailing, org: &Org) -> Self {
        let service = &mailing.service;
        let (id, acting) = service.member_of(org, Role::Admin).await;
        let (store, at) = (&service.metadata, service.app.now());
        assert!(by_operator::put_confirmed(&**store, id, at, vec![]).await.unwrap());
        let other = service.session_of(id).await;
        let email = store.user(id).await.unwrap().unwrap().0.email;
        let invited = json!({ "email": format!("invited-by-{id}@example.com"), "role": "viewer" });
        let path = format!("/api/v1/orgs/{}/members", org.id);
        let invited = mailing.post(&path, Some(&acting), invited).await.data(201).clone();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let invited = (text(&invited["member"]["userId"]), text(&invited["invitation"]["token"]));
        let random = &mut rand::rng();
        let (proof, undo, resets) =
            (new_proof_token(random), new_undo_token(random), [new_reset_token(random), new_reset_token(random)]);
        let grant = store.session_by_digest(SecretDigest::of(&acting)).await.unwrap().unwrap();
        let ground = ConfirmedGround { session: grant.ground(), credentials: (&grant.user).into() };
        let wanted = format!("wanted-{id}@example.com");
        let asked = accounts::mail_other_address(&**store, ground, &wanted, (&proof, &undo), at, vec![]).await.unwrap();
        assert_eq!(asked, Mailed::Stored);
        for reset in &resets {
            accounts::mail_reset(&**store, &email, reset, None, at).await.unwrap();
        }
        Self { id, email, acting, other, undo, resets, once: new_one_time_token(&mut rand::rng()), invited }
    }

    /// The request under way.
    async fn way_in(&self, mailing: &Mailing, way: WayIn) -> Answer {
        let acting = Some(self.acting.as_str());
        let (path, session, body) = match way {
            WayIn::LinkedIdentity => return link_by_gate(&mailing.service, (&self.id.to_string(), &self.email)).await,
            WayIn::LogIn => ("login", None, json!({ "email": self.email, "password": PASSWORD })),
            WayIn::ChangeOfPassword => {
                let body = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD_UNDER_WAY });
                ("password", acting, body)
            }
            WayIn::ChangeOfAddress => {
                ("email", acting, json!({ "email": format!("eve-{}@example.com", self.id), "password": PASSWORD }))
            }
            WayIn::RevocationOfAccess => ("revoke-all", acting, json!({ "password": PASSWORD })),
            WayIn::FinishedReset => {
                ("reset/finish", None, json!({ "token": self.resets[0].expose(), "password": PASSWORD_UNDER_WAY }))
            }
            WayIn::CodeOfApp | WayIn::RefreshTokenOfApp => unreachable!("these need no password"),
            WayIn::NewAccountOfInvitation => {
                ("invitations/accept", None, json!({ "token": self.invited.1, "password": PASSWORD_UNDER_WAY }))
            }
        };
        mailing.post(&format!("/api/v1/auth/{path}"), session, body).await
    }

    async fn end(&self, mailing: &Mailing, org: &Org, ending: Ending) {
        let (service, other) = (&mailing.service, Some(self.other.as_str()));
        let (store, context) = (&*service.metadata, AuditContext::system("askline user", service.app.now()));
        let post = async |path: &str, session, body| {
            mailing.post(&format!("/api/v1/auth/{path}"), session, body).await.data(200);
        };
        let delete = async |path: String, session: &str| {
            service.send(Method::DELETE, &path, Some(session), None).await.data(200);
        };
        let account = store.user(self.id).await.unwrap().unwrap();
        match ending {
            Ending::FinishedReset => {
                post("reset/finish", None, json!({ "token": self.resets[1].expose(), "password": NEW_PASSWORD })).await;
            }
            Ending::ChangeOfPassword => {
                let body = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
                post("password", other, body).await;
            }
            Ending::UndoneAddress => post("email/undo", None, json!({ "token": self.undo.expose() })).await,
            Ending::UsedOneTimeLink => {
                let expires_at = context.at + std::time::Duration::from_secs(60);
                let token = OneTimeToken { user_id: self.id, digest: self.once.digest(), expires_at };
                let made = put_one_time_link(store, &token, OldPassword::WorksUntilUse, vec![]);
                assert!(made.await.unwrap());
                post("one-time", None, json!({ "token": self.once.expose() })).await;
            }
            Ending::EndedPassword => {
                make_one_time_link(store, &account, OldPassword::EndsNow, &context).await.unwrap();
            }
            Ending::Rename => {
                let renamed = format!("renamed-{}@example.com", self.id);
                assert!(by_operator::rename(store, &account, &renamed, &context).await.unwrap());
            }
            Ending::EndedSession => {
                let grant = store.session_by_digest(SecretDigest::of(&self.acting)).await.unwrap().unwrap();
                delete(format!("/api/v1/auth/sessions/{}", grant.session.id), &self.other).await;
            }
            Ending::LogOut => {
                mailing.send("/api/v1/auth/logout", &self.acting).await.data(200);
            }
            Ending::RevokedAccess => post("revoke-all", other, json!({ "password": PASSWORD })).await,
            Ending::Lock => {
                let ports = LockPorts { sessions: store, keys: store, service_accounts: store };
                assert!(by_operator::lock(ports, &account, false, &context).await.unwrap().is_new);
            }
            Ending::RemovedMembership => {
                delete(format!("/api/v1/orgs/{}/members/{}", org.id, self.id), &org.session).await;
            }
            Ending::WithdrawnInvitation => {
                delete(format!("/api/v1/orgs/{}/members/{}", org.id, self.invited.0), &org.session).await;
            }
            Ending::SecondFactorSetUp => {
                App::of(service, &self.other).await;
            }
        }
    }

    /// Everything that a request under way could leave behind.
    async fn traces(&self, mailing: &Mailing, org: &Org) -> Traces {
        let service = &mailing.service;
        let store = &service.metadata;
        let account = store.user(self.id).await.unwrap();
        let sessions = store.sessions_of(self.id, None, service.app.now(), PageRequest::NEWEST).await.unwrap().items;
        let sessions: Vec<_> = sessions.iter().map(|session| session.id).collect();
        let log = format!("/api/v1/audit?orgId={}&limit=1", org.id);
        let last_entry = service.get(&log, &org.session).await.data(200)["items"][0]["id"].clone();
        let page = PageRequest { limit: 200, before: None };
        let members: Vec<_> = store.members(org.id, page).await.unwrap().items.iter().map(|one| one.user_id).collect();
        (account, sessions, members, last_entry, mailing.waiting().await)
    }
}

/// Ends access, and then uses what an app got before: nothing is under way that could be held.
async fn check_app(mailing: &Mailing, org: &Org, way: WayIn, ending: Ending) {
    let person = Person::of(mailing, org).await;
    let tokens = OfApp::of(mailing, org, &person).await;
    person.end(mailing, org, ending).await;
    let after_the_end = person.traces(mailing, org).await;
    let status = match way {
        WayIn::CodeOfApp => tokens.use_code(mailing).await,
        _ => tokens.renew(mailing).await,
    };
    let expected = if ends(ending, way) { 400 } else { 200 };
    assert_eq!(status, expected, "{way:?}, {ending:?}");
    // Tokens are no traces of an account.
    assert_eq!(person.traces(mailing, org).await, after_the_end, "{way:?}, {ending:?}");
}

/// Holds a way in while access ends, and checks what remains.
async fn check(mailing: &Mailing, org: &Org, way: WayIn, ending: Ending) {
    if matches!(way, WayIn::CodeOfApp | WayIn::RefreshTokenOfApp) {
        return check_app(mailing, org, way, ending).await;
    }
    let person = Person::of(mailing, org).await;
    let held_after = match way {
        WayIn::LogIn | WayIn::ChangeOfAddress | WayIn::RevocationOfAccess | WayIn::LinkedIdentity => PASSWORD,
        _ => PASSWORD_UNDER_WAY,
    };
    let mut held = mailing.service.hasher.hold(held_after);
    let ending_it = async {
        held.arrived().await;
        person.end(mailing, org, ending).await;
        let after_the_end = person.traces(mailing, org).await;
        drop(held);
        after_the_end
    };
    let (answer, after_the_end) = tokio::join!(person.way_in(mailing, way), ending_it);
    let now = person.traces(mailing, org).await;
    if ends(ending, way) {
        assert_eq!(answer.status.as_u16(), 401, "{way:?}, {ending:?}: {}", answer.text);
        assert_eq!(now, after_the_end, "{way:?}, {ending:?}");
    } else {
        assert!(answer.status.is_success(), "{way:?}, {ending:?}: {}", answer.text);
        assert_ne!(now, after_the_end, "{way:?}, {ending:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_under_way_when_access_ends_is_refused_and_leaves_nothing() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    for way in WAYS_IN {
        for ending in ENDINGS {
            check(&mailing, &org, way, ending).await;
        }
    }
}

#[tokio::test]
async fn a_log_in_that_is_under_way_when_the_person_leaves_writes_no_entry_there() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let person = Person::of(&mailing, &org).await;
    let mut held = mailing.service.hasher.hold(PASSWORD);
    let ending_it = async {
        held.arrived().await;
        person.end(&mailing, &org, Ending::RemovedMembership).await;
        drop(held);
    };
    let (answer, ()) = tokio::join!(person.way_in(&mailing, WayIn::LogIn), ending_it);
    assert_eq!(answer.data(200)["orgs"], json!([]));
    let log = format!("/api/v1/audit?orgId={}&action=auth.login", org.id);
    assert_eq!(mailing.service.get(&log, &org.session).await.data(200)["items"], json!([]));
}

#[tokio::test]
async fn a_requested_address_leaves_links_that_set_a_new_password_valid() {
    let mailing = Mailing::start().await;
    let org = mailing.service.organization(Plan::Enterprise).await;
    let person = Person::of(&mailing, &org).await;
    person.way_in(&mailing, WayIn::ChangeOfAddress).await.data(202);
    person.way_in(&mailing, WayIn::FinishedReset).await.data(200);
    // The reset ends the requested change in turn.
    let (account, _) = mailing.service.metadata.user(person.id).await.unwrap().unwrap();
    assert_eq!(account.address.pending, None);
}
