//! What ends a passkey, and the sessions that began with one.

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
        secret::SecretDigest,
        token::{new_one_time_token, new_proof_token, new_reset_token, new_undo_token},
    },
    organizations::plan::Plan,
};
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::harness::{Answer, Org, PASSWORD};

const NEW_PASSWORD: &str = "another good long password";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    ChangeOfPassword,
    FinishedReset,
    RevokedAccess,
    UndoneAddress,
    UsedOneTimeLink,
    EndedPassword,
    Lock,
    RemovedPasskey,
    ResetSecondFactor,
    LogOut,
}

/// Each ending; whether the passkey still signs in after it, and whether a session that began with it goes on.
const ENDINGS: [(Ending, bool, bool); 10] = [
    (Ending::ChangeOfPassword, true, false),
    (Ending::FinishedReset, true, false),
    (Ending::RevokedAccess, true, false),
    // The passkey may be of the person who changed the address.
    (Ending::UndoneAddress, false, false),
    (Ending::UsedOneTimeLink, true, false),
    (Ending::EndedPassword, true, false),
    (Ending::Lock, false, false),
    (Ending::RemovedPasskey, false, true),
    (Ending::ResetSecondFactor, false, true),
    (Ending::LogOut, true, false),
];

impl Scene {
    async fn ok(&self, path: &str, session: Option<&str>, body: Value) -> Answer {
        let answer = self.post(&format!("/api/v1/auth/{path}"), session, body).await;
        answer.data(200);
        answer
    }

    /// Ends access to the account of an organization's owner. `begun` is a session that began with the passkey, and `factor` gives
    /// the passkey as a second factor of this challenge or link.
    async fn end(&self, org: &Org, begun: &str, ending: Ending, factor: impl AsyncFnOnce(&str) -> Value) {
        let (service, session) = (&self.service, Some(org.session.as_str()));
        let (store, at) = (&*service.metadata, service.app.now());
        let context = AuditContext::system("askline user", at);
        let owner = service.owner_of(org).await;
        let account = store.user(owner).await.unwrap().unwrap();
        match ending {
            Ending::ChangeOfPassword => {
                let body = json!({ "currentPassword": PASSWORD, "newPassword": NEW_PASSWORD });
                self.ok("password", session, body).await;
            }
            Ending::FinishedReset => {
                let reset = new_reset_token(&mut rand::rng());
                accounts::mail_reset(store, &org.owner_email, &reset, None, at).await.unwrap();
                let passkey = factor(reset.expose()).await;
                let body = json!({ "token": reset.expose(), "password": NEW_PASSWORD, "passkey": passkey });
                self.ok("reset/finish", None, body).await;
            }
            Ending::RevokedAccess => drop(self.ok("revoke-all", session, json!({ "password": PASSWORD })).await),
            Ending::UndoneAddress => {
                let random = &mut rand::rng();
                let (proof, undo) = (new_proof_token(random), new_undo_token(random));
                let grant = store.session_by_digest(SecretDigest::of(&org.session)).await.unwrap().unwrap();
                let ground = ConfirmedGround { session: grant.ground(), credentials: (&grant.user).into() };
                let wanted = format!("wanted-{owner}@example.com");
                let asked =
                    accounts::mail_other_address(store, ground, &wanted, (&proof, &undo), at, vec![]).await.unwrap();
                assert_eq!(asked, Mailed::Stored);
                self.ok("email/undo", None, json!({ "token": undo.expose() })).await;
            }
            Ending::UsedOneTimeLink => {
                let once = new_one_time_token(&mut rand::rng());
                let expires_at = at + std::time::Duration::from_secs(60);
                let token = OneTimeToken { user_id: owner, digest: once.digest(), expires_at };
                let made = put_one_time_link(store, &token, OldPassword::WorksUntilUse, vec![]);
                assert!(made.await.unwrap());
                let asked = self.post("/api/v1/auth/one-time", None, json!({ "token": once.expose() })).await;
                let asked = asked.refused(401, "SECOND_FACTOR_REQUIRED");
                let challenge = asked.body["error"]["challenge"]["id"].as_str().unwrap();
                let passkey = factor(challenge).await;
                self.ok("second-factor", None, json!({ "challenge": challenge, "passkey": passkey })).await;
            }
            Ending::EndedPassword => {
                make_one_time_link(store, &account, OldPassword::EndsNow, &context).await.unwrap();
            }
            Ending::Lock => {
                let ports = LockPorts { sessions: store, keys: store, service_accounts: store };
                assert!(by_operator::lock(ports, &account, false, &context).await.unwrap().is_new);
            }
            Ending::RemovedPasskey => {
                let listed = service.get("/api/v1/auth/passkeys", &org.session).await;
                let id = listed.data(200)["items"][0]["id"].as_str().unwrap().to_owned();
                let path = format!("/api/v1/auth/passkeys/{id}");
                service.send(Method::DELETE, &path, session, None).await.data(200);
            }
            Ending::ResetSecondFactor => {
                assert!(by_operator::reset_second_factor(store, &account, &context).await.unwrap());
            }
            Ending::LogOut => drop(self.ok("logout", Some(begun), json!(null)).await),
        }
    }
}

#[tokio::test]
async fn each_ending_of_access_ends_passkeys_and_their_sessions_as_the_table_says() {
    let scene = Scene::start().await;
    scene.service.metadata.start_mail(scene.service.app.now()).await.unwrap();
    for (ending, signs_in, goes_on) in ENDINGS {
        let org = scene.service.organization(Plan::Enterprise).await;
        let owner = scene.service.owner_of(&org).await;
        let at = scene.service.app.now();
        assert!(by_operator::put_confirmed(&*scene.service.metadata, owner, at, vec![]).await.unwrap());
        let mut device = super::device::Device::at(super::ORIGIN);
        scene.add(&org.session, &mut device).await.data(201);
        let begun = scene.sign_in(&mut device).await.data(200)["token"].as_str().unwrap().to_owned();
        // A sign-in that is under way: the answer to a ceremony that was begun before access ends.
        let waiting = scene.given(&mut device, json!({})).await;
        let factor = async |step: &str| scene.given(&mut device, json!({ "secondStepOf": step })).await;
        scene.end(&org, &begun, ending, factor).await;
        let used = scene.post(super::LOGIN, None, waiting).await;
        let later = scene.sign_in(&mut device).await;
        // An answer whose counter is not the latest is refused, however access ended.
        let counted_on = matches!(ending, Ending::FinishedReset | Ending::UsedOneTimeLink);
        assert_eq!(used.status.is_success(), signs_in && !counted_on, "{ending:?}: {}", used.text);
        assert_eq!(later.status.is_success(), signs_in, "{ending:?}: {}", later.text);
        let me = scene.service.get("/api/v1/me", &begun).await;
        assert_eq!(me.status.is_success(), goes_on, "{ending:?}: {}", me.text);
    }
}
