//! What a provider, or someone who plays one, may not do.

use askline_stand_in::identity_provider::{CLIENT_SECRET, Signature, Token};
use reqwest::Method;
use serde_json::{Value, json};

use super::{NAME, Scene, cookie_of, domain, person};

/// A right token of Ada, with these claims instead.
fn forged(signature: Signature, claims: Value) -> Token {
    let mut all = person("ada", "ada@example.com");
    for (name, value) in claims.as_object().unwrap() {
        all[name] = value.clone();
    }
    Token { signature, ..Token::of(all) }
}

#[tokio::test]
async fn only_a_fresh_token_for_this_service_signed_with_a_published_key_signs_in() {
    let scene = Scene::with(domain("example.com")).await;
    let now = scene.now();
    let public_key = scene.provider.issuer();
    let cases = [
        ("an Ed25519 key", Signature::EdDsa, json!({}), true),
        ("an RSA key", Signature::Rs256, json!({}), true),
        ("an RSA key with PSS", Signature::Ps256, json!({}), true),
        ("an algorithm that is not accepted", Signature::Rs512, json!({}), false),
        ("no signature", Signature::None, json!({}), false),
        ("the client secret as key", Signature::Hs256(CLIENT_SECRET.into()), json!({}), false),
        ("a public text as key", Signature::Hs256(public_key), json!({}), false),
        ("a key that is not published", Signature::OtherKey, json!({}), false),
        ("claims that were changed", Signature::Changed, json!({}), false),
        ("another issuer", Signature::EdDsa, json!({ "iss": "https://id.example.com" }), false),
        ("another client", Signature::EdDsa, json!({ "aud": "another" }), false),
        ("another client too", Signature::EdDsa, json!({ "aud": ["askline", "another"] }), false),
        ("this client in a list", Signature::EdDsa, json!({ "aud": ["askline"] }), true),
        ("another authorized party", Signature::EdDsa, json!({ "azp": "another" }), false),
        ("this authorized party", Signature::EdDsa, json!({ "azp": "askline" }), true),
        ("another nonce", Signature::EdDsa, json!({ "nonce": "x" }), false),
        ("no nonce", Signature::EdDsa, json!({ "nonce": null }), false),
        ("no subject", Signature::EdDsa, json!({ "sub": "" }), false),
        ("a subject that is too long", Signature::EdDsa, json!({ "sub": "x".repeat(256) }), false),
        ("an end in the past", Signature::EdDsa, json!({ "exp": now - 61 }), false),
        ("an end within the tolerance", Signature::EdDsa, json!({ "exp": now - 30 }), true),
        ("a beginning in the future", Signature::EdDsa, json!({ "nbf": now + 61 }), false),
        ("a beginning within the tolerance", Signature::EdDsa, json!({ "nbf": now + 30 }), true),
        ("a beginning that is no number", Signature::EdDsa, json!({ "nbf": "soon" }), false),
        ("a time of issue in the future", Signature::EdDsa, json!({ "iat": now + 61 }), false),
        ("another access token", Signature::EdDsa, json!({ "at_hash": "x" }), false),
    ];
    for (what, signature, claims, accepted) in cases {
        let answer = scene.sign_in_with(forged(signature, claims)).await;
        if accepted {
            _ = answer.data(200)
        } else {
            _ = answer.refused(401, "INVALID_CREDENTIALS")
        }
        assert_eq!(answer.headers.contains_key("set-cookie"), accepted, "{what}");
    }
}

#[tokio::test]
async fn a_sign_in_without_an_address_confirmed_by_the_provider_is_refused() {
    let scene = Scene::with(domain("example.com")).await;
    for claims in [
        json!({ "sub": "1", "email": "ada@example.com" }),
        json!({ "sub": "1", "email": "ada@example.com", "email_verified": false }),
        json!({ "sub": "1", "email": "ada@example.org", "email_verified": true }),
        json!({ "sub": "1", "email": "not an address", "email_verified": true }),
        json!({ "sub": "1" }),
        // For Microsoft's issuer alone.
        json!({ "sub": "1", "email": "ada@example.com", "xms_edov": true }),
    ] {
        scene.sign_in(claims).await.refused(403, "FORBIDDEN");
    }
    // What the token leaves out, the userinfo endpoint says.
    let userinfo = Token { userinfo: person("1", "ada@example.com"), ..Token::of(json!({ "sub": "1" })) };
    scene.sign_in_with(userinfo).await.data(200);
    let other = Token { userinfo: person("2", "eve@example.com"), ..Token::of(json!({ "sub": "3" })) };
    scene.sign_in_with(other).await.refused(503, "UNAVAILABLE");
}

#[tokio::test]
async fn an_answer_works_once_in_time_and_only_in_the_browser_that_asked() {
    let scene = Scene::with(domain("example.com")).await;
    let (sent, other) = (scene.sent_to(NAME).await, scene.sent_to(NAME).await);
    let ada = || Token::of(person("ada", "ada@example.com"));
    let back = scene.provider.sign_in(&sent.location, ada(), scene.now()).unwrap();
    // Another browser does not reach the sign-in page with the code, nor does it get a session with it.
    for cookie in
        ["", other.cookie.as_str(), &format!("{}=flow_{}", sent.cookie.split('=').next().unwrap(), "0".repeat(64))]
    {
        let read = scene.back(&back, cookie).await;
        assert_eq!(read, [("provider".to_owned(), NAME.to_owned()), ("error".into(), "expired".into())]);
    }
    let read = scene.back(&back, &sent.cookie).await;
    scene.finish(&read, &other.cookie).await.refused(401, "INVALID_CREDENTIALS");
    let first = scene.finish(&read, &sent.cookie).await;
    first.data(200);
    scene.finish(&read, &sent.cookie).await.refused(401, "INVALID_CREDENTIALS");
    // The person of another sign-in cannot be put into this browser.
    let theirs = scene.provider.sign_in(&other.location, ada(), scene.now()).unwrap();
    let theirs = scene.back(&theirs, &other.cookie).await;
    let mixed: Vec<_> = theirs.iter().filter(|(name, _)| name != "state").cloned().collect();
    let own_state = read.iter().find(|(name, _)| name == "state").unwrap().clone();
    let mixed: Vec<_> = mixed.into_iter().chain([own_state]).collect();
    scene.finish(&mixed, &sent.cookie).await.refused(401, "INVALID_CREDENTIALS");
    // Nobody says that another issuer answered.
    let sent = scene.sent_to(NAME).await;
    let back = scene.provider.sign_in(&sent.location, ada(), scene.now()).unwrap();
    let mut read = scene.back(&back, &sent.cookie).await;
    read.iter_mut().find(|(name, _)| name == "iss").unwrap().1 = "https://id.example.com".into();
    scene.finish(&read, &sent.cookie).await.refused(401, "INVALID_CREDENTIALS");
    // Ten minutes later it is over.
    let sent = scene.sent_to(NAME).await;
    scene.service.advance(601);
    let back = scene.provider.sign_in(&sent.location, ada(), scene.now()).unwrap();
    let read = scene.back(&back, &sent.cookie).await;
    scene.finish(&read, &sent.cookie).await.refused(401, "INVALID_CREDENTIALS");
}

#[tokio::test]
async fn errors_lead_to_the_sign_in_page_as_words_it_knows() {
    let scene = Scene::with(domain("example.com")).await;
    let sent = scene.sent_to(NAME).await;
    let state = sent.location.split("state=").nth(1).unwrap().split('&').next().unwrap().to_owned();
    for (error, shown) in [("access_denied", "denied"), ("server_error", "refused"), ("<script>", "refused")] {
        let address = format!("/api/v1/auth/oidc/{NAME}/callback?error={error}&error_description=x&state={state}");
        let read = scene.back(&address, &sent.cookie).await;
        assert_eq!(read, [("provider".to_owned(), NAME.to_owned()), ("error".into(), shown.into())]);
    }
    let unknown = scene.service.answer(scene.service.request(Method::GET, "/api/v1/auth/oidc/nobody")).await;
    assert_eq!(unknown.header("location"), "/login#provider=nobody&error=unknown");
    let listed = scene.service.answer(scene.service.request(Method::GET, "/api/v1/auth/providers")).await;
    let acme = json!({ "name": NAME, "title": "Acme", "kind": "oidc" });
    let gate = json!({ "name": "header", "title": "Gate", "kind": "header" });
    assert_eq!(listed.data(200)["items"], json!([acme, gate]));
}

#[tokio::test]
async fn new_keys_are_found_and_a_provider_that_is_down_is_said_to_be() {
    let scene = Scene::with(domain("example.com")).await;
    let ada = || person("ada", "ada@example.com");
    scene.sign_in(ada()).await.data(200);
    scene.sign_in(ada()).await.data(200);
    assert_eq!(scene.provider.requests("/jwks"), 1);
    scene.provider.rotate_keys();
    // Unknown keys make this service ask again once a minute at most.
    scene.sign_in(ada()).await.refused(401, "INVALID_CREDENTIALS");
    assert_eq!(scene.provider.requests("/jwks"), 1);
    scene.service.advance(61);
    scene.sign_in(ada()).await.data(200);
    assert_eq!(scene.provider.requests("/jwks"), 2);
    // What was read is used while the provider does not answer, but nobody signs in without it.
    scene.service.advance(2 * 3_600);
    scene.provider.set_down(true);
    let sent = scene.sent_to(NAME).await;
    let back = scene.provider.sign_in(&sent.location, Token::of(ada()), scene.now()).unwrap();
    let read = scene.back(&back, &sent.cookie).await;
    let answer = scene.finish(&read, &sent.cookie).await;
    assert!(matches!(answer.status.as_u16(), 401 | 503), "{}", answer.text);
    scene.service.advance(25 * 3_600);
    let answer = scene.service.answer(scene.service.request(Method::GET, &format!("/api/v1/auth/oidc/{NAME}"))).await;
    assert_eq!(answer.header("location"), format!("/login#provider={NAME}&error=unavailable"));
    scene.provider.set_down(false);
    // It is asked again after ten seconds, and not by each sign-in.
    let asked = scene.provider.requests("/.well-known/openid-configuration");
    let answer = scene.service.answer(scene.service.request(Method::GET, &format!("/api/v1/auth/oidc/{NAME}"))).await;
    assert_eq!(answer.header("location"), format!("/login#provider={NAME}&error=unavailable"));
    assert_eq!(scene.provider.requests("/.well-known/openid-configuration"), asked);
    scene.service.advance(11);
    let again = scene.service.answer(scene.service.request(Method::GET, &format!("/api/v1/auth/oidc/{NAME}"))).await;
    cookie_of(&again);
}
