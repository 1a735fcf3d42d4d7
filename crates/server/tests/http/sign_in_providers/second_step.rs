//! The second factor of people whom a provider signs in, and proofs through a provider.

use askline_app::accounts::by_operator;
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        provider::{Admission, FactorTrust, Grant, Provider},
        role::Role,
    },
    organizations::plan::Plan,
    shared::ids::{Id as _, OrgId},
};
use askline_stand_in::identity_provider::Token;
use reqwest::Method;
use serde_json::{Value, json};

use super::{NAME, Scene, cookie_of, domain, linking::token, person};
use crate::{
    harness::{Answer, Org, PASSWORD},
    second_factor::{App, challenged},
};

const LINK: &str = "/api/v1/auth/identities/link";
const PROOF: &str = "/api/v1/auth/identities/proof";
/// Twelve hours after the test's beginning, to the hour.
const TWELVE_HOURS_LATER: &str = "2026-06-16T00:0";

impl Scene {
    async fn answer(&self, asked: &Answer, field: &str, value: &str) -> Answer {
        let challenge = asked.refused(401, "SECOND_FACTOR_REQUIRED").body["error"]["challenge"]["id"].clone();
        self.post("/api/v1/auth/second-factor", None, "", &json!({ "challenge": challenge, field: value })).await
    }

    /// Brings a person back whose identity waits for the password of the account; returns the state and the cookie.
    async fn waiting(&self, subject: &str, email: &str) -> (Value, String) {
        let sent = self.sent_to(NAME).await;
        let token = Token::of(person(subject, email));
        let back = self.provider.sign_in(&sent.location, token, self.now()).unwrap();
        let asked = self.finish(&self.back(&back, &sent.cookie).await, &sent.cookie).await;
        (asked.data(202)["link"]["state"].clone(), sent.cookie)
    }

    async fn link_with(&self, (state, cookie): &(Value, String), password: &str) -> Answer {
        self.post(LINK, None, cookie, &json!({ "state": state, "password": password })).await
    }

    /// Asks for a proof through the provider, and brings the person with these claims back.
    async fn prove(&self, session: &str, claims: Value) -> Answer {
        let begun = self.post(PROOF, Some(session), "", &json!({ "provider": NAME })).await;
        let (location, cookie) = (begun.data(200)["location"].as_str().unwrap().to_owned(), cookie_of(&begun));
        assert!(location.contains("prompt=login") && location.contains("max_age=0"), "{location}");
        let back = self.provider.sign_in(&location, Token::of(claims), self.now()).unwrap();
        self.finish(&self.back(&back, &cookie).await, &cookie).await
    }

    /// Whether unlinking asks for a proof again.
    async fn asks_again(&self, session: &str) -> bool {
        let path = "/api/v1/auth/identities/idn_01j00000000000000000000000";
        let answer = self.service.send(Method::DELETE, path, Some(session), None).await;
        answer.code() == "REAUTHENTICATION_REQUIRED"
    }
}

/// A provider that gives the role of a viewer in an organization, which exists, and an account with an app in another one.
async fn scene() -> (Scene, OrgId, Org, App) {
    let given = OrgId::from_bits(71);
    let organizations = vec![Grant { org: given, role: Role::Viewer }];
    let scene = Scene::with(Admission { organizations, ..domain("example.com") }).await;
    scene.service.organization_with_id(given, Plan::Business).await;
    let org = scene.service.organization(Plan::Pro).await;
    let app = App::of(&scene.service, &org.session).await;
    (scene, given, org, app)
}

#[tokio::test]
async fn an_identity_is_linked_only_when_the_second_factor_was_given_and_then_needs_it_at_each_sign_in() {
    let (scene, given, org, app) = scene().await;
    let waiting = scene.waiting("ada", &org.owner_email).await;
    // The password alone links nothing, however often it is sent, nor does a wrong code.
    let (first, second) = (scene.link_with(&waiting, PASSWORD).await, scene.link_with(&waiting, PASSWORD).await);
    scene.answer(&first, "code", &app.wrong_code(&scene.service)).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.linked(&org.session).await, []);
    // An unlinked identity has no account to sign in to: it waits for the password again.
    let another = scene.waiting("ada", &org.owner_email).await;
    let third = scene.link_with(&another, PASSWORD).await;
    let started = scene.answer(&first, "code", &app.next_code(&scene.service)).await;
    assert_eq!(scene.linked(&org.session).await, [(NAME.to_owned(), org.owner_email.clone())]);
    assert!(started.data(200)["expiresAt"].as_str().unwrap().starts_with(TWELVE_HOURS_LATER), "{}", started.text);
    let joined = started.data(200)["orgs"].as_array().unwrap().iter().any(|one| one["id"] == json!(given));
    assert!(joined, "the settings of the provider give a membership: {}", started.text);
    // What waited is used up. Another sign-in of the same person finds the link.
    scene.answer(&second, "recoveryCode", &app.recovery_codes[0]).await.refused(401, "INVALID_CREDENTIALS");
    scene.answer(&third, "recoveryCode", &app.recovery_codes[1]).await.data(200);
    assert_eq!(scene.linked(&org.session).await.len(), 1);

    // From now on the provider is the first step, and the session keeps its end and its identity.
    let asked = scene.sign_in(person("ada", &org.owner_email)).await;
    let again = scene.answer(&asked, "code", &app.next_code(&scene.service)).await;
    assert!(again.data(200)["expiresAt"].as_str().unwrap().starts_with(TWELVE_HOURS_LATER), "{}", again.text);
    let session = token(&again);
    let shown = scene.service.get("/api/v1/auth/factors", &session).await;
    assert_eq!(shown.data(200)["proofs"], json!(["totp", "provider"]));
    let asked = scene.sign_in(person("ada", &org.owner_email)).await;
    scene.unlink(&org.session, NAME).await.data(200);
    scene.service.get("/api/v1/me", &session).await.refused(401, "SESSION_EXPIRED");
    // A sign-in that waited for its code when the identity was unlinked starts nothing.
    scene.answer(&asked, "code", &app.next_code(&scene.service)).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn a_change_of_the_password_or_a_lock_ends_what_waits_for_the_second_factor() {
    let (scene, _, org, app) = scene().await;
    let asked = scene.link_with(&scene.waiting("ada", &org.owner_email).await, PASSWORD).await;
    let body = json!({ "currentPassword": PASSWORD, "newPassword": "another good long password" });
    scene.post("/api/v1/auth/password", Some(&org.session), "", &body).await.data(200);
    scene.answer(&asked, "code", &app.next_code(&scene.service)).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.linked(&org.session).await, []);
    // The challenge ends with the sign-in that waits, ten minutes after it began.
    let waiting = scene.waiting("ada", &org.owner_email).await;
    scene.service.advance(420);
    let asked = scene.link_with(&waiting, "another good long password").await;
    scene.service.advance(181);
    scene.answer(&asked, "code", &app.next_code(&scene.service)).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.linked(&org.session).await, []);
}

#[tokio::test]
async fn a_trusted_provider_gives_the_second_factor_and_what_recovers_an_account_unlinks_it() {
    let scene = Scene::of(|provider| Provider { second_factor: FactorTrust::Trusted, ..provider }, &[]).await;
    let org = scene.service.organization(Plan::Pro).await;
    App::of(&scene.service, &org.session).await;
    scene.link(&org.session, NAME, json!({ "sub": "ada" })).await.data(202);
    let signed_in = scene.sign_in(json!({ "sub": "ada" })).await;
    let shown = scene.service.get("/api/v1/auth/factors", &token(&signed_in)).await;
    assert_eq!(shown.data(200)["proofs"], json!(["trustedProvider"]));
    // A password needs the code still.
    challenged(&scene.service, &org.owner_email).await;
    // The operator unlinks every identity, and its sessions end.
    let owner = scene.service.owner_of(&org).await;
    let account = scene.service.metadata.user(owner).await.unwrap().unwrap();
    let context = AuditContext::system("askline user unlink", scene.service.app.now());
    let unlinked = by_operator::unlink_identities(&*scene.service.metadata, &account, &context).await.unwrap();
    assert_eq!(unlinked.len(), 1);
    assert!(by_operator::unlink_identities(&*scene.service.metadata, &account, &context).await.unwrap().is_empty());
    scene.service.get("/api/v1/me", &token(&signed_in)).await.refused(401, "SESSION_EXPIRED");
    let log = scene.service.get("/api/v1/audit?action=member.identities_unlinked", &org.session).await;
    assert_eq!(log.data(200)["items"][0]["metadata"], json!({ "providers": [NAME] }));
    // Passkeys and identities are counted together: the last way in stays.
    scene.link(&org.session, NAME, json!({ "sub": "ada" })).await.data(202);
    scene.service.tamper("UPDATE users SET password_hash = NULL").await;
    scene.unlink(&org.session, NAME).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_provider_proves_who_is_in_a_session_only_if_the_person_signed_in_there_again() {
    let scene = Scene::with(domain("example.com")).await;
    let session = token(&scene.sign_in(person("ada", "ada@example.com")).await);
    let other = scene.service.organization(Plan::Pro).await;
    // An account without a link to the provider cannot prove itself there.
    scene.post(PROOF, Some(&other.session), "", &json!({ "provider": NAME })).await.refused(404, "NOT_FOUND");
    scene.service.advance(901);
    assert!(scene.asks_again(&session).await);
    let claims = |subject: &str, auth_time: Value| {
        let mut claims = person(subject, "ada@example.com");
        claims["auth_time"] = auth_time;
        claims
    };
    let now = scene.now();
    for (what, claims) in [
        ("no time of the sign-in", claims("ada", Value::Null)),
        ("a sign-in before the session asked", claims("ada", json!(now - 61))),
        ("a sign-in in the future", claims("ada", json!(now + 61))),
        ("another person", claims("eve", json!(now))),
    ] {
        scene.prove(&session, claims).await.refused(401, "INVALID_CREDENTIALS");
        assert!(scene.asks_again(&session).await, "{what}");
    }
    assert_eq!(scene.prove(&session, claims("ada", json!(now))).await.data(202)["status"], "proven");
    assert!(!scene.asks_again(&session).await);
    // Where the second factor was given in the session, the provider still proves who is there.
    App::of(&scene.service, &session).await;
    scene.service.advance(901);
    let claims = claims("ada", json!(scene.now()));
    scene.prove(&session, claims).await.data(202);
    // A session gets at most twenty sign-ins under way; the oldest one ends.
    let mut begun = Vec::new();
    for _ in 0..21 {
        scene.service.advance(1);
        begun.push(scene.post(PROOF, Some(&session), "", &json!({ "provider": NAME })).await);
    }
    for (place, is_open) in [(0, false), (1, true)] {
        let (location, cookie) = (begun[place].data(200)["location"].as_str().unwrap(), cookie_of(&begun[place]));
        let mut claims = person("ada", "ada@example.com");
        claims["auth_time"] = json!(scene.now());
        let back = scene.provider.sign_in(location, Token::of(claims), scene.now()).unwrap();
        let finished = scene.finish(&scene.back(&back, &cookie).await, &cookie).await;
        assert_eq!(finished.status.as_u16(), if is_open { 202 } else { 401 }, "{place}: {}", finished.text);
    }
}
