//! Accounts and identities: who gets an account, and how one is linked and unlinked.

use askline_domain::organizations::plan::Plan;
use askline_stand_in::identity_provider::Token;
use reqwest::Method;
use serde_json::{Value, json};

use super::{NAME, Scene, cookie_of, domain, person};
use crate::harness::{Answer, PASSWORD};

const OTHER: &str = "other";

impl Scene {
    pub(super) async fn post(&self, path: &str, bearer: Option<&str>, cookie: &str, body: &Value) -> Answer {
        let mut request = self.service.request(Method::POST, path).header("cookie", cookie).json(body);
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        self.service.answer(request).await
    }

    /// The providers and addresses of the identities that are linked to a session's account.
    pub(super) async fn linked(&self, session: &str) -> Vec<(String, String)> {
        let listed = self.service.get("/api/v1/auth/identities", session).await;
        let text = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
        let items = listed.data(200)["items"].as_array().unwrap().clone();
        items.iter().map(|item| (text(item, "provider"), text(item, "email"))).collect()
    }

    /// Unlinks the identity of this provider.
    pub(super) async fn unlink(&self, session: &str, provider: &str) -> Answer {
        let listed = self.service.get("/api/v1/auth/identities", session).await;
        let mut items = listed.data(200)["items"].as_array().unwrap().iter();
        let id = items.find(|item| item["provider"] == provider).unwrap()["id"].as_str().unwrap().to_owned();
        self.service.send(Method::DELETE, &format!("/api/v1/auth/identities/{id}"), Some(session), None).await
    }

    /// Links the person with these claims to the account of a session, on their own.
    pub(super) async fn link(&self, session: &str, name: &str, claims: Value) -> Answer {
        let body = json!({ "provider": name });
        let begun = self.post("/api/v1/auth/identities", Some(session), "", &body).await;
        let (location, cookie) = (begun.data(200)["location"].as_str().unwrap().to_owned(), cookie_of(&begun));
        let back = self.provider.sign_in(&location, Token::of(claims), self.now()).unwrap();
        let read = self.back(&back, &cookie).await;
        self.finish(&read, &cookie).await
    }
}

pub(super) fn token(answer: &Answer) -> String {
    answer.data(200)["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_person_is_known_by_issuer_and_subject_whatever_their_address() {
    let scene = Scene::with(domain("example.com")).await;
    let first = scene.me(&scene.sign_in(person("ada", "ada@example.com")).await).await;
    assert_eq!(first["user"]["email"], "ada@example.com");
    assert_eq!(first["user"]["name"], "Ada Lovelace");
    assert!(first["user"]["emailVerifiedAt"].is_string());
    // Another address of the same person, even one that is not confirmed or belongs to another account.
    scene.sign_in(person("bob", "bob@example.com")).await.data(200);
    for email in ["countess@example.com", "ada@elsewhere.example", "bob@example.com"] {
        let again = scene.sign_in(json!({ "sub": "ada", "email": email, "email_verified": false })).await;
        assert_eq!(scene.me(&again).await["user"], first["user"], "{email}");
    }
    // Another person with the address that she had: an account with it exists, and it has no password.
    scene.sign_in(person("eve", "ada@example.com")).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_session_of_a_provider_lasts_twelve_hours_however_often_it_is_used() {
    let scene = Scene::with(domain("example.com")).await;
    let started = scene.sign_in(person("ada", "ada@example.com")).await;
    assert_eq!(started.data(200)["expiresAt"], "2026-06-16T00:00:00.000Z");
    let session = token(&started);
    for _ in 0..11 {
        scene.service.advance(3_600);
        scene.service.get("/api/v1/me", &session).await.data(200);
    }
    let listed = scene.service.get("/api/v1/auth/sessions", &session).await;
    assert_eq!(listed.data(200)["items"][0]["expiresAt"], "2026-06-16T00:00:00.000Z");
    scene.service.advance(3_601);
    scene.service.get("/api/v1/me", &session).await.refused(401, "SESSION_EXPIRED");
    assert!(scene.service.metadata.remove_ended_sessions(scene.service.app.now()).await.unwrap() > 0);
}

#[tokio::test]
async fn an_account_with_the_same_address_is_linked_with_its_password_alone() {
    let scene = Scene::with(domain("example.com")).await;
    let org = scene.service.organization(Plan::Pro).await;
    let sent = scene.sent_to(NAME).await;
    let ada = Token::of(person("ada", &org.owner_email));
    let back = scene.provider.sign_in(&sent.location, ada, scene.now()).unwrap();
    let asked = scene.finish(&scene.back(&back, &sent.cookie).await, &sent.cookie).await;
    let link = asked.data(202)["link"].clone();
    assert_eq!(asked.body["data"]["status"], "password_required");
    assert_eq!((&link["email"], &link["provider"]), (&json!(org.owner_email), &json!(NAME)));
    assert_eq!(scene.linked(&org.session).await, []);
    let body = |password: &str| json!({ "state": link["state"], "password": password });
    let path = "/api/v1/auth/identities/link";
    scene.post(path, None, &sent.cookie, &body("a wrong password")).await.refused(401, "INVALID_CREDENTIALS");
    // Another browser cannot link with what it saw, nor can a person who only has the password.
    scene.post(path, None, "", &body(PASSWORD)).await.refused(401, "INVALID_CREDENTIALS");
    let other = scene.sent_to(NAME).await;
    scene.post(path, None, &other.cookie, &body(PASSWORD)).await.refused(401, "INVALID_CREDENTIALS");
    let linked = scene.post(path, None, &sent.cookie, &body(PASSWORD)).await;
    assert_eq!(scene.me(&linked).await["user"]["email"], org.owner_email.as_str());
    scene.post(path, None, &sent.cookie, &body(PASSWORD)).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.linked(&org.session).await, [(NAME.to_owned(), org.owner_email.clone())]);
    // From now on, the provider suffices, and the password still works.
    scene.sign_in(person("ada", &org.owner_email)).await.data(200);
    let body = json!({ "email": org.owner_email, "password": PASSWORD });
    scene.post("/api/v1/auth/login", None, "", &body).await.data(200);
    // A password that was changed in between links nothing.
    let sent = scene.sent_to(NAME).await;
    let eve = Token::of(person("eve", &org.owner_email));
    let back = scene.provider.sign_in(&sent.location, eve, scene.now()).unwrap();
    let asked = scene.finish(&scene.back(&back, &sent.cookie).await, &sent.cookie).await;
    let body = json!({ "currentPassword": PASSWORD, "newPassword": "another good long password" });
    scene.post("/api/v1/auth/password", Some(&org.session), "", &body).await.data(200);
    let body = json!({ "state": asked.data(202)["link"]["state"], "password": PASSWORD });
    scene.post(path, None, &sent.cookie, &body).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.linked(&org.session).await.len(), 1);
}

#[tokio::test]
async fn identities_are_linked_in_a_session_and_unlinked_unless_they_are_the_last_way_in() {
    let scene = Scene::of(|provider| provider, &[OTHER]).await;
    let (org, second) = (scene.service.organization(Plan::Pro).await, scene.service.organization(Plan::Pro).await);
    let session = org.session.as_str();
    // What is wrong is said before the person is sent away.
    for (body, status, code) in
        [(json!({ "provider": "" }), 422, "VALIDATION_FAILED"), (json!({ "provider": "nobody" }), 404, "NOT_FOUND")]
    {
        scene.post("/api/v1/auth/identities", Some(session), "", &body).await.refused(status, code);
    }
    // A person whom the provider would not let in may link, whatever their address.
    let ada = || json!({ "sub": "ada", "email": "ada@elsewhere.example" });
    assert_eq!(scene.link(session, NAME, ada()).await.data(202)["status"], "linked");
    scene.link(session, NAME, ada()).await.data(202);
    assert_eq!(scene.linked(session).await, [(NAME.to_owned(), "ada@elsewhere.example".to_owned())]);
    scene.link(&second.session, NAME, ada()).await.refused(409, "CONFLICT");
    scene.link(session, OTHER, json!({ "sub": "countess" })).await.data(202);
    // Sessions that began with an identity end with it, and others stay.
    let with_ada = token(&scene.sign_in(ada()).await);
    let other = token(&scene.sign_in(ada()).await);
    scene.unlink(&with_ada, NAME).await.data(200);
    scene.service.get("/api/v1/me", &other).await.refused(401, "SESSION_EXPIRED");
    scene.service.get("/api/v1/me", &with_ada).await.data(200);
    scene.sign_in(ada()).await.refused(403, "FORBIDDEN");
    assert_eq!(scene.linked(session).await.len(), 1);
    // Nobody unlinks what belongs to another account.
    let listed = scene.service.get("/api/v1/auth/identities", session).await;
    let id = listed.data(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/auth/identities/{id}");
    scene.service.send(Method::DELETE, &path, Some(&second.session), None).await.refused(404, "NOT_FOUND");
    // Without a password, one identity must stay.
    scene.service.tamper("UPDATE users SET password_hash = NULL").await;
    scene.unlink(&with_ada, OTHER).await.refused(409, "CONFLICT");
    let audit = scene.service.get("/api/v1/audit?limit=200", session).await;
    let actions: Vec<_> =
        audit.data(200)["items"].as_array().unwrap().iter().map(|item| item["action"].clone()).collect();
    let count = |action: &str| actions.iter().filter(|one| **one == action).count();
    assert_eq!((count("auth.identity_linked"), count("auth.identity_unlinked")), (2, 1));
}

#[tokio::test]
async fn a_session_that_ended_links_nothing_and_a_locked_account_stays_locked() {
    let scene = Scene::with(domain("example.com")).await;
    let org = scene.service.organization(Plan::Pro).await;
    let body = json!({ "provider": NAME });
    let begun = scene.post("/api/v1/auth/identities", Some(&org.session), "", &body).await;
    let (location, cookie) = (begun.data(200)["location"].as_str().unwrap().to_owned(), cookie_of(&begun));
    scene.post("/api/v1/auth/logout", Some(&org.session), "", &Value::Null).await.data(200);
    let ada = Token::of(person("ada", &org.owner_email));
    let back = scene.provider.sign_in(&location, ada, scene.now()).unwrap();
    scene.finish(&scene.back(&back, &cookie).await, &cookie).await.refused(401, "SESSION_EXPIRED");
    scene.sign_in(person("bob", "bob@example.com")).await.data(200);
    scene.service.tamper("UPDATE users SET locked_ms = 1 WHERE email = 'bob@example.com'").await;
    scene.sign_in(person("bob", "bob@example.com")).await.refused(401, "INVALID_CREDENTIALS");
}
