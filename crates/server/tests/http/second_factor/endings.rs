//! What ends access ends the ways past the second factor, too. These are waiting sign-ins, remembered browsers and recovery codes.

use askline_app::accounts::{OldPassword, by_operator, put_one_time_link};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        links::OneTimeToken,
        token::{ONE_TIME_LASTS, new_one_time_token},
    },
    organizations::plan::Plan,
};
use reqwest::Method;
use serde_json::json;

use super::{App, answered, challenged, log_in, post};
use crate::harness::{Answer, Org, PASSWORD, Service, unlimited};

const NEW_PASSWORD: &str = "another good long password";

/// A way past the second factor, which was opened before the ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WayIn {
    /// A sign-in that waits for a code.
    Code,
    /// A sign-in that waits for a recovery code.
    RecoveryCode,
    /// A browser that does not ask.
    RememberedBrowser,
}

const WAYS_IN: [WayIn; 3] = [WayIn::Code, WayIn::RecoveryCode, WayIn::RememberedBrowser];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Nothing,
    ChangeOfPassword,
    RevokedAccess,
    Lock,
    EndedPassword,
    FactorRemoved,
    FactorReset,
    BrowsersForgotten,
    CodesReplaced,
    DemandOfBrowsers,
}

const ENDINGS: [Ending; 10] = [
    Ending::Nothing,
    Ending::ChangeOfPassword,
    Ending::RevokedAccess,
    Ending::Lock,
    Ending::EndedPassword,
    Ending::FactorRemoved,
    Ending::FactorReset,
    Ending::BrowsersForgotten,
    Ending::CodesReplaced,
    Ending::DemandOfBrowsers,
];

/// Whether the way in still starts a session after the ending.
fn is_open_after(ending: Ending, way: WayIn) -> bool {
    match ending {
        Ending::Nothing => true,
        Ending::BrowsersForgotten | Ending::DemandOfBrowsers => way != WayIn::RememberedBrowser,
        Ending::CodesReplaced => way != WayIn::RecoveryCode,
        Ending::ChangeOfPassword
        | Ending::RevokedAccess
        | Ending::Lock
        | Ending::EndedPassword
        | Ending::FactorRemoved
        | Ending::FactorReset => false,
    }
}

/// The cookie by which the account knows the browser of an answer.
fn browser_after(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let browser = cookies.into_iter().find(|cookie| cookie.contains("askline_browser")).expect("a cookie");
    browser.split("; ").next().unwrap().to_owned()
}

pub(super) async fn remembered(service: &Service, org: &Org, app: &App) -> String {
    let challenge = challenged(service, &org.owner_email).await;
    let body = json!({ "challenge": challenge, "code": app.next_code(service), "remember": true });
    let entered = post(service, "/api/v1/auth/second-factor", None, body).await;
    entered.data(200);
    browser_after(&entered)
}

async fn end(service: &Service, org: &Org, ending: Ending) {
    let session = Some(org.session.as_str());
    let account = async || service.metadata.user(service.owner_of(org).await).await.unwrap().unwrap();
    let audit = AuditContext::system("a test", service.app.now());
    match ending {
        Ending::Nothing => {}
        Ending::ChangeOfPassword => {
            // To the same password, so that nothing but the second factor is in the way.
            let body = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD });
            post(service, "/api/v1/auth/password", session, body).await.data(200);
        }
        Ending::RevokedAccess => {
            post(service, "/api/v1/auth/revoke-all", session, json!({ "password": PASSWORD })).await.data(200);
        }
        Ending::Lock => {
            let store = &*service.metadata;
            let ports = by_operator::LockPorts { sessions: store, keys: store, service_accounts: store };
            by_operator::lock(ports, &account().await, false, &audit).await.unwrap();
        }
        Ending::EndedPassword => {
            let token = OneTimeToken {
                user_id: service.owner_of(org).await,
                digest: new_one_time_token(&mut rand::rng()).digest(),
                expires_at: service.app.now() + ONE_TIME_LASTS,
            };
            let made = put_one_time_link(&*service.metadata, &token, OldPassword::EndsNow, vec![]);
            assert!(made.await.unwrap());
        }
        Ending::FactorRemoved => {
            service.send(Method::DELETE, "/api/v1/auth/factors/totp", session, None).await.data(200);
        }
        Ending::FactorReset => {
            assert!(by_operator::reset_second_factor(&*service.metadata, &account().await, &audit).await.unwrap());
        }
        Ending::BrowsersForgotten => {
            service.send(Method::DELETE, "/api/v1/auth/factors/browsers", session, None).await.data(200);
        }
        Ending::CodesReplaced => {
            post(service, "/api/v1/auth/factors/recovery", session, json!(null)).await.data(200);
        }
        Ending::DemandOfBrowsers => {
            let path = format!("/api/v1/orgs/{}", org.id);
            let body = json!({ "rememberBrowsers": false });
            service.send(Method::PATCH, &path, session, Some(&body)).await.data(200);
        }
    }
}

#[tokio::test]
async fn every_way_past_the_second_factor_ends_with_what_it_is_based_on() {
    let service = Service::start_unlimited().await;
    for ending in ENDINGS {
        let org = service.organization(Plan::Pro).await;
        let app = App::of(&service, &org.session).await;
        let browser = remembered(&service, &org, &app).await;
        let challenges = [challenged(&service, &org.owner_email).await, challenged(&service, &org.owner_email).await];
        let code = app.next_code(&service);
        end(&service, &org, ending).await;
        for way in WAYS_IN {
            let answer = match way {
                WayIn::Code => answered(&service, &challenges[0], "code", &code).await,
                WayIn::RecoveryCode => answered(&service, &challenges[1], "recoveryCode", &app.recovery_codes[0]).await,
                WayIn::RememberedBrowser => log_in(&service, &org.owner_email, PASSWORD, &browser).await,
            };
            // Without a factor, the password alone is enough again.
            let is_alone =
                matches!(ending, Ending::FactorRemoved | Ending::FactorReset) && way == WayIn::RememberedBrowser;
            if is_open_after(ending, way) || is_alone {
                assert_eq!(answer.status, 200, "{ending:?} {way:?}: {}", answer.text)
            } else {
                assert_eq!(answer.status, 401, "{ending:?} {way:?}: {}", answer.text)
            }
        }
    }
}

#[tokio::test]
async fn a_remembered_browser_does_not_ask_for_thirty_days_and_every_other_one_does() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let app = App::of(&service, &org.session).await;
    let mut browser = remembered(&service, &org, &app).await;
    let shown = service.get(super::FACTORS, &org.session).await;
    let listed = &shown.data(200)["rememberedBrowsers"];
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["until"]), (1, &json!("2026-07-15T12:00:30.000Z")));
    for _ in 0..3 {
        // The cookie changes with each sign-in, and the time does not start again.
        service.advance(9 * 86_400);
        let entered = log_in(&service, &org.owner_email, PASSWORD, &browser).await;
        entered.data(200);
        let session = entered.body["data"]["token"].as_str().unwrap();
        let shown = service.get(super::FACTORS, session).await;
        assert_eq!(shown.data(200)["proofs"], json!(["password", "rememberedBrowser"]));
        log_in(&service, &org.owner_email, PASSWORD, &browser).await.refused(401, "SECOND_FACTOR_REQUIRED");
        browser = browser_after(&entered);
    }
    service.advance(3 * 86_400);
    log_in(&service, &org.owner_email, PASSWORD, &browser).await.refused(401, "SECOND_FACTOR_REQUIRED");
    log_in(&service, &org.owner_email, PASSWORD, "").await.refused(401, "SECOND_FACTOR_REQUIRED");
}

#[tokio::test]
async fn a_one_time_link_of_the_operator_needs_the_second_factor_and_is_used_up_with_it() {
    let service =
        Service::start_with(askline_api::settings::ApiSettings { limits: unlimited(), ..Default::default() }).await;
    let org = service.organization(Plan::Pro).await;
    let app = App::of(&service, &org.session).await;
    let link = new_one_time_token(&mut rand::rng());
    let (user_id, expires_at) = (service.owner_of(&org).await, service.app.now() + ONE_TIME_LASTS);
    let token = OneTimeToken { user_id, digest: link.digest(), expires_at };
    let old = OldPassword::WorksUntilUse;
    assert!(put_one_time_link(&*service.metadata, &token, old, vec![]).await.unwrap());
    let enter = async || post(&service, "/api/v1/auth/one-time", None, json!({ "token": link.expose() })).await;
    let asked = enter().await;
    let challenge = &asked.refused(401, "SECOND_FACTOR_REQUIRED").body["error"]["challenge"];
    assert_eq!(challenge["mayRemember"], false);
    // Nothing has ended yet.
    service.get("/api/v1/me", &org.session).await.data(200);
    let entered = answered(&service, challenge["id"].as_str().unwrap(), "code", &app.next_code(&service)).await;
    let session = entered.data(200)["token"].as_str().unwrap().to_owned();
    service.get("/api/v1/me", &org.session).await.refused(401, "SESSION_EXPIRED");
    enter().await.refused(401, "INVALID_CREDENTIALS");
    let set = json!({ "newPassword": NEW_PASSWORD });
    post(&service, "/api/v1/auth/password", Some(&session), set).await.data(200);
}
