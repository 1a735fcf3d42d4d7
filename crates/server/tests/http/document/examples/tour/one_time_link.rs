//! A one-time link of the operator.

use askline_app::accounts::{OldPassword, put_one_time_link};
use askline_domain::identity::{
    links::OneTimeToken,
    token::{ONE_TIME_LASTS, new_one_time_token},
};
use serde_json::json;

use super::{POST, Recorder, ask, text};

/// Signs in to an account with a one-time link; returns the token of the session.
pub(super) async fn entered_once(recorder: &mut Recorder, account: &str) -> String {
    let secret = new_one_time_token(&mut rand::rng());
    let (store, expires_at) = (&*recorder.service.metadata, recorder.service.app.now() + ONE_TIME_LASTS);
    let token = OneTimeToken { user_id: account.parse().unwrap(), digest: secret.digest(), expires_at };
    assert!(put_one_time_link(store, &token, OldPassword::WorksUntilUse, vec![]).await.unwrap());
    let entering = ask(POST, "/api/v1/auth/one-time").body(json!({ "token": secret.expose() }));
    text(&recorder.told(200, entering).await["token"])
}
