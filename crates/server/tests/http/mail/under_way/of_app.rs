//! The tokens of an app that the person connected: ways in without a password.

use askline_app::oauth::{CodeUse, NewTokens, TokenUse, connect_app, use_code};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        second_factor::assurance::{Assurance, Proof},
        secret::Secret,
        token::{new_access_token, new_authorization_code, new_refresh_token},
    },
    keys::scope::Scope,
    oauth::{
        CODE_LASTS,
        connected_app::{ConnectedApp, NewApp, NewCode},
        pkce::Challenge,
        redirect_uri::RedirectUri,
    },
    shared::ids::{AppId, Id as _},
    sites::visible::VisibleSites,
};
use reqwest::Method;
use serde_json::json;

use super::{Mailing, Person};
use crate::{harness::Org, mail::PUBLIC_URL, oauth::with_form};

const CLIENT: &str = "https://app.example/client.json";
const CALLBACK: &str = "https://app.example/callback";
/// The verifier of the challenge in RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A code that was not used, and the refresh token of another app.
pub(super) struct OfApp {
    code: Secret,
    refresh: Secret,
}

impl OfApp {
    pub(super) async fn of(mailing: &Mailing, org: &Org, person: &Person) -> Self {
        let (code, _) = consented(mailing, org, person).await;
        let (other, resource) = consented(mailing, org, person).await;
        let tokens =
            NewTokens { access: new_access_token(&mut rand::rng()), refresh: new_refresh_token(&mut rand::rng()) };
        let at = mailing.service.app.now();
        let sent = CodeUse {
            code: other.digest(),
            client_id: CLIENT,
            redirect_uri: Some(CALLBACK),
            verifier: VERIFIER,
            resource: &resource,
        };
        let context = AuditContext::system("oauth", at);
        let used = use_code(&*mailing.service.metadata, sent, &tokens, &context).await.unwrap();
        assert!(matches!(used, TokenUse::Done(..)), "{used:?}");
        Self { code, refresh: tokens.refresh }
    }

    /// The status of the token endpoint's answer to the code.
    pub(super) async fn use_code(&self, mailing: &Mailing) -> u16 {
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", CLIENT),
            ("redirect_uri", CALLBACK),
            ("code_verifier", VERIFIER),
            ("code", self.code.expose()),
        ];
        status(mailing, &form).await
    }

    /// The status of the token endpoint's answer to the refresh token.
    pub(super) async fn renew(&self, mailing: &Mailing) -> u16 {
        let form = [("grant_type", "refresh_token"), ("client_id", CLIENT), ("refresh_token", self.refresh.expose())];
        status(mailing, &form).await
    }
}

async fn status(mailing: &Mailing, form: &[(&str, &str)]) -> u16 {
    let request = with_form(mailing.service.request(Method::POST, "/oauth/token"), form);
    request.send().await.unwrap().status().as_u16()
}

/// The code of an app that the person consented to, and the address that it is for.
async fn consented(mailing: &Mailing, org: &Org, person: &Person) -> (Secret, String) {
    let (store, at) = (&mailing.service.metadata, mailing.service.app.now());
    let (code, resource) = (new_authorization_code(&mut rand::rng()), format!("{PUBLIC_URL}/mcp"));
    let (user, _) = store.user(person.id).await.unwrap().unwrap();
    let app = ConnectedApp {
        id: AppId::new(at, &mut rand::rng()),
        org_id: org.id,
        user_id: person.id,
        client_id: CLIENT.into(),
        client_name: "An app".into(),
        destination: "app.example".into(),
        scopes: [Scope::SitesRead].into_iter().collect(),
        sites: VisibleSites::ALL,
        resource: resource.clone(),
        created_at: at,
        expires_at: at + std::time::Duration::from_secs(86_400),
        last_used_at: None,
        assurance: Assurance::of(Proof::Password),
    };
    let audit = AuditContext::system("test", at).entry(org.id, "oauth.connected", vec![app.audit_target()], json!({}));
    let new = NewApp {
        app,
        credential_version: user.credential_version,
        code: NewCode {
            digest: code.digest(),
            expires_at: at + CODE_LASTS,
            challenge: Challenge::read(CHALLENGE).unwrap(),
            redirect_uri: RedirectUri::read(CALLBACK).unwrap(),
        },
    };
    connect_app(&**store, &new, audit).await.unwrap();
    (code, resource)
}
