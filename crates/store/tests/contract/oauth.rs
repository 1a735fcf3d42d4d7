//! What every `OAuthStore` guarantees.

use askline_app::{
    oauth::{
        CodeUse, Connecting, NewTokens, RefreshUse, TokenUse, connect_app, end_own_app, use_code, use_refresh_token,
    },
    ports::{StoreError, oauth::OAuthStore as _},
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        role::Role,
        second_factor::assurance::{Assurance, Proof},
        secret::Secret,
        token::{new_access_token, new_authorization_code, new_client_id, new_refresh_token},
    },
    keys::scope::Scope,
    oauth::{
        MAX_ACCESS_TOKENS, MAX_APPS, MAX_IDLE_DOCUMENTS, MAX_REFRESHES_A_DAY, MAX_UNUSED_CLIENTS,
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
use jiff::Timestamp;

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
    reused_refresh_token_is_detected_after_any_number_of_renewals,
    an_app_that_renews_its_tokens_too_often_ends,
    a_change_by_an_app_that_ended_is_not_stored,
    apps_are_limited_and_removed_in_time,
    a_new_client_or_document_replaces_the_oldest_that_no_person_connected,
    a_client_is_removed_a_day_after_it_registered_or_ninety_days_after_its_last_app_ended,
    a_document_is_read_early_once_a_minute,
    tokens_for_another_address_are_neither_given_nor_used_up,
}

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const REDIRECT: &str = "https://app.example/callback";
const RESOURCE: &str = "https://ask.example.com/mcp";
const DAY: u64 = 86_400;

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
        resource: RESOURCE.into(),
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
    CodeUse { code: code.digest(), client_id: "oc_1", redirect_uri, verifier: VERIFIER, resource: RESOURCE }
}

fn renewing(token: &Secret) -> RefreshUse<'_> {
    RefreshUse { token, client_id: "oc_1", resource: RESOURCE }
}

fn context(at: Timestamp) -> AuditContext {
    AuditContext::system("oauth", at)
}

/// An app with its first tokens.
async fn connected(store: &impl Metadata, org: OrgId, user: UserId) -> (ConnectedApp, NewTokens) {
    let (new, code) = new_app(store, org, user).await;
    assert_eq!(connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    let tokens = tokens();
    let used = use_code(store, sent(&code), &tokens, &context(later(1))).await.unwrap();
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
    store.register_client(&own, now()).await.unwrap();
    let stored = store.client(&own.id).await.unwrap().unwrap();
    assert_eq!((stored.client, stored.has_app), (own, false));
}

async fn a_code_gives_tokens_once_however_many_send_it_at_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (new, code) = new_app(store, org, user).await;
    connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap();
    let [one, other] = [tokens(), tokens()];
    let context_of_code = context(later(1));
    let (first, second) = tokio::join!(
        use_code(store, sent(&code), &one, &context_of_code),
        use_code(store, sent(&code), &other, &context_of_code)
    );
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
    let context_of_renewal = context(later(10));
    let (first, second) = tokio::join!(
        use_refresh_token(store, renewing(&tokens.refresh), &one, &context_of_renewal),
        use_refresh_token(store, renewing(&tokens.refresh), &other, &context_of_renewal),
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
    let late = use_refresh_token(store, renewing(&tokens.refresh), &one, &context(later(71))).await.unwrap();
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
    let refused =
        use_refresh_token(store, renewing(&tokens.refresh), &tokens.access, &context(later(10))).await.unwrap();
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
        match use_refresh_token(store, renewing(&refresh), &access, &context(at)).await.unwrap() {
            TokenUse::Done(_, next) => refresh = next,
            refused => panic!("{time}: {refused:?}"),
        }
    }
    let (access, at) = (new_access_token(&mut rand::rng()), later(10 + u64::from(times) * seconds_apart));
    use_refresh_token(store, renewing(&refresh), &access, &context(at)).await.unwrap()
}

async fn reused_refresh_token_is_detected_after_any_number_of_renewals<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (_, tokens) = connected(store, org, user).await;
    let last = renewed(store, &tokens.refresh, MAX_ACCESS_TOKENS + 5, 60).await;
    let TokenUse::Done(_, _) = last else { panic!("{last:?}") };
    let again =
        use_refresh_token(store, renewing(&tokens.refresh), &tokens.access, &context(later(9_000))).await.unwrap();
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
    connect_app(store, &new, by_app()).await.unwrap();
    let ground = signed_in(store, user).await;
    assert!(end_own_app(store, ground, app.id, &context(now())).await.unwrap());
    assert!(!end_own_app(store, ground, app.id, &context(now())).await.unwrap());
    let (new, _) = new_app(store, org, user).await;
    let refused = connect_app(store, &new, by_app()).await;
    assert!(matches!(refused, Err(StoreError::PreconditionsChanged)), "{refused:?}");
}

async fn apps_are_limited_and_removed_in_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    for _ in 0..MAX_APPS {
        let (new, _) = new_app(store, org, user).await;
        assert_eq!(connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    }
    let (new, _) = new_app(store, org, user).await;
    assert_eq!(connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap(), Connecting::LimitReached);
    // Those whose codes were not used in time do not count.
    let at = later(60);
    let later_app = NewApp { app: ConnectedApp { created_at: at, ..new.app.clone() }, ..new };
    assert_eq!(connect_app(store, &later_app, audit(org, "oauth.connected")).await.unwrap(), Connecting::Connected);
    store.remove_ended_apps(later(86_400)).await.unwrap();
    assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM connected_apps WHERE org_id = '{org}'")).await, 0);
}

/// Fills the table with clients of one kind that never had an app, the first the oldest.
async fn fill(backend: &impl Backend, name: &str, is_document: u8, number: u32) {
    let values: Vec<String> =
        (0..number).map(|place| format!("('{name}{place:04}', '', '[]', {place}, {is_document}, {place})")).collect();
    let filling = "INSERT INTO oauth_clients (id, name, redirect_uris, known_ms, is_document, idle_ms) VALUES ";
    backend.tamper(&format!("{filling}{}", values.join(", "))).await;
}

async fn a_new_client_or_document_replaces_the_oldest_that_no_person_connected<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    fill(backend, "oc_", 0, MAX_UNUSED_CLIENTS).await;
    fill(backend, "https://a.example/", 1, MAX_IDLE_DOCUMENTS).await;
    // The oldest of each kind has just been connected.
    for id in ["oc_0000", "https://a.example/0000"] {
        let (mut new, _) = new_app(store, org, user).await;
        new.app.client_id = id.into();
        connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap();
    }
    // So there is room for one more of each kind, and then for none.
    for _ in 0..2 {
        store.register_client(&client(), now()).await.unwrap();
        let document = Client { id: format!("https://a.example/{}", client().id), ..client() };
        store.keep_client_document(&document, now()).await.unwrap();
        store.keep_client_document(&document, later(1)).await.unwrap();
    }
    for (name, kind) in [("oc_", 0), ("https://a.example/", 1)] {
        for (place, is_there) in [("0000", true), ("0001", false), ("0002", true)] {
            let found = store.client(&format!("{name}{place}")).await.unwrap().is_some();
            assert_eq!(found, is_there, "{name}{place}");
        }
        let all = backend.number(&format!("SELECT COUNT(*) FROM oauth_clients WHERE is_document = {kind}")).await;
        assert_eq!(all, i64::from(MAX_UNUSED_CLIENTS) + 1);
    }
}

async fn a_client_is_removed_a_day_after_it_registered_or_ninety_days_after_its_last_app_ended<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (unused, used) = (client(), Client { id: "oc_1".into(), ..client() });
    let document = Client { id: "https://a.example/c.json".into(), ..client() };
    for registered in [&unused, &used] {
        store.register_client(registered, now()).await.unwrap();
    }
    store.keep_client_document(&document, now()).await.unwrap();
    let (app, _) = connected(store, org, user).await;
    assert!(store.client("oc_1").await.unwrap().unwrap().has_app);
    let ends = DAY;
    assert_eq!(app.expires_at, later(ends));
    let known = async || {
        let mut known = Vec::new();
        for one in [&unused, &used, &document] {
            known.push(store.client(&one.id).await.unwrap().is_some());
        }
        known
    };
    for (seconds, expected) in [
        (DAY - 1, [true, true, true]),
        // The app ends now, too.
        (ends, [false, true, true]),
        (7 * DAY - 1, [false, true, true]),
        (7 * DAY, [false, true, false]),
        (ends + 90 * DAY - 1, [false, true, false]),
        (ends + 90 * DAY, [false, false, false]),
    ] {
        store.remove_ended_apps(later(seconds)).await.unwrap();
        assert_eq!(known().await, expected, "after {seconds} s");
    }
}

async fn a_document_is_read_early_once_a_minute<B: Backend>(backend: &B) {
    let store = backend.store();
    let document = Client { id: "https://a.example/c.json".into(), ..client() };
    let registered = client();
    store.keep_client_document(&document, now()).await.unwrap();
    store.register_client(&registered, now()).await.unwrap();
    let may = async |id: &str, seconds| store.note_early_read(id, later(seconds)).await.unwrap();
    let (first, second) = tokio::join!(may(&document.id, 100), may(&document.id, 100));
    assert!(first != second, "two at once");
    assert!(!may(&document.id, 159).await);
    assert!(may(&document.id, 160).await);
    // The clock was set back.
    assert!(may(&document.id, 10).await);
    assert!(!may(&registered.id, 10).await && !may("https://a.example/unknown", 10).await);
}

async fn tokens_for_another_address_are_neither_given_nor_used_up<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    let (new, code) = new_app(store, org, user).await;
    connect_app(store, &new, audit(org, "oauth.connected")).await.unwrap();
    let (first, other) = (tokens(), "https://other.example/mcp");
    let refused =
        use_code(store, CodeUse { resource: other, ..sent(&code) }, &first, &context(later(1))).await.unwrap();
    assert!(matches!(refused, TokenUse::Refused), "{refused:?}");
    assert_eq!(backend.number("SELECT COUNT(*) FROM oauth_tokens").await, 0);
    let used = use_code(store, sent(&code), &first, &context(later(1))).await.unwrap();
    assert!(matches!(used, TokenUse::Done(..)), "{used:?}");
    let access = new_access_token(&mut rand::rng());
    let elsewhere = RefreshUse { resource: other, ..renewing(&first.refresh) };
    let refused = use_refresh_token(store, elsewhere, &access, &context(later(10))).await.unwrap();
    assert!(matches!(refused, TokenUse::Refused), "{refused:?}");
    assert_eq!(backend.number("SELECT COUNT(*) FROM oauth_tokens").await, 2);
    let used = use_refresh_token(store, renewing(&first.refresh), &access, &context(later(10))).await.unwrap();
    assert!(matches!(used, TokenUse::Done(..)), "{used:?}");
}
