//! A one-time link of the operator signs in its account once, before it expires. No other account can use it.

use askline_app::accounts::{OldPassword, put_one_time_link};
use askline_domain::{
    identity::{
        links::OneTimeToken,
        secret::Secret,
        token::{ONE_TIME_LASTS, new_one_time_token, new_visit_token},
    },
    organizations::plan::Plan,
};
use serde_json::json;

use super::{ME, NEW_PASSWORD, log_in, post, token_of};
use crate::harness::{Answer, Org, PASSWORD, Service};

async fn made(service: &Service, org: &Org) -> Secret {
    stored(service, org, new_one_time_token(&mut rand::rng())).await
}

async fn stored(service: &Service, org: &Org, secret: Secret) -> Secret {
    let expires_at = service.app.now() + ONE_TIME_LASTS;
    let token = OneTimeToken { user_id: service.owner_of(org).await, digest: secret.digest(), expires_at };
    assert!(put_one_time_link(&*service.metadata, &token, OldPassword::WorksUntilUse, vec![]).await.unwrap());
    secret
}

async fn enter(service: &Service, token: &str) -> Answer {
    post(service, "/api/v1/auth/one-time", None, json!({ "token": token })).await
}

#[tokio::test]
async fn it_opens_a_session_once_and_ends_the_old_password_and_every_other_session() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let token = made(&service, &org).await;
    // Creating the link does not change the password.
    log_in(&service, &org.owner_email, PASSWORD).await.data(200);
    let answer = enter(&service, token.expose()).await;
    assert_eq!(answer.data(200)["orgs"][0]["id"], org.id.to_string());
    assert!(answer.header("set-cookie").contains("askline_session=") && answer.header("cache-control") == "no-store");
    enter(&service, token.expose()).await.refused(401, "INVALID_CREDENTIALS");
    service.get(ME, &org.session).await.refused(401, "SESSION_EXPIRED");
    for password in [PASSWORD, ""] {
        log_in(&service, &org.owner_email, password).await.refused(401, "INVALID_CREDENTIALS");
    }

    let session = token_of(&answer);
    let set = async |body| post(&service, "/api/v1/auth/password", Some(&session), body).await;
    set(json!({ "newPassword": "short" })).await.refused(422, "VALIDATION_FAILED");
    set(json!({ "newPassword": NEW_PASSWORD })).await.data(200);
    log_in(&service, &org.owner_email, NEW_PASSWORD).await.data(200);
    // From now on, the current password must be sent again.
    let refused = set(json!({ "newPassword": PASSWORD })).await;
    assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "currentPassword");
    set(json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD })).await.refused(401, "INVALID_CREDENTIALS");
    log_in(&service, &org.owner_email, NEW_PASSWORD).await.data(200);
}

#[tokio::test]
async fn one_for_a_visit_opens_a_session_once_and_ends_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let token = stored(&service, &org, new_visit_token(&mut rand::rng())).await;
    let answer = enter(&service, token.expose()).await;
    assert_eq!(answer.data(200)["orgs"][0]["id"], org.id.to_string());
    enter(&service, token.expose()).await.refused(401, "INVALID_CREDENTIALS");
    service.get(ME, &org.session).await.data(200);
    log_in(&service, &org.owner_email, PASSWORD).await.data(200);
    // Only a person who cannot know the password may set another one without it.
    let refused =
        post(&service, "/api/v1/auth/password", Some(&token_of(&answer)), json!({ "newPassword": NEW_PASSWORD })).await;
    assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "currentPassword");
}

#[tokio::test]
async fn one_for_a_new_password_is_no_visit_under_another_name() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let token = made(&service, &org).await;
    let renamed = token.expose().replace("once_", "visit_");
    enter(&service, &renamed).await.refused(401, "INVALID_CREDENTIALS");
    service.get(ME, &org.session).await.data(200);
}

#[tokio::test]
async fn it_ends_after_fifteen_minutes_and_with_a_later_one() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let first = made(&service, &org).await;
    let second = made(&service, &org).await;
    enter(&service, first.expose()).await.refused(401, "INVALID_CREDENTIALS");
    service.advance(15 * 60);
    for wrong in [second.expose(), "", "once_00"] {
        enter(&service, wrong).await.refused(401, "INVALID_CREDENTIALS");
    }
    service.get(ME, &org.session).await.data(200);
    let third = made(&service, &org).await;
    service.advance(15 * 60 - 1);
    enter(&service, third.expose()).await.data(200);
}
