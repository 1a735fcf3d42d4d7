//! Commands that change accounts. None gives an account access only because of its email address.

use askline_stand_in::until_blocking as until;
use serde_json::{Value, json};

use crate::instance::{Answer, Instance, Outcome, Server};

const PASSWORD: &str = "a good long password";
const OWNER: &str = "owner@example.com";

fn create(instance: &Instance, email: &str, more: &[&str], stdin: &str) -> Outcome {
    let arguments = [&["org", "create", "--name", "Second", "--plan", "pro", "--owner-email", email], more].concat();
    instance.run_with(&arguments, &[], stdin)
}

fn data(answer: &Answer) -> Value {
    serde_json::from_str::<Value>(&answer.body).unwrap()["data"].clone()
}

fn log_in(server: &Server, email: &str, password: &str) -> Answer {
    server.post("/api/v1/auth/login", &[], &json!({ "email": email, "password": password }))
}

fn bearer(logged_in: &Answer) -> String {
    format!("Authorization: Bearer {}", data(logged_in)["token"].as_str().unwrap())
}

#[test]
fn an_account_with_the_owners_address_is_made_owner_by_its_id_alone() {
    let instance = Instance::new();
    instance.organization("pro");
    let listed = || instance.json(&["org", "list"])["items"].as_array().unwrap().len();
    // With a password, which would be ignored, and without.
    create(&instance, OWNER, &["--owner-password-stdin"], "the password I expect\n")
        .refused(1, &[OWNER, "--owner-user"]);
    let refused = create(&instance, "Owner@Example.com", &[], "");
    refused.refused(1, &[OWNER, "--owner-user usr_"]);
    assert_eq!(listed(), 1, "a refused command makes nothing");
    let server = instance.serve();
    assert_eq!(log_in(&server, OWNER, "the password I expect").status, 401);
    let logged_in = log_in(&server, OWNER, PASSWORD);
    assert_eq!(data(&logged_in)["orgs"].as_array().unwrap().len(), 1);

    let user = data(&logged_in)["user"]["id"].as_str().unwrap().to_owned();
    let named = ["--owner-user", user.as_str()];
    create(&instance, "other@example.com", &named, "").refused(1, &[&user, "other@example.com"]);
    create(&instance, OWNER, &["--owner-user", "usr_01j0000000000000000000000a"], "").refused(1, &[OWNER]);
    create(&instance, OWNER, &["--owner-user", &user, "--owner-password-stdin"], "x\n")
        .refused(2, &["--owner-password-stdin"]);
    assert_eq!(listed(), 1);
    assert_eq!(create(&instance, OWNER, &named, "").json()["userId"], user.as_str());
    assert_eq!(data(&log_in(&server, OWNER, PASSWORD))["orgs"].as_array().unwrap().len(), 2);
}

#[test]
fn org_create_without_a_password_prints_an_invitation_that_makes_the_owner() {
    let instance = Instance::new();
    let made = create(&instance, "Grace@example.com", &[], "").json();
    assert!(made.get("ownerPassword").is_none() && made["userId"].as_str().unwrap().starts_with("usr_"), "{made}");
    let token = made["invitation"]["token"].as_str().unwrap();
    let url = made["invitation"]["acceptUrl"].as_str().unwrap();
    assert_eq!(url, format!("http://127.0.0.1:8080/join#{token}"));
    let public = [("ASKLINE_PUBLIC_URL", "https://ask.example.com")];
    let arguments = ["org", "create", "--name", "Third", "--owner-email", "grace@example.com"];
    let third = instance.run_with(&arguments, &public, "").json();
    assert!(third["invitation"]["acceptUrl"].as_str().unwrap().starts_with("https://ask.example.com/join#inv_"));

    let server = instance.serve();
    let accept = json!({ "token": token, "password": PASSWORD });
    let taken_up = server.post("/api/v1/auth/invitations/accept", &[], &accept);
    assert_eq!(taken_up.status, 200, "{}", taken_up.body);
    let joined = data(&taken_up);
    assert_eq!((&joined["user"]["email"], &joined["orgs"][0]["id"]), (&json!("grace@example.com"), &made["orgId"]));
    assert_eq!((&joined["orgs"][0]["role"], joined["orgs"].as_array().unwrap().len()), (&json!("owner"), 1));
    assert_eq!(server.post("/api/v1/auth/invitations/accept", &[], &accept).status, 401);
}

#[test]
fn reset_password_prints_an_address_that_lets_its_account_in_once() {
    let instance = Instance::new();
    instance.organization("pro");
    let server = instance.serve();
    let before = log_in(&server, OWNER, PASSWORD);
    instance.run(&["user", "reset-password", "nobody@example.com"]).refused(1, &["nobody@example.com"]);
    let printed = instance.run(&["user", "reset-password", "Owner@example.com"]);
    let (url, _) = printed.stdout.split_once('\n').unwrap();
    let told = instance.json(&["user", "reset-password", OWNER]);
    assert_eq!(told["url"], format!("http://{}/enter#{}", server.address, told["token"].as_str().unwrap()));
    assert_eq!(server.get("/api/v1/me", &[&bearer(&before)]).status, 200, "nothing ends before it is used");

    let enter = |token: &str| server.post("/api/v1/auth/one-time", &[], &json!({ "token": token }));
    let (_, earlier) = url.split_once("/enter#").unwrap();
    assert_eq!(enter(earlier).status, 401, "the later one ended it");
    let entered = enter(told["token"].as_str().unwrap());
    assert_eq!(data(&entered)["user"]["email"], OWNER);
    assert_eq!(enter(told["token"].as_str().unwrap()).status, 401);
    assert_eq!(server.get("/api/v1/me", &[&bearer(&before)]).status, 401);
    assert_eq!(log_in(&server, OWNER, PASSWORD).status, 401);
    let password = json!({ "newPassword": "another long password" });
    assert_eq!(server.post("/api/v1/auth/password", &[&bearer(&entered)], &password).status, 200);
    assert_eq!(log_in(&server, OWNER, "another long password").status, 200);
    let log = instance.beside("audit.ndjson");
    instance.json(&[
        "export",
        "audit",
        "--org",
        data(&entered)["orgs"][0]["id"].as_str().unwrap(),
        log.to_str().unwrap(),
    ]);
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.matches("member.password_reset").count(), 2);
    assert!(!log.contains(told["token"].as_str().unwrap()));
}

#[test]
fn reset_password_now_ends_the_password_and_the_sessions_before_the_link_is_used() {
    let instance = Instance::new();
    instance.organization("pro");
    let server = instance.serve();
    let before = log_in(&server, OWNER, PASSWORD);
    let printed = instance.run(&["user", "reset-password", OWNER]);
    assert!(printed.stdout.contains("work until the link is used"), "{}", printed.stdout);
    let printed = instance.json(&["user", "reset-password", "--now", OWNER]);
    assert_eq!(server.get("/api/v1/me", &[&bearer(&before)]).status, 401);
    assert_eq!(log_in(&server, OWNER, PASSWORD).status, 401);
    let entered = server.post("/api/v1/auth/one-time", &[], &json!({ "token": printed["token"] }));
    assert_eq!(data(&entered)["user"]["email"], OWNER);
}

#[test]
fn a_locked_account_cannot_sign_in_and_its_keys_end_only_when_asked() {
    let instance = Instance::new();
    instance.organization("pro");
    let server = instance.serve();
    let session = bearer(&log_in(&server, OWNER, PASSWORD));
    let org = data(&server.get("/api/v1/me", &[&session]))["orgs"][0]["id"].as_str().unwrap().to_owned();
    let scopes = json!({ "scopes": ["sites:read"], "name": "CI" });
    let made = server.post(&format!("/api/v1/keys?orgId={org}"), &[&session], &scopes);
    let key = format!("Authorization: Bearer {}", data(&made)["key"].as_str().unwrap());
    instance.run(&["user", "lock", "nobody@example.com"]).refused(1, &["nobody@example.com"]);

    let locked = instance.json(&["user", "lock", OWNER]);
    assert_eq!(locked["keysStillActive"][0]["name"], "CI");
    assert_eq!(locked["keysRevoked"], json!([]));
    // A server knows what another process changed within a second.
    until("the session has ended", || server.get("/api/v1/me", &[&session]).status == 401);
    let (refused, wrong) = (log_in(&server, OWNER, PASSWORD), log_in(&server, OWNER, "a wrong password"));
    let error = |answer: &crate::instance::Answer| {
        serde_json::from_str::<serde_json::Value>(&answer.body).unwrap()["error"].clone()
    };
    assert_eq!((refused.status, error(&refused)), (401, error(&wrong)));
    instance.run(&["user", "reset-password", OWNER]).refused(1, &["locked", "unlock"]);
    assert_eq!(server.get("/api/v1/sites", &[&key]).status, 200, "keys go on");

    let again = instance.json(&["user", "lock", "--revoke-keys", OWNER]);
    assert_eq!((&again["changed"], &again["keysRevoked"][0]["name"]), (&json!(true), &json!("CI")));
    assert_eq!(again["keysStillActive"], json!([]));
    until("a revoked key is refused", || server.get("/api/v1/sites", &[&key]).status == 401);
    instance.json(&["user", "unlock", OWNER]);
    assert_eq!(log_in(&server, OWNER, PASSWORD).status, 200);
}

#[test]
fn rename_gives_an_account_another_address_and_frees_the_old_one() {
    let instance = Instance::new();
    instance.organization("pro");
    create(&instance, "other@example.com", &["--owner-password-stdin"], &format!("{PASSWORD}\n")).json();
    let rename = |old, new| instance.run(&["user", "rename", old, new]);
    rename(OWNER, "other@example.com").refused(1, &["other@example.com", "another account"]);
    rename("nobody@example.com", "new@example.com").refused(1, &["nobody@example.com"]);
    rename(OWNER, "no e-mail").refused(2, &["email address"]);
    let server = instance.serve();
    let session = bearer(&log_in(&server, OWNER, PASSWORD));
    assert_eq!(instance.json(&["user", "rename", OWNER, "New@example.com"])["email"], "new@example.com");
    assert_eq!(log_in(&server, OWNER, PASSWORD).status, 401);
    assert_eq!(data(&log_in(&server, "new@example.com", PASSWORD))["orgs"][0]["name"], "Example");
    assert_eq!(data(&server.get("/api/v1/me", &[&session]))["user"]["email"], "new@example.com");
    // Any account may use the address again.
    create(&instance, OWNER, &["--owner-password-stdin"], "a third long password\n").json();
    assert_eq!(data(&log_in(&server, OWNER, "a third long password"))["orgs"][0]["name"], "Second");
}
