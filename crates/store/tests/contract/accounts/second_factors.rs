//! What every store guarantees about second factors and the sign-ins that wait for one.

use askline_app::accounts::OldPassword;
use askline_app::ports::{
    StoreError, StoreResult,
    change::{Change, Scope},
    identity::{factors::FactorStore as _, sessions::SessionStore as _},
    mail::Mailed,
    organizations::OrganizationStore as _,
};
use askline_domain::{
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, TokenGround},
        known_visitor::{KnownVisitor, Visitor},
        links::OneTimeToken,
        second_factor::{
            assurance::{Assurance, FactorKind, FactorSet, Proof},
            challenge::{Challenge, MAX_CHALLENGES},
            recovery_code::{new_recovery_codes, read_recovery_code},
            totp::{TotpStep, new_totp_secret},
        },
        secret::{Secret, SecretDigest},
        session::Session,
        token::{OneTimeUse, new_browser_token, new_challenge_id, new_one_time_token, new_reset_token},
    },
    shared::ids::UserId,
};

use crate::{
    accounts::changes::AccountChanges as _,
    backend::{Backend, Metadata, on_every_backend},
    samples::{credentials, known_visitor, later, now, session, signed_in, stored_organization},
};

on_every_backend! {
    the_secret_of_an_app_is_sealed_and_its_last_step_kept,
    a_recovery_code_works_once_for_its_account_until_the_codes_are_replaced,
    no_session_is_stored_without_the_second_factor_of_its_account,
    whatever_ends_access_ends_waiting_sign_ins_and_remembered_browsers,
    an_account_has_a_limited_number_of_challenges_which_expire,
    a_remembered_browser_keeps_its_end_when_its_cookie_changes,
    sessions_lose_the_proofs_of_removed_factors,
}

async fn change_of(store: &impl Metadata, user: UserId) -> Box<dyn Change> {
    store.begin(&[Scope::User(user)]).await.unwrap()
}

const TOTP: FactorSet = FactorSet::from_bits(1);

async fn put_factors(store: &impl Metadata, user: UserId, factors: FactorSet) {
    let mut change = change_of(store, user).await;
    change.put_factors(user, factors).await.unwrap();
    change.commit().await.unwrap();
}

async fn the_secret_of_an_app_is_sealed_and_its_last_step_kept<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, user), (_, other)) = (stored_organization(store).await, stored_organization(store).await);
    assert_eq!(TOTP, FactorSet::default().with(FactorKind::Totp));
    store.prepare().await.unwrap();
    let secret = new_totp_secret(&mut rand::rng());
    let mut change = change_of(store, user).await;
    assert!(change.totp(user).await.unwrap().is_none());
    change.put_totp(user, &new_totp_secret(&mut rand::rng()), now()).await.unwrap();
    // Another request replaces the first.
    change.put_totp(user, &secret, later(1)).await.unwrap();
    change.commit_without_notice().await.unwrap();
    assert_eq!(store.factors_of(user, now()).await.unwrap(), Default::default());
    let mut change = change_of(store, user).await;
    let stored = change.totp(user).await.unwrap().unwrap();
    assert_eq!((stored.secret.expose(), stored.created_at, stored.confirmed_at), (secret.expose(), later(1), None));
    change.confirm_totp(user, later(2)).await.unwrap();
    change.put_totp_step(user, TotpStep(59)).await.unwrap();
    change.put_factors(user, TOTP).await.unwrap();
    change.commit().await.unwrap();
    assert_eq!(store.factors_of(user, now()).await.unwrap().totp_since, Some(later(2)));
    assert_eq!(store.user(user).await.unwrap().unwrap().0.factors, TOTP);
    let mut change = change_of(&backend.another_process().await, user).await;
    let stored = change.totp(user).await.unwrap().unwrap();
    assert_eq!((stored.last_step, stored.confirmed_at), (TotpStep(59), Some(later(2))));
    drop(change);
    let plain = format!("SELECT COUNT(*) FROM totp_factors WHERE sealed_secret LIKE '%{}%'", secret.expose());
    assert_eq!(backend.number(&plain).await, 0);
    // A sealed secret is bound to its account.
    backend.tamper(&format!("UPDATE totp_factors SET user_id = '{other}'")).await;
    let mut change = change_of(store, other).await;
    assert!(matches!(change.totp(other).await, Err(StoreError::Corrupt { table: "totp_factors", .. })));
}

async fn a_recovery_code_works_once_for_its_account_until_the_codes_are_replaced<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, user), (_, other)) = (stored_organization(store).await, stored_organization(store).await);
    store.prepare().await.unwrap();
    let shown = new_recovery_codes(&mut rand::rng());
    let codes: Vec<Secret> = shown.iter().map(|code| read_recovery_code(code.expose()).unwrap()).collect();
    let put = async |codes: &[Secret]| {
        let mut change = change_of(store, user).await;
        change.put_recovery_codes(user, codes).await.unwrap();
        change.commit_without_notice().await.unwrap();
    };
    let uses = async |account: UserId, code: &Secret| {
        let mut change = change_of(store, account).await;
        let is_right = change.use_recovery_code(account, code, now()).await.unwrap();
        change.commit_without_notice().await.unwrap();
        is_right
    };
    put(&codes).await;
    assert_eq!(store.factors_of(user, now()).await.unwrap().recovery_codes_left, 10);
    assert!(!uses(other, &codes[0]).await);
    assert!(!uses(user, &Secret::new("0000000000000000")).await);
    assert!(uses(user, &codes[0]).await);
    assert!(!uses(user, &codes[0]).await);
    assert_eq!(store.factors_of(user, now()).await.unwrap().recovery_codes_left, 9);
    put(&codes[..1]).await;
    assert!(!uses(user, &codes[1]).await);
    assert!(uses(user, &codes[0]).await);
    put(&[]).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM recovery_codes").await, 0);
}

async fn no_session_is_stored_without_the_second_factor_of_its_account<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let ground = credentials(store, user).await;
    let once = new_one_time_token(&mut rand::rng());
    let token = OneTimeToken { user_id: user, digest: once.digest(), expires_at: later(900) };
    assert!(store.create_one_time_token(&token, OldPassword::WorksUntilUse, vec![]).await.unwrap());
    assert!(store.prove_by_operator(user, now(), vec![]).await.unwrap());
    let (reset, email) = (new_reset_token(&mut rand::rng()), store.user(user).await.unwrap().unwrap().0.email);
    store.request_reset(&email, &reset, None, now()).await.unwrap();
    // The factor is set up while a password is checked.
    put_factors(store, user, TOTP).await;
    let of = |proof| Session { assurance: Assurance::of(Proof::Password).with(proof), ..session(user).0 };
    let kept = backend.number("SELECT COUNT(*) FROM sessions").await;
    for proof in Proof::EVERY {
        let is_enough = Assurance::of(proof).has_second_factor(TOTP);
        let session = of(proof);
        let created = store.create_session(&session, None, ground, vec![]).await;
        assert_eq!(created.is_ok(), is_enough, "{proof}");
        assert_eq!(store.session_by_digest(session.digest).await.unwrap().is_some(), is_enough, "{proof}");
    }
    let link = TokenGround { user, digest: once.digest() };
    let once_only = of(Proof::OneTimeLink);
    let spent = store.spend_one_time_token(link, OneTimeUse::NewPassword, &once_only, vec![]);
    assert!(matches!(spent.await, Err(StoreError::AccountChanged)));
    let reset = TokenGround { user, digest: reset.digest() };
    assert!(matches!(store.finish_reset(reset, "$new", now(), vec![]).await, Err(StoreError::AccountChanged)));
    // Neither stored a thing.
    assert!(store.one_time_account(once.digest(), now()).await.unwrap().is_some());
    assert_eq!(store.user(user).await.unwrap().unwrap().0.credential_version, ground.version);
    assert!(backend.number("SELECT COUNT(*) FROM sessions").await > kept);
}

/// A challenge of an account, and a browser of it that is remembered.
async fn waiting(store: &impl Metadata, user: UserId) -> (SecretDigest, SecretDigest) {
    let digest = new_challenge_id(&mut rand::rng()).digest();
    let browser = new_browser_token(&mut rand::rng()).digest();
    let mut change = change_of(store, user).await;
    change.insert_challenge(&challenge_of(digest, credentials(store, user).await, 300)).await.unwrap();
    let known = KnownVisitor { browser, ..known_visitor() };
    let (session, visitor) = (session(user).0, store.digest_visitor(user, &known).await);
    change.remember_visitor(user, &visitor, session.created_at).await.unwrap();
    change.trust_browser(&session, &visitor, later(86_400)).await.unwrap();
    change.commit().await.unwrap();
    (digest, browser)
}

fn challenge_of(digest: SecretDigest, ground: CredentialsGround, seconds: u64) -> Challenge {
    Challenge {
        digest,
        ground,
        assurance: Assurance::of(Proof::Password),
        one_time_link: None,
        identity: None,
        wrong_codes: 0,
        expires_at: later(seconds),
    }
}

async fn whatever_ends_access_ends_waiting_sign_ins_and_remembered_browsers<B: Backend>(backend: &B) {
    let store = backend.store();
    for ending in ["nothing", "password", "reset", "revocation", "lock", "operator", "undone address"] {
        let (_, user) = stored_organization(store).await;
        assert!(store.prove_by_operator(user, now(), vec![]).await.unwrap());
        let acting = signed_in(store, user).await;
        let confirmed = ConfirmedGround { session: acting, credentials: credentials(store, user).await };
        let mut tampered = change_of(store, user).await;
        tampered.put_wrong_codes(user, 20).await.unwrap();
        tampered.commit().await.unwrap();
        let undo = askline_domain::identity::token::new_undo_token(&mut rand::rng());
        let proof = askline_domain::identity::token::new_proof_token(&mut rand::rng());
        let wanted = format!("wanted-{user}@example.com");
        let asked = store.ask_for_address(confirmed, &wanted, (&proof, &undo), now(), vec![]).await.unwrap();
        assert_eq!(asked, Mailed::Stored);
        let (reset, email) = (new_reset_token(&mut rand::rng()), store.user(user).await.unwrap().unwrap().0.email);
        store.request_reset(&email, &reset, None, now()).await.unwrap();
        let (challenge, browser) = waiting(store, user).await;
        let token = |secret: &Secret| TokenGround { user, digest: secret.digest() };
        let known = known_visitor();
        let sets_password = match ending {
            "nothing" => false,
            "password" => store.change_password(confirmed, "$new", &known, now(), vec![]).await.is_ok(),
            "reset" => store.finish_reset(token(&reset), "$new", now(), vec![]).await.unwrap(),
            "revocation" => store.revoke_access(confirmed, &known, now(), vec![]).await.map(|()| false).unwrap(),
            "lock" => !store.lock_account(user, now(), vec![]).await.unwrap(),
            "operator" => {
                let secret = new_one_time_token(&mut rand::rng());
                let token = OneTimeToken { user_id: user, digest: secret.digest(), expires_at: later(900) };
                !store.create_one_time_token(&token, OldPassword::EndsNow, vec![]).await.unwrap()
            }
            _ => {
                let reset = new_reset_token(&mut rand::rng());
                store.undo_address(token(&undo), &reset, now(), vec![]).await.map(|_| false).unwrap()
            }
        };
        let is_kept = ending == "nothing";
        assert_eq!(store.open_challenge(challenge, now()).await.unwrap().is_some(), is_kept, "{ending}");
        assert_eq!(store.is_remembered(user, browser, now()).await.unwrap(), is_kept, "{ending}");
        // Only a new password makes codes work again that were refused.
        let wrong = store.user(user).await.unwrap().unwrap().0.wrong_codes;
        assert_eq!(wrong, if sets_password { 0 } else { 20 }, "{ending}");
    }
}

async fn an_account_has_a_limited_number_of_challenges_which_expire<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, user), (_, other)) = (stored_organization(store).await, stored_organization(store).await);
    let (of_other, _) = waiting(store, other).await;
    let mut digests = Vec::new();
    for number in 0..u64::from(MAX_CHALLENGES) + 2 {
        let digest = new_challenge_id(&mut rand::rng()).digest();
        let mut change = change_of(store, user).await;
        let ground = credentials(store, user).await;
        change.insert_challenge(&challenge_of(digest, ground, 300 + number)).await.unwrap();
        change.commit_without_notice().await.unwrap();
        digests.push(digest);
    }
    let is_open = async |digest: &SecretDigest, seconds: u64| -> StoreResult<bool> {
        Ok(store.open_challenge(*digest, later(seconds)).await?.is_some())
    };
    let mut open = Vec::new();
    for digest in &digests {
        open.push(is_open(digest, 0).await.unwrap());
    }
    assert_eq!(open.iter().position(|is_open| *is_open), Some(2), "{open:?}");
    assert!(open[2..].iter().all(|is_open| *is_open) && is_open(&of_other, 0).await.unwrap());
    let last = digests.last().unwrap();
    assert!(is_open(last, 320).await.unwrap() && !is_open(last, 321).await.unwrap());
    let mut change = change_of(store, user).await;
    change.put_wrong_codes_of_challenge(*last, 4).await.unwrap();
    let stored = change.challenge(*last, later(320)).await.unwrap().unwrap();
    assert_eq!((stored.wrong_codes, stored.user(), stored.expires_at), (4, user, later(321)));
    assert!(change.challenge(*last, later(321)).await.unwrap().is_none());
    change.end_challenge(*last).await.unwrap();
    change.commit_without_notice().await.unwrap();
    assert!(!is_open(last, 0).await.unwrap());
    assert_eq!(store.remove_ended_challenges(later(302), 1).await.unwrap(), 1);
    let left = backend.number("SELECT COUNT(*) FROM sign_in_challenges").await;
    assert_eq!(store.remove_ended_challenges(later(9_999), 100).await.unwrap(), u64::try_from(left).unwrap());
}

async fn a_remembered_browser_keeps_its_end_when_its_cookie_changes<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((_, user), (_, other)) = (stored_organization(store).await, stored_organization(store).await);
    let (_, first) = waiting(store, user).await;
    assert!(!store.is_remembered(other, first, now()).await.unwrap());
    let second = new_browser_token(&mut rand::rng()).digest();
    let visitor = Visitor { browser: Some(first), ..known_visitor().visitor };
    let known = KnownVisitor { visitor, browser: second, ..known_visitor() };
    let next = session(user).0;
    store.create_session(&next, Some(&known), credentials(store, user).await, vec![]).await.unwrap();
    assert!(!store.is_remembered(user, first, now()).await.unwrap());
    assert!(store.is_remembered(user, second, later(86_399)).await.unwrap());
    assert!(!store.is_remembered(user, second, later(86_400)).await.unwrap());
    let shown = store.factors_of(user, now()).await.unwrap().remembered_browsers;
    assert_eq!((shown.len(), shown[0].user_agent.as_str(), shown[0].until), (1, "Firefox", later(86_400)));
    // A browser that is known and not remembered stays so.
    let plain = KnownVisitor { browser: new_browser_token(&mut rand::rng()).digest(), ..known_visitor() };
    store.create_session(&session(user).0, Some(&plain), credentials(store, user).await, vec![]).await.unwrap();
    assert!(!store.is_remembered(user, plain.browser, now()).await.unwrap());
    let mut change = change_of(store, user).await;
    change.forget_remembered_browsers(user).await.unwrap();
    change.commit_without_notice().await.unwrap();
    assert!(!store.is_remembered(user, second, now()).await.unwrap());
    let visitor = Visitor { browser: Some(second), ..known_visitor().visitor };
    assert!(store.knows_visitor(user, &visitor, now()).await.unwrap());
}

async fn sessions_lose_the_proofs_of_removed_factors<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, user) = stored_organization(store).await;
    let all = Proof::EVERY.into_iter().fold(Assurance::default(), Assurance::with);
    let own = Session { assurance: all, ..session(user).0 };
    store.create_session(&own, None, credentials(store, user).await, vec![]).await.unwrap();
    let proofs = async || {
        let grant = store.session_by_digest(own.digest).await.unwrap().unwrap();
        grant.session.assurance.iter().collect::<Vec<_>>()
    };
    put_factors(store, user, TOTP).await;
    assert_eq!(proofs().await, Proof::EVERY);
    put_factors(store, user, FactorSet::default()).await;
    let left = [Proof::Password, Proof::TrustedProvider, Proof::Provider, Proof::OneTimeLink];
    assert_eq!(proofs().await, left);
    let mut change = change_of(store, user).await;
    let ground = askline_domain::identity::grounds::SessionGround { user, session: own.id };
    change.put_proof(ground, Proof::Totp, later(5)).await.unwrap();
    let expected = left.into_iter().fold(Assurance::of(Proof::Totp), Assurance::with);
    assert_eq!(change.assurance_of(ground).await.unwrap(), expected);
    change.commit().await.unwrap();
    let grant = store.session_by_digest(own.digest).await.unwrap().unwrap();
    assert_eq!((grant.session.assurance, grant.session.proved_at), (expected, later(5)));
}
