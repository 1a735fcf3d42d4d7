//! Passkeys: adding them, signing in with one, the second step and proofs.

pub mod device;
mod endings;

use askline_api::settings::ApiSettings;
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use self::device::Device;
use crate::harness::{Answer, Org, PASSWORD, Service, unlimited};

const ORIGIN: &str = "https://ask.example.com";
const OPTIONS: &str = "/api/v1/auth/passkeys/login/options";
const LOGIN: &str = "/api/v1/auth/passkeys/login";

struct Scene {
    service: Service,
    org: Org,
}

impl Scene {
    async fn start() -> Self {
        let (public_url, limits) = (Some(ORIGIN.into()), unlimited());
        let service = Service::start_with(ApiSettings { public_url, limits, ..ApiSettings::default() }).await;
        let org = service.organization(Plan::Enterprise).await;
        Self { service, org }
    }

    async fn post(&self, path: &str, session: Option<&str>, body: Value) -> Answer {
        self.service.send(Method::POST, path, session, Some(&body)).await
    }

    /// Adds the passkey that a device makes.
    async fn add(&self, session: &str, device: &mut Device) -> Answer {
        let begun = self.service.send(Method::POST, "/api/v1/auth/passkeys/options", Some(session), None).await;
        let begun = begun.data(200).clone();
        let credential = device.make(&begun["options"]);
        let body = json!({ "ceremony": begun["ceremony"], "credential": credential, "name": "Laptop" });
        self.post("/api/v1/auth/passkeys", Some(session), body).await
    }

    /// A device with a passkey of the organization's owner, and the recovery codes that came with it.
    async fn device(&self) -> (Device, Vec<String>) {
        let mut device = Device::at(ORIGIN);
        let added = self.add(&self.org.session, &mut device).await.data(201).clone();
        let codes = added["recoveryCodes"].as_array().unwrap();
        (device, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
    }

    /// A ceremony for this body.
    async fn begun(&self, body: Value) -> Value {
        self.post(OPTIONS, None, body).await.data(200).clone()
    }

    /// What a device answers, as it is sent.
    async fn given(&self, device: &mut Device, body: Value) -> Value {
        let begun = self.begun(body).await;
        json!({ "ceremony": begun["ceremony"], "credential": device.answer(&begun["options"]) })
    }

    async fn sign_in(&self, device: &mut Device) -> Answer {
        let given = self.given(device, json!({})).await;
        self.post(LOGIN, None, given).await
    }

    async fn passkeys(&self) -> Vec<Value> {
        let listed = self.service.get("/api/v1/auth/passkeys", &self.org.session).await;
        listed.data(200)["items"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn a_passkey_signs_in_alone_and_is_listed_renamed_and_removed() {
    let scene = Scene::start().await;
    let (mut device, codes) = scene.device().await;
    assert_eq!(codes.len(), 10);
    let listed = scene.passkeys().await;
    assert_eq!((listed.len(), &listed[0]["name"], &listed[0]["lastUsedAt"]), (1, &json!("Laptop"), &Value::Null));
    let started = scene.sign_in(&mut device).await;
    assert_eq!(started.data(200)["user"]["email"], scene.org.owner_email);
    let session = started.data(200)["token"].as_str().unwrap().to_owned();
    scene.service.get("/api/v1/me", &session).await.data(200);
    assert!(scene.passkeys().await[0]["lastUsedAt"].is_string());
    // Further ones give no new codes.
    let mut second = Device::at(ORIGIN);
    let added = scene.add(&scene.org.session, &mut second).await.data(201).clone();
    assert_eq!(added["recoveryCodes"], Value::Null);
    let path = format!("/api/v1/auth/passkeys/{}", added["passkey"]["id"].as_str().unwrap());
    let send = async |method: Method, body: Option<&Value>| {
        scene.service.send(method, &path, Some(&scene.org.session), body).await
    };
    let renamed = send(Method::PATCH, Some(&json!({ "name": "Key ring" }))).await;
    assert_eq!(renamed.data(200)["name"], "Key ring");
    assert_eq!(send(Method::PATCH, Some(&json!({ "name": " " }))).await.status.as_u16(), 422);
    // Other people neither see nor change it.
    let other = scene.service.organization(Plan::Pro).await;
    assert_eq!(scene.service.get("/api/v1/auth/passkeys", &other.session).await.data(200)["items"], json!([]));
    for method in [Method::PATCH, Method::DELETE] {
        let body = (method == Method::PATCH).then(|| json!({ "name": "x" }));
        let answer = scene.service.send(method, &path, Some(&other.session), body.as_ref()).await;
        assert_eq!(answer.status.as_u16(), 404);
    }
    send(Method::DELETE, None).await.data(200);
    assert_eq!(send(Method::DELETE, None).await.status.as_u16(), 404);
    scene.sign_in(&mut second).await.refused(401, "INVALID_CREDENTIALS");
    scene.sign_in(&mut device).await.data(200);
    let log = format!("/api/v1/audit?orgId={}&action=auth.*", scene.org.id);
    let log = scene.service.get(&log, &scene.org.session).await.data(200)["items"].clone();
    let actions: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    for action in ["auth.passkey_added", "auth.passkey_removed", "auth.login"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
}

/// Changes what a device says.
type Change = fn(&mut Device);

#[tokio::test]
async fn an_answer_that_breaks_a_rule_neither_signs_in_nor_adds_a_passkey() {
    let scene = Scene::start().await;
    let changes: [(&str, Change); 6] = [
        ("another challenge", |device| {
            device.other_challenge = Some("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".into())
        }),
        ("another origin", |device| device.origin = "https://ask.example.com.evil.example".into()),
        ("another port", |device| device.origin = "https://ask.example.com:8443".into()),
        ("without TLS", |device| device.origin = "http://ask.example.com".into()),
        ("another host", |device| device.host = "evil.example".into()),
        ("a person who was not verified", |device| device.verifies = false),
    ];
    for (what, change) in changes {
        let mut device = Device::at(ORIGIN);
        change(&mut device);
        scene.add(&scene.org.session, &mut device).await.refused(401, "INVALID_CREDENTIALS");
        assert!(scene.passkeys().await.is_empty(), "{what}");
    }
    let (mut device, _) = scene.device().await;
    let cloned_at = device.counter;
    for (what, change) in changes {
        let (host, origin) = (device.host.clone(), device.origin.clone());
        change(&mut device);
        let refused = scene.sign_in(&mut device).await;
        assert_eq!((refused.status.as_u16(), refused.code()), (401, "INVALID_CREDENTIALS"), "{what}");
        (device.host, device.origin, device.verifies, device.other_challenge) = (host, origin, true, None);
    }
    scene.sign_in(&mut device).await.data(200);
    // A copy of the device counts from where it was copied.
    let now = device.counter;
    device.counter = cloned_at;
    scene.sign_in(&mut device).await.refused(401, "INVALID_CREDENTIALS");
    device.counter = now;
    // For another account, and by a device that nobody added.
    let own = std::mem::replace(&mut device.user_handle, vec![7; 16]);
    scene.sign_in(&mut device).await.refused(401, "INVALID_CREDENTIALS");
    device.user_handle = own;
    let mut stranger = Device::at(ORIGIN);
    stranger.user_handle = device.user_handle.clone();
    scene.sign_in(&mut stranger).await.refused(401, "INVALID_CREDENTIALS");
    scene.sign_in(&mut device).await.data(200);
    // The passkey of one account is not added to another.
    let other = scene.service.organization(Plan::Pro).await;
    scene.add(&other.session, &mut device).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_ceremony_is_answered_once_within_five_minutes_for_its_own_purpose() {
    let scene = Scene::start().await;
    let (mut device, _) = scene.device().await;
    let given = scene.given(&mut device, json!({})).await;
    // Sent twice at once, and again.
    let (first, second) = tokio::join!(scene.post(LOGIN, None, given.clone()), scene.post(LOGIN, None, given.clone()));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    scene.post(LOGIN, None, given).await.refused(401, "INVALID_CREDENTIALS");
    let late = scene.given(&mut device, json!({})).await;
    scene.service.advance(300);
    scene.post(LOGIN, None, late).await.refused(401, "INVALID_CREDENTIALS");
    let for_second_step = scene.given(&mut device, json!({ "secondStepOf": "ch_1" })).await;
    scene.post(LOGIN, None, for_second_step).await.refused(401, "INVALID_CREDENTIALS");
    // The ceremony of a new passkey belongs to its session.
    let session = scene.sign_in(&mut device).await.data(200)["token"].as_str().unwrap().to_owned();
    let begun = scene.service.send(Method::POST, "/api/v1/auth/passkeys/options", Some(&session), None).await;
    let begun = begun.data(200).clone();
    let mut new = Device::at(ORIGIN);
    let body = json!({ "ceremony": begun["ceremony"], "credential": new.make(&begun["options"]), "name": "New" });
    let other = scene.sign_in(&mut device).await.data(200)["token"].as_str().unwrap().to_owned();
    scene.post("/api/v1/auth/passkeys", Some(&other), body.clone()).await.refused(401, "INVALID_CREDENTIALS");
    scene.post("/api/v1/auth/passkeys", Some(&session), body.clone()).await.data(201);
    scene.post("/api/v1/auth/passkeys", Some(&session), body).await.refused(401, "INVALID_CREDENTIALS");
    // What this instance did not write is no ceremony.
    for ceremony in ["", "00", "x", &"ab".repeat(200)] {
        let mut given = scene.given(&mut device, json!({})).await;
        given["ceremony"] = json!(ceremony);
        scene.post(LOGIN, None, given).await.refused(401, "INVALID_CREDENTIALS");
    }
    let given = json!({ "ceremony": "00", "credential": { "id": "x".repeat(40_000) } });
    assert_eq!(scene.post(LOGIN, None, given).await.status.as_u16(), 422);
}

#[tokio::test]
async fn a_passkey_is_the_second_step_of_its_own_account_and_proves_again_who_is_there() {
    let scene = Scene::start().await;
    let (mut device, codes) = scene.device().await;
    let body = json!({ "email": scene.org.owner_email, "password": PASSWORD });
    let challenge = async || {
        let refused = scene.post("/api/v1/auth/login", None, body.clone()).await;
        refused.refused(401, "SECOND_FACTOR_REQUIRED");
        let challenge = refused.body["error"]["challenge"].clone();
        assert!(challenge["methods"].as_array().unwrap().contains(&json!("passkey")), "{challenge}");
        challenge["id"].clone()
    };
    let answer = async |challenge: &Value, passkey: Value| {
        scene.post("/api/v1/auth/second-factor", None, json!({ "challenge": challenge, "passkey": passkey })).await
    };
    let id = challenge().await;
    // For another challenge, for signing in alone, and by the device of another account.
    let other_id = challenge().await;
    for body in [json!({ "secondStepOf": other_id }), json!({})] {
        let given = scene.given(&mut device, body).await;
        answer(&id, given).await.refused(401, "INVALID_CREDENTIALS");
    }
    let other = scene.service.organization(Plan::Pro).await;
    let mut foreign = Device::at(ORIGIN);
    scene.add(&other.session, &mut foreign).await.data(201);
    let given = scene.given(&mut foreign, json!({ "secondStepOf": id })).await;
    answer(&id, given).await.refused(401, "INVALID_CREDENTIALS");
    let given = scene.given(&mut device, json!({ "secondStepOf": id })).await;
    let started = answer(&id, given).await.data(200)["token"].as_str().unwrap().to_owned();
    let code = json!({ "challenge": other_id, "recoveryCode": codes[0] });
    scene.post("/api/v1/auth/second-factor", None, code).await.data(200);

    // After a while, the session must prove again who is there.
    scene.service.advance(16 * 60);
    let begin = async || scene.service.send(Method::POST, "/api/v1/auth/passkeys/options", Some(&started), None).await;
    begin().await.refused(403, "REAUTHENTICATION_REQUIRED");
    let proof = async |device: &mut Device| {
        let path = "/api/v1/auth/passkeys/proof/options";
        let begun = scene.service.send(Method::POST, path, Some(&started), None).await.data(200).clone();
        let given = json!({ "ceremony": begun["ceremony"], "credential": device.answer(&begun["options"]) });
        scene.post("/api/v1/auth/reauthenticate", Some(&started), json!({ "passkey": given })).await
    };
    proof(&mut foreign).await.refused(401, "INVALID_CREDENTIALS");
    begin().await.refused(403, "REAUTHENTICATION_REQUIRED");
    proof(&mut device).await.data(200);
    begin().await.data(200);
}

#[tokio::test]
async fn without_a_name_over_tls_there_are_no_passkeys_and_the_refusal_says_why() {
    for (public_url, why) in [
        (None, "public_url is not set"),
        (Some("http://ask.example.com"), "does not begin with https://"),
        (Some("https://192.0.2.1"), "IP address"),
    ] {
        let public_url = public_url.map(str::to_owned);
        let settings = ApiSettings { public_url, limits: unlimited(), ..ApiSettings::default() };
        let service = Service::start_with(settings).await;
        let org = service.organization(Plan::Pro).await;
        for (path, session) in [(OPTIONS, None), ("/api/v1/auth/passkeys/options", Some(org.session.as_str()))] {
            let body = session.is_none().then(|| json!({}));
            let refused = service.send(Method::POST, path, session, body.as_ref()).await;
            assert!(refused.refused(409, "CONFLICT").text.contains(why), "{path}: {}", refused.text);
        }
        let options = service.send(Method::GET, "/api/v1/auth/options", None, None).await;
        assert_eq!(options.data(200)["passkeys"], false);
    }
}
