//! A second factor: set up, signed in with, asked for again, and removed.

use serde_json::json;

use super::{DELETE, GET, POST, Recorder, ask};
use crate::second_factor::App;

/// Uses the operations of second factors with an account that is signed in.
pub(super) async fn second_factor(recorder: &mut Recorder, session: &str, (email, password): (&str, &str)) {
    let post = |path| ask(POST, path).by(session);
    let offered = recorder.told(200, post("/api/v1/auth/factors/totp")).await;
    let app = App::with_secret(offered["secret"].as_str().unwrap());
    let first = json!({ "code": app.code(&recorder.service) });
    let confirmed = recorder.told(200, post("/api/v1/auth/factors/totp/confirm").body(first)).await;
    let code = |number: usize| confirmed["recoveryCodes"][number].clone();
    recorder.told(200, ask(GET, "/api/v1/auth/factors").by(session)).await;
    let log_in = ask(POST, "/api/v1/auth/login").body(json!({ "email": email, "password": password }));
    let challenge = recorder.refused(401, log_in).await["challenge"]["id"].clone();
    let given = json!({ "challenge": challenge, "recoveryCode": code(0), "remember": true });
    recorder.told(200, ask(POST, "/api/v1/auth/second-factor").body(given)).await;
    recorder.told(200, ask(DELETE, "/api/v1/auth/factors/browsers").by(session)).await;
    recorder.told(200, post("/api/v1/auth/reauthenticate").body(json!({ "recoveryCode": code(1) }))).await;
    recorder.told(200, post("/api/v1/auth/factors/recovery")).await;
    recorder.told(200, ask(DELETE, "/api/v1/auth/factors/totp").by(session)).await;
}
