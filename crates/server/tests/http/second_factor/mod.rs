//! Signing in with a second factor. Authenticator apps, recovery codes, remembered browsers, and who demands them.

mod codes;
mod demanded;
mod endings;
mod fresh_proofs;

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, PASSWORD, Service};

const FACTORS: &str = "/api/v1/auth/factors";
const STEP: u64 = 30;

/// An authenticator app with the secret of an account, and the account's recovery codes.
pub(crate) struct App {
    secret: String,
    pub(crate) recovery_codes: Vec<String>,
}

impl App {
    /// Sets up an app for the account of a session. Its first code is used then.
    pub(crate) async fn of(service: &Service, session: &str) -> Self {
        let offer = post(service, "/api/v1/auth/factors/totp", Some(session), json!(null)).await;
        let secret = offer.data(200)["secret"].as_str().unwrap().to_owned();
        let mut app = Self { secret, recovery_codes: Vec::new() };
        let body = json!({ "code": app.code(service) });
        let confirmed = post(service, "/api/v1/auth/factors/totp/confirm", Some(session), body).await;
        let codes = confirmed.data(200)["recoveryCodes"].as_array().unwrap();
        app.recovery_codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
        app
    }

    /// An app with this secret, for an account whose recovery codes do not matter.
    pub(crate) fn with_secret(secret: &str) -> Self {
        Self { secret: secret.to_owned(), recovery_codes: Vec::new() }
    }

    /// The code of the service's present step.
    pub(crate) fn code(&self, service: &Service) -> String {
        let secret = totp_rs::Secret::try_from_base32(&self.secret).unwrap();
        let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
        totp.generate(u64::try_from(service.app.now().as_second()).unwrap()).to_string()
    }

    /// The code of the next step, which was not used yet.
    pub(crate) fn next_code(&self, service: &Service) -> String {
        service.advance(STEP);
        self.code(service)
    }

    /// Six digits that are the code of no step near now.
    pub(crate) fn wrong_code(&self, service: &Service) -> String {
        let secret = totp_rs::Secret::try_from_base32(&self.secret).unwrap();
        let totp = totp_rs::Builder::new().with_secret(secret).build().unwrap();
        let now = u64::try_from(service.app.now().as_second()).unwrap();
        let near: Vec<String> = (0..7).map(|step| totp.generate(now + step * STEP - 3 * STEP).to_string()).collect();
        (0..).map(|number| format!("{number:06}")).find(|code| !near.contains(code)).unwrap()
    }
}

pub(crate) async fn post(service: &Service, path: &str, bearer: Option<&str>, body: Value) -> Answer {
    service.send(Method::POST, path, bearer, Some(&body)).await
}

async fn log_in(service: &Service, email: &str, password: &str, cookies: &str) -> Answer {
    let request = service.request(Method::POST, "/api/v1/auth/login");
    let request = request.json(&json!({ "email": email, "password": password }));
    service.answer(if cookies.is_empty() { request } else { request.header("cookie", cookies) }).await
}

/// The challenge of a sign-in with the right password.
pub(crate) async fn challenged(service: &Service, email: &str) -> String {
    let asked = log_in(service, email, PASSWORD, "").await;
    asked.refused(401, "SECOND_FACTOR_REQUIRED").body["error"]["challenge"]["id"].as_str().unwrap().to_owned()
}

async fn answered(service: &Service, challenge: &str, field: &str, code: &str) -> Answer {
    post(service, "/api/v1/auth/second-factor", None, json!({ "challenge": challenge, field: code })).await
}

pub async fn owner() -> (Service, Org, App) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let app = App::of(&service, &org.session).await;
    (service, org, app)
}

#[tokio::test]
async fn an_app_is_asked_for_after_its_first_code_and_each_step_works_once() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let email = org.owner_email.as_str();
    let offer = post(&service, "/api/v1/auth/factors/totp", Some(&org.session), json!(null)).await;
    assert_eq!(offer.header("cache-control"), "no-store");
    let uri = offer.data(200)["uri"].as_str().unwrap().to_owned();
    let secret = offer.data(200)["secret"].as_str().unwrap().to_owned();
    assert!(uri.starts_with("otpauth://totp/Askline:") && uri.contains(&secret), "{uri}");
    assert!(offer.data(200)["qr"].as_str().unwrap().starts_with("<svg "));
    // Until its first code, the app is not asked for.
    log_in(&service, email, PASSWORD, "").await.data(200);
    assert_eq!(service.get(FACTORS, &org.session).await.data(200)["totp"], Value::Null);
    let mut app = App { secret, recovery_codes: Vec::new() };
    let confirm = async |code: String| {
        post(&service, "/api/v1/auth/factors/totp/confirm", Some(&org.session), json!({ "code": code })).await
    };
    confirm(app.wrong_code(&service)).await.refused(401, "INVALID_CREDENTIALS");
    let confirmed = confirm(app.code(&service)).await;
    let codes = confirmed.data(200)["recoveryCodes"].as_array().unwrap();
    app.recovery_codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    assert_eq!((app.recovery_codes.len(), confirmed.header("cache-control")), (10, "no-store"));
    confirm(app.code(&service)).await.refused(409, "CONFLICT");
    post(&service, "/api/v1/auth/factors/totp", Some(&org.session), json!(null)).await.refused(409, "CONFLICT");
    let shown = service.get(FACTORS, &org.session).await;
    assert_eq!(shown.data(200)["recoveryCodesLeft"], 10);
    assert_eq!(shown.data(200)["proofs"], json!(["password", "totp"]));
    assert!(shown.data(200)["totp"]["since"].is_string());
    for text in [&app.secret, &app.recovery_codes[0], &app.recovery_codes[0].replace('-', "")] {
        assert!(!service.stores.hold(text), "{text} is stored in plaintext");
    }

    let asked = log_in(&service, email, PASSWORD, "").await;
    let challenge = &asked.refused(401, "SECOND_FACTOR_REQUIRED").body["error"]["challenge"];
    assert_eq!(challenge["methods"], json!(["totp", "recoveryCode"]));
    assert_eq!(
        (&challenge["mayRemember"], &challenge["expiresAt"]),
        (&json!(true), &json!("2026-06-15T12:05:00.000Z"))
    );
    assert!(asked.headers.get("set-cookie").is_none() && asked.header("cache-control") == "no-store");
    let id = challenge["id"].as_str().unwrap();
    assert!(!service.stores.hold(id));
    // The step of the first code was used.
    answered(&service, id, "code", &app.code(&service)).await.refused(401, "INVALID_CREDENTIALS");
    let code = app.next_code(&service);
    let entered = answered(&service, id, "code", &format!(" {} {} ", &code[..3], &code[3..])).await;
    assert_eq!(entered.data(200)["user"]["email"], email);
    assert!(entered.header("set-cookie").contains("askline_session="));
    // Neither the challenge nor the code works again.
    let again = app.next_code(&service);
    answered(&service, id, "code", &again).await.refused(401, "INVALID_CREDENTIALS");
    answered(&service, &challenged(&service, email).await, "code", &code).await.refused(401, "INVALID_CREDENTIALS");
    let late = challenged(&service, email).await;
    service.advance(300);
    answered(&service, &late, "code", &app.code(&service)).await.refused(401, "INVALID_CREDENTIALS");
    for (body, path) in [
        (json!({ "challenge": late }), "code"),
        (json!({ "challenge": late, "code": "1", "recoveryCode": "2" }), "recoveryCode"),
        (json!({ "challenge": late, "code": "" }), "code"),
    ] {
        let refused = post(&service, "/api/v1/auth/second-factor", None, body).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
}

#[tokio::test]
async fn a_code_that_is_sent_to_two_servers_at_once_starts_one_session() {
    let (service, org, app) = owner().await;
    let other = service.another_server().await;
    let send = async |url: String, challenge: &str, field: &str, code: &str| {
        let request = service.request_to(Method::POST, &url);
        service.answer(request.json(&json!({ "challenge": challenge, field: code }))).await.status.as_u16()
    };
    let own = format!("http://{}/api/v1/auth/second-factor", service.address);
    let others = format!("http://{other}/api/v1/auth/second-factor");
    for field in ["code", "recoveryCode"] {
        let challenges = [challenged(&service, &org.owner_email).await, challenged(&service, &org.owner_email).await];
        let code = match field {
            "code" => app.next_code(&service),
            _ => app.recovery_codes[0].clone(),
        };
        let (here, there) = tokio::join!(
            send(own.clone(), &challenges[0], field, &code),
            send(others.clone(), &challenges[1], field, &code),
        );
        let mut statuses = [here, there];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401], "{field}");
    }
}

#[tokio::test]
async fn a_recovery_code_works_once_however_it_is_typed_until_the_codes_are_replaced() {
    let (service, org, app) = owner().await;
    let enter = async |code: &str| {
        let challenge = challenged(&service, &org.owner_email).await;
        answered(&service, &challenge, "recoveryCode", code).await
    };
    let typed = app.recovery_codes[0].to_uppercase().replace('-', " ");
    enter(&typed).await.data(200);
    enter(&app.recovery_codes[0]).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(service.get(FACTORS, &org.session).await.data(200)["recoveryCodesLeft"], 9);
    let replaced = post(&service, "/api/v1/auth/factors/recovery", Some(&org.session), json!(null)).await;
    let new = replaced.data(200)["recoveryCodes"][0].as_str().unwrap().to_owned();
    enter(&app.recovery_codes[1]).await.refused(401, "INVALID_CREDENTIALS");
    enter(&new).await.data(200);
    // Without a second factor, there is nothing to recover.
    let (_, plain) = service.member_of(&org, Role::Viewer).await;
    post(&service, "/api/v1/auth/factors/recovery", Some(&plain), json!(null)).await.refused(409, "CONFLICT");
    service.send(Method::DELETE, "/api/v1/auth/factors/totp", Some(&plain), None).await.refused(404, "NOT_FOUND");
    // Removed with its codes, the factor is not asked for.
    service.send(Method::DELETE, "/api/v1/auth/factors/totp", Some(&org.session), None).await.data(200);
    log_in(&service, &org.owner_email, PASSWORD, "").await.data(200);
    assert_eq!(service.get(FACTORS, &org.session).await.data(200)["recoveryCodesLeft"], 0);
    let audit = service.get("/api/v1/audit?limit=100", &org.session).await;
    let actions: Vec<&str> =
        audit.data(200)["items"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    for action in ["auth.totp_added", "auth.recovery_codes_replaced", "auth.totp_removed", "auth.login"] {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
}
