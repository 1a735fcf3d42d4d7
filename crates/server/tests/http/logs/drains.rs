//! Vercel's drains: what they sign, and the code that their address answers with.

use askline_domain::shared::clock::Clock as _;
use reqwest::Method;
use ring::hmac::{HMAC_SHA1_FOR_LEGACY_USE_ONLY, Key, sign};
use serde_json::{Value, json};

use super::{GPTBOT, Logs, packed};
use crate::harness::Answer;

/// What Vercel sends: the lines, and their HMAC-SHA1 with the secret of the drain.
fn signed(secret: &str, body: &[u8]) -> String {
    hex::encode(sign(&Key::new(HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret.as_bytes()), body))
}

#[tokio::test]
async fn a_batch_without_the_signature_of_the_drain_is_refused_before_anything_is_stored() {
    let logs = Logs::start().await;
    let secret = "a-secret-of-vercels-drain";
    let body = json!({ "name": "vercel", "format": "vercel", "drainSecret": secret });
    let made = logs.of_site(Method::POST, "", body).await;
    let source = &made.data(201)["source"];
    assert_eq!((&source["hasDrainSecret"], &source["verificationCode"]), (&json!(true), &Value::Null));
    let (id, token) = (source["id"].as_str().unwrap().to_owned(), made.data(201)["token"].as_str().unwrap().to_owned());
    let at = logs.service.clock.now().as_millisecond();
    let line = |path: &str| {
        let proxy = json!({ "timestamp": at, "method": "GET", "host": "example.com", "path": path, "userAgent": [GPTBOT],
            "statusCode": 200, "clientIp": "203.0.113.9" });
        json!({ "id": "1", "source": "static", "timestamp": at, "proxy": proxy })
    };
    let ndjson = format!("{}\n{}\n", line("/a"), line("/b")).into_bytes();
    let array = json!([line("/c")]).to_string().into_bytes();
    let zipped = packed(&ndjson);
    let json = ("content-type", "application/json");
    let send = async |body: &[u8], signature: Option<&str>| {
        let headers: Vec<(&str, &str)> =
            [json].into_iter().chain(signature.map(|text| ("x-vercel-signature", text))).collect();
        logs.send(&token, None, &headers, body).await
    };
    for signature in [
        None,
        Some(""),
        Some("x"),
        Some(&*signed("another secret", &ndjson)),
        Some(&*signed(secret, &array)),
        Some(&signed(secret, &ndjson)[..38]),
    ] {
        send(&ndjson, signature).await.refused(401, "INVALID_API_KEY");
    }
    // The signature is that of the bytes that are sent.
    send(&zipped, Some(&signed(secret, &ndjson))).await.refused(401, "INVALID_API_KEY");
    let listed = logs.of_site(Method::GET, "", Value::Null).await;
    assert_eq!(listed.data(200)["items"][0]["state"]["lines"], 0);
    assert!(!listed.text.contains(secret) && !made.text.contains(secret));
    assert_eq!(logs.report("days=2").await["totals"]["reads"], 0);

    let counted = send(&ndjson, Some(&signed(secret, &ndjson))).await.data(202).clone();
    assert_eq!((&counted["kept"], &counted["repeated"]), (&json!(2), &json!(false)), "refused batches used up no name");
    assert_eq!(send(&array, Some(&signed(secret, &array).to_uppercase())).await.data(202)["kept"], 1);
    assert_eq!(send(&zipped, Some(&signed(secret, &zipped))).await.data(202)["repeated"], true);
    // The signature does not cover a name, so one makes no other batch of what was recorded.
    let headers = [json, ("x-vercel-signature", &signed(secret, &ndjson)), ("idempotency-key", "again")];
    assert_eq!(logs.send(&token, None, &headers, &*ndjson).await.data(202)["repeated"], true);
    // Another secret counts from the change on, and without one the token suffices.
    let edit = async |body: Value| logs.of_site(Method::PATCH, &format!("/{id}"), body).await.data(200).clone();
    assert_eq!(edit(json!({ "drainSecret": "the next one" })).await["hasDrainSecret"], true);
    send(&ndjson, Some(&signed(secret, &ndjson))).await.refused(401, "INVALID_API_KEY");
    send(&ndjson, Some(&signed("the next one", &ndjson))).await.data(202);
    assert_eq!(edit(json!({ "drainSecret": null })).await["hasDrainSecret"], false);
    assert_eq!(send(&ndjson, None).await.data(202)["repeated"], true);
    assert_eq!(logs.report("days=2").await["totals"]["reads"], 3);
    let audit = logs.service.get("/api/v1/audit", &logs.org.session).await;
    assert!(!audit.text.contains(secret) && !audit.text.contains("the next one"), "{}", audit.text);
}

#[tokio::test]
async fn the_address_of_a_drain_answers_with_the_code_that_vercel_asks_for() {
    let logs = Logs::start().await;
    let body =
        json!({ "name": "vercel", "format": "vercel", "drainSecret": "s", "verificationCode": "code-of-the-team" });
    let (id, token) = logs.source(body).await;
    let (_, other) = logs.source(json!({ "name": "web" })).await;
    let code = |answer: &Answer| answer.headers.get("x-vercel-verify").map(|code| code.to_str().unwrap().to_owned());
    // Before a drain sends, it asks without lines, a type and a signature.
    for nothing in ["", "{}", "[]\n"] {
        let asked = logs.send(&token, None, &[("x-vercel-verify", "asked")], nothing).await;
        assert_eq!((&asked.data(200)["lines"], code(&asked).as_deref()), (&json!(0), Some("asked")), "{nothing:?}");
    }
    let asked = logs.send(&token, None, &[], "").await;
    assert_eq!((asked.status.as_u16(), code(&asked).as_deref()), (200, Some("code-of-the-team")));
    let signature = signed("s", b"[]");
    let sent = logs.send(&token, None, &[("x-vercel-signature", &signature)], "[]").await;
    assert_eq!((sent.status.as_u16(), code(&sent).as_deref()), (202, Some("code-of-the-team")));
    logs.send(&token, None, &[("x-vercel-verify", "asked")], "[{}]").await.refused(401, "INVALID_API_KEY");
    logs.of_site(Method::PATCH, &format!("/{id}"), json!({ "verificationCode": null })).await.data(200);
    assert_eq!(code(&logs.send(&token, None, &[], "").await), None);
    let asked = logs.send(&other, None, &[("x-vercel-verify", "asked")], "").await;
    assert_eq!((asked.status.as_u16(), code(&asked)), (202, None), "a source of another format is no drain");
    let refused = logs.send("lg_x", None, &[("x-vercel-verify", "asked")], "").await;
    assert_eq!(code(refused.refused(401, "INVALID_API_KEY")), None);
    logs.of_site(Method::PATCH, &format!("/{id}"), json!({ "format": null })).await.data(200);
    let listed = logs.of_site(Method::GET, "", Value::Null).await;
    let former = listed.data(200)["items"].as_array().unwrap().iter().find(|one| one["id"] == id).cloned().unwrap();
    assert_eq!(former["hasDrainSecret"], false, "another format has no drain");
}
