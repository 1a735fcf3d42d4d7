//! What every `OAuthStore` guarantees.

use askline_app::ports::{
    StoreError,
    oauth::{CodeUse, Connecting, NewTokens, OAuthStore as _, TokenUse},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        role::Role,
        second_factor::assurance::{Assurance, Proof},
        secret::Secret,
        token::{new_access_token, new_authorization_code, new_client_id, new_refresh_token},
    },
    keys::scope::Scope,
    oauth::{
        MAX_ACCESS_TOKENS, MAX_APPS, MAX_REFRESHES_A_DAY, MAX_UNUSED_CLIENTS,
        client::Client,
        connected_app::{ConnectedApp, NewApp, NewCode},
        pkce::Challenge,
        redirect_uri::RedirectUri,
    },
    organizations::preconditions::Precondition,
    shared::{
        ids::{OrgId, UserId},
        paging::PageRequest,
    },
    sites::visible::VisibleSites,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    member_changes::MemberChanges as _,
    samples::{actions, audit, credentials, id, later, now, signed_in, stored_member, stored_organization},
};

on_every_backend! {
    an_app_reads_back_as_it_was_stored,
    a_code_gives_tokens_once_however_many_send_it_at_once,
    a_refresh_token_gives_one_successor_however_many_send_it_at_once,
    an_app_ends_with_its_membership_and_its_tokens_with_it,
    a_refresh_token_that_comes_again_ends_the_app_however_often_tokens_were_renewed_since,
    an_app_that_renews_its_tokens_too_often_ends,
    a_change_by_an_app_that_ended_is_not_stored,
    apps_and_unused_clients_are_limited_and_removed_in_time,
}

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const REDIRECT: &str = "https://app.example/callback";

fn client() -> Client {
    let redirect_uris = vec![RedirectUri::read(REDIRECT).unwrap()];
    Client { id: new_client_id(&mut rand::rng()), name: "An app".into(), redirect_uris }
}

async fn new_app(store: &impl Metadata, org: OrgId, user: UserId) -> (NewApp, Secret) {
    let code = new_authorization_code(&mut rand::rng());
    let app = ConnectedApp {
        id: id(),
        org_id: org,
        user_id: user,
        client_id: "oc_1".into(),
        client_name: "An app".into(),
        destination: "app.example".into(),
        scopes: [Scope::SitesRead].into_iter().collect(),
        sites: VisibleSites::only(vec![id()]),
        resource: "https://ask.example.com/mcp".into(),
        created_at: now(),
        expires_at: later(86_400),
        last_used_at: None,
        assurance: Assurance::of(Proof::Password),
    };
    let code_of_app = NewCode {
        digest: code.digest(),
        expires_at: later(60),
        challenge: Challenge::read("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap(),
        redirect_uri: RedirectUri::read(REDIRECT).unwrap(),
    };
    let credential_version = credentials(store, user).await.version;
    (NewApp { app, credential_version, code: code_of_app }, code)
}

fn tokens() -> NewTokens {
    NewTokens { access: new_access_token(&mut rand::rng()), refresh: new_refresh_token(&mut rand::rng()) }
}

fn sent(code: &Secret) -> CodeUse<'_> {
    let redirect_uri = Some(REDIRECT);
    CodeUse { code: code.digest(), client_id: "oc_1", redirect_uri, verifier: VERIFIER, at: later(1) }
}

fn ended(app: &ConnectedApp, reason: &str) -> AuditDraft {
    AuditDraft { metadata: serde_json::json!({ "reason": reason }), ..audit(app.org_id, "oauth.ended") }
}

/// An app with its first tokens.
async fn connected(store: &impl Metadata, org: OrgId, user: UserId) -> (ConnectedApp, NewTokens) {
    let (new, code) = new_app(store, org, user).await;
    assert_eq!(store.connect_app(&new, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    let tokens = tokens();
    let used = store.use_code(sent(&code), &tokens, &ended).await.unwrap();
    assert!(matches!(used, TokenUse::Done(..)), "{used:?}");
    (new.app, tokens)
}

async fn an_app_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let user = stored_member(store, org, Role::Viewer).await;
    let (app, tokens) = connected(store, org, user).await;
    let grant = store.app_by_token(tokens.access.digest()).await.unwrap().unwrap();
    assert_eq!((&grant.app, grant.user.id, grant.membership.role), (&app, user, Role::Viewer));
    assert_eq!(grant.token_expires_at, later(1 + 3_600));
    assert_eq!(store.app_by_token(tokens.refresh.digest()).await.unwrap(), None);
    store.touch_apps(&[(app.id, later(9)), (app.id, later(5))]).await.unwrap();
    let used = ConnectedApp { last_used_at: Some(later(9)), ..app };
    let of_person = store.apps_of(user, now(), PageRequest::NEWEST).await.unwrap().items;
    let of_organization = store.apps_in(org, now(), PageRequest::NEWEST).await.unwrap().items;
    assert_eq!((of_person.as_slice(), &of_organization[0].0), ([used.clone()].as_slice(), &used));
    assert_eq!(store.apps_of(user, used.expires_at, PageRequest::NEWEST).await.unwrap().items, []);
    let own = client();
    assert!(store.register_client(&own, now()).await.unwrap());
    assert_eq!(store.client(&own.id).await.unwrap().unwrap().client, own);
}

async fn a_code_gives_tokens_once_however_many_send_it_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (new, code) = new_app(store, org, user).await;
    store.connect_app(&new, audit(org, "oauth.connected")).await.unwrap();
    let [one, other] = [tokens(), tokens()];
    let (first, second) =
        tokio::join!(store.use_code(sent(&code), &one, &ended), store.use_code(sent(&code), &other, &ended));
    let used = [first.unwrap(), second.unwrap()];
    assert_eq!(used.iter().filter(|used| matches!(used, TokenUse::Done(..))).count(), 1, "{used:?}");
    assert_eq!(used.iter().filter(|used| matches!(used, TokenUse::UsedBefore)).count(), 1, "{used:?}");
    for tokens in [one, other] {
        assert_eq!(store.app_by_token(tokens.access.digest()).await.unwrap(), None);
    }
    assert!(actions(store, org).await.contains(&"oauth.ended".to_owned()));
}

async fn a_refresh_token_gives_one_successor_however_many_send_it_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (app, tokens) = connected(store, org, user).await;
    let [one, other] = [new_access_token(&mut rand::rng()), new_access_token(&mut rand::rng())];
    let (first, second) = tokio::join!(
        store.use_refresh_token(&tokens.refresh, "oc_1", &one, later(10), &ended),
        store.use_refresh_token(&tokens.refresh, "oc_1", &other, later(10), &ended),
    );
    let next: Vec<Secret> = [first.unwrap(), second.unwrap()]
        .into_iter()
        .map(|used| match used {
            TokenUse::Done(_, next) => next,
            refused => panic!("{refused:?}"),
        })
        .collect();
    assert_eq!(next[0].expose(), next[1].expose());
    for access in [&one, &other] {
        assert!(store.app_by_token(access.digest()).await.unwrap().is_some());
    }
    let late = store.use_refresh_token(&tokens.refresh, "oc_1", &one, later(71), &ended).await.unwrap();
    assert!(matches!(late, TokenUse::UsedBefore), "{late:?}");
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM connected_apps WHERE id = '{}'", app.id)).await, 0);
    store.remove_ended_apps(app.expires_at).await.unwrap();
    assert_eq!(backend.number("SELECT COUNT(*) FROM oauth_tokens").await, 0);
}

async fn an_app_ends_with_its_membership_and_its_tokens_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let user = stored_member(store, org, Role::Member).await;
    let (app, tokens) = connected(store, org, user).await;
    store.remove_member(org, user, audit(org, "member.removed")).await.unwrap();
    assert_eq!(store.app_by_token(tokens.access.digest()).await.unwrap(), None);
    let refused = store.use_refresh_token(&tokens.refresh, "oc_1", &tokens.access, later(10), &ended).await.unwrap();
    assert!(matches!(refused, TokenUse::Refused), "{refused:?}");
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM connected_apps WHERE id = '{}'", app.id)).await, 0);
    store.remove_ended_apps(app.expires_at).await.unwrap();
    assert_eq!(backend.number("SELECT COUNT(*) FROM oauth_tokens").await, 0);
}

/// Renews the tokens of an app a number of times, one after the other; returns the last use.
async fn renewed(store: &impl Metadata, first: &Secret, times: u32, seconds_apart: u64) -> TokenUse {
    let mut refresh = first.clone();
    for time in 1..times {
        let access = new_access_token(&mut rand::rng());
        let at = later(10 + u64::from(time) * seconds_apart);
        match store.use_refresh_token(&refresh, "oc_1", &access, at, &ended).await.unwrap() {
            TokenUse::Done(_, next) => refresh = next,
            refused => panic!("{time}: {refused:?}"),
        }
    }
    let (access, at) = (new_access_token(&mut rand::rng()), later(10 + u64::from(times) * seconds_apart));
    store.use_refresh_token(&refresh, "oc_1", &access, at, &ended).await.unwrap()
}

async fn a_refresh_token_that_comes_again_ends_the_app_however_often_tokens_were_renewed_since<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (_, tokens) = connected(store, org, user).await;
    let last = renewed(store, &tokens.refresh, MAX_ACCESS_TOKENS + 5, 60).await;
    let TokenUse::Done(_, _) = last else { panic!("{last:?}") };
    let again = store.use_refresh_token(&tokens.refresh, "oc_1", &tokens.access, later(9_000), &ended).await.unwrap();
    assert!(matches!(again, TokenUse::UsedBefore), "{again:?}");
}

async fn an_app_that_renews_its_tokens_too_often_ends<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (app, tokens) = connected(store, org, user).await;
    let last = renewed(store, &tokens.refresh, MAX_REFRESHES_A_DAY, 1).await;
    assert!(matches!(last, TokenUse::UsedBefore), "{last:?}");
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM connected_apps WHERE id = '{}'", app.id)).await, 0);
}

async fn a_change_by_an_app_that_ended_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (app, _) = connected(store, org, user).await;
    let by_app = || audit(org, "oauth.connected").provided(Precondition::App(app.id));
    let (new, _) = new_app(store, org, user).await;
    store.connect_app(&new, by_app()).await.unwrap();
    let ground = signed_in(store, user).await;
    assert!(store.end_own_app(ground, app.id, &ended).await.unwrap());
    assert!(!store.end_own_app(ground, app.id, &ended).await.unwrap());
    let (new, _) = new_app(store, org, user).await;
    let refused = store.connect_app(&new, by_app()).await;
    assert!(matches!(refused, Err(StoreError::PreconditionsChanged)), "{refused:?}");
}

async fn apps_and_unused_clients_are_limited_and_removed_in_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    for _ in 0..MAX_APPS {
        let (new, _) = new_app(store, org, user).await;
        assert_eq!(store.connect_app(&new, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    }
    let (new, _) = new_app(store, org, user).await;
    assert_eq!(store.connect_app(&new, audit(org, "oauth.connected")).await.unwrap(), Connecting::LimitReached);
    // Those whose codes were not used in time do not count.
    let at = later(60);
    let later_app = NewApp { app: ConnectedApp { created_at: at, ..new.app.clone() }, ..new };
    assert_eq!(store.connect_app(&later_app, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    store.remove_ended_apps(later(86_400)).await.unwrap();
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM connected_apps WHERE org_id = '{org}'")).await, 0);

    let values: Vec<String> =
        (0..MAX_UNUSED_CLIENTS).map(|number| format!("('oc_{org}_{number}', '', '[]', 9000000000000, 0)")).collect();
    let filling = "INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document) VALUES ";
    backend.tamper(&format!("{filling}{}", values.join(", "))).await;
    assert!(!store.register_client(&client(), now()).await.unwrap());
    backend.tamper(&format!("DELETE FROM oauth_clients WHERE id LIKE 'oc_{org}_%'")).await;
    let own = client();
    assert!(store.register_client(&own, now()).await.unwrap());
    store.remove_ended_apps(later(86_399)).await.unwrap();
    assert!(store.client(&own.id).await.unwrap().is_some());
    store.remove_ended_apps(later(86_400)).await.unwrap();
    assert!(store.client(&own.id).await.unwrap().is_none());
}
