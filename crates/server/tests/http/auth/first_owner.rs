//! The first owner is created once, by the first request with the token. Later requests are refused with the reason.

use axum::http::Method;
use futures_util::future::join_all;

use super::{ME, account, log_in, post, token_of};
use crate::harness::{Answer, PASSWORD, Service};

async fn set_up(service: &Service, token: &str, email: &str) -> Answer {
    let mut body = account(email);
    body["token"] = token.into();
    post(service, "/api/v1/auth/setup", None, body).await
}

#[tokio::test]
async fn a_wrong_setup_token_is_refused_and_creates_no_user() {
    let service = Service::start_unlimited().await;
    set_up(&service, "", "eve@example.com").await.refused(401, "INVALID_CREDENTIALS");
    let earlier = service.app.setup_token().issue();
    let token = service.app.setup_token().issue();
    for wrong in ["", "setup_", "null", earlier.expose(), &format!("{}0", token.expose())] {
        set_up(&service, wrong, "eve@example.com").await.refused(401, "INVALID_CREDENTIALS");
    }
    // A mistake in another field does not use up the token.
    set_up(&service, token.expose(), "no e-mail").await.refused(422, "VALIDATION_FAILED");
    assert!(!service.metadata.any_user().await.unwrap());
    set_up(&service, token.expose(), "ada@example.com").await.data(201);
}

#[tokio::test]
async fn auth_options_report_that_setup_is_needed_only_with_a_token_and_without_an_owner() {
    let service = Service::start_unlimited().await;
    let needs_setup = async || {
        let options = service.send(Method::GET, "/api/v1/auth/options", None, None).await;
        options.data(200)["needsSetup"].as_bool().expect("a boolean")
    };
    // Without a printed token, nobody could set up the instance.
    assert!(!needs_setup().await);
    let token = service.app.setup_token().issue();
    assert!(needs_setup().await);
    set_up(&service, token.expose(), "ada@example.com").await.data(201);
    assert!(!needs_setup().await);
    // The first owner may also have been created on the command line or by another server.
    service.app.setup_token().issue();
    assert!(!needs_setup().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_setup_creates_one_owner_and_refuses_the_rest() {
    let service = Service::start_unlimited().await;
    let token = service.app.setup_token().issue();
    let emails: Vec<String> = (0..8).map(|each| format!("ada-{each}@example.com")).collect();
    let answers = join_all(emails.iter().map(|email| set_up(&service, token.expose(), email))).await;
    let (made, told): (Vec<_>, Vec<_>) = answers.iter().zip(&emails).partition(|(answer, _)| answer.status == 201);
    let [(winner, email)] = made[..] else { panic!("{answers:?}") };
    assert_eq!(service.get(ME, &token_of(winner)).await.data(200)["orgs"][0]["role"], "owner");
    log_in(&service, email, PASSWORD).await.data(200);
    for (answer, email) in told {
        let message = answer.refused(409, "CONFLICT").body["error"]["message"].as_str().unwrap();
        assert!(message.contains("already created the first owner") && message.contains("invitation"), "{message}");
        log_in(&service, email, PASSWORD).await.refused(401, "INVALID_CREDENTIALS");
    }
}

#[tokio::test]
async fn setup_with_a_valid_token_is_refused_as_a_conflict_once_an_owner_exists() {
    let service = Service::start_unlimited().await;
    let token = service.app.setup_token().issue();
    set_up(&service, token.expose(), "ada@example.com").await.data(201);
    set_up(&service, token.expose(), "eve@example.com").await.refused(409, "CONFLICT");
    let again = service.app.setup_token().issue();
    set_up(&service, again.expose(), "eve@example.com").await.refused(409, "CONFLICT");
    set_up(&service, token.expose(), "eve@example.com").await.refused(401, "INVALID_CREDENTIALS");
}
