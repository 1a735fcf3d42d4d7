//! Brands of organizations: what is accepted, and where they are shown.

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

/// A picture of one blue pixel, with a text.
const LOGO: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADnRFWHRDb21tZW50AHNlY3JldGSqxSkAAAAMSURBVHicY5D1nwgAAYoA/gfxN2UAAAAASUVORK5CYII=";

async fn brand(service: &Service, org: &Org, bearer: &str, brand: Value) -> Answer {
    let path = format!("/api/v1/orgs/{}", org.id);
    service.send(Method::PATCH, &path, Some(bearer), Some(&json!({ "brand": brand }))).await
}

#[tokio::test]
async fn a_brand_is_shown_by_its_links_and_its_logo_is_stored_as_a_picture_alone() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let name = "<b>Agentur</b> & Söhne";
    let new = json!({ "name": name, "accent": "#FFFF00", "logoPng": LOGO, "replyTo": "Reports@Agentur.example" });
    let made = brand(&service, &org, &org.session, new).await.data(200)["brand"].clone();
    assert_eq!((&made["name"], &made["accent"]), (&json!(name), &json!("#ffff00")));
    assert_eq!((&made["replyTo"], &made["measuredWith"]), (&json!("reports@agentur.example"), &json!(true)));
    assert_ne!(made["readableAccent"]["light"]["text"], "#ffff00");
    assert_eq!(made["readableAccent"]["dark"]["text"], "#ffff00");

    let address = made["logoUrl"].as_str().unwrap().to_owned();
    let digest = address.rsplit('/').next().unwrap().trim_end_matches(".png").to_owned();
    let stored = async || service.metadata.organization_logo(org.id, &digest).await.unwrap();
    let file = stored().await.expect("the logo");
    assert!(file.starts_with(b"\x89PNG") && !file.windows(6).any(|part| part == b"secret"));

    let session = service.link_session(&org, &json!({})).await;
    let view = async || service.get(&format!("/api/v1/links/{}/view", org.site), &session).await.data(200).clone();
    let shown = view().await;
    assert_eq!((&shown["sharedBy"], &shown["brand"]["logoUrl"]), (&json!(name), &json!(address)));
    assert!(shown["brand"].get("replyTo").is_none());
    // Each change is seen at once, and what it leaves out stays.
    brand(&service, &org, &org.session, json!({ "measuredWith": false, "logoPng": null })).await.data(200);
    let shown = view().await;
    assert_eq!((&shown["brand"]["measuredWith"], &shown["brand"]["logoUrl"]), (&json!(false), &Value::Null));
    assert_eq!(shown["sharedBy"], name);
    assert_eq!(stored().await, None);
    brand(&service, &org, &org.session, Value::Null).await.data(200);
    let shown = view().await;
    assert_eq!((&shown["brand"], &shown["sharedBy"]), (&Value::Null, &json!("Free Ltd")));

    let log = service.get(&format!("/api/v1/audit?orgId={}", org.id), &org.session).await;
    let entries: Vec<_> =
        log.data(200)["items"].as_array().unwrap().iter().map(|one| one["metadata"].clone()).collect();
    assert!(entries.iter().any(|one| one["to"]["brand"]["name"] == name), "{entries:?}");
    assert!(!log.text.contains(&LOGO[..40]));
}

#[tokio::test]
async fn a_link_with_a_password_shows_its_brand_before_it_and_other_tokens_get_the_answer_of_no_brand() {
    let service = Service::start_unlimited().await;
    let (org, plain) = (service.organization(Plan::Free).await, service.organization(Plan::Free).await);
    let new = json!({ "name": "Agentur", "accent": "#1d4f91", "logoPng": LOGO });
    brand(&service, &org, &org.session, new).await.data(200);
    let link = async |org: &Org| {
        let body = json!({
            "name": "Secret figures", "panels": ["figures"], "range": { "days": 30 }, "password": "roses in spring",
            "expiresAt": "2026-06-15T13:00:00Z",
        });
        let path = format!("/api/v1/links/{}", org.site);
        service.send(Method::POST, &path, Some(&org.session), Some(&body)).await.data(201).clone()
    };
    let (branded, other) = (link(&org).await, link(&plain).await);
    let asked = async |token: &Value| {
        let body = json!({ "token": token });
        service.send(Method::POST, "/api/v1/auth/link/brand", None, Some(&body)).await
    };
    let shown = asked(&branded["token"]).await;
    let mut fields: Vec<_> = shown.data(200)["brand"].as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["accent", "logoUrl", "measuredWith", "name"]);
    assert_eq!(shown.body["data"]["brand"]["name"], "Agentur");
    assert!(!shown.text.contains("Secret figures"), "{}", shown.text);

    let with_line_break = json!(format!("{}\n", branded["token"].as_str().unwrap()));
    assert_eq!(asked(&with_line_break).await.data(200), shown.data(200), "as when the link is opened");

    let nothing = json!({ "brand": null });
    let swapped = branded["token"].as_str().unwrap().chars().rev().collect::<String>();
    for token in [&other["token"], &json!(swapped), &json!("lk_0"), &json!("")] {
        assert_eq!(asked(token).await.data(200), &nothing, "{token}");
    }
    asked(&json!("lk\0")).await.refused(422, "VALIDATION_FAILED");
    let ended = link(&org).await;
    let path = format!("/api/v1/links/{}/{}", org.site, ended["link"]["id"].as_str().unwrap());
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    assert_eq!(asked(&ended["token"]).await.data(200), &nothing, "it has ended");
    service.advance(3_600);
    assert_eq!(asked(&branded["token"]).await.data(200), &nothing, "it has expired");
}

#[tokio::test]
async fn what_is_wrong_with_a_brand_is_named_and_nothing_is_stored() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let gif = STANDARD.encode("GIF89a");
    for (mut body, path, code) in [
        (json!({ "logoPng": gif }), "brand.logoPng", "NOT_A_PNG"),
        (json!({ "logoPng": LOGO[..40] }), "brand.logoPng", "UNREADABLE_PNG"),
        (json!({ "logoPng": "%%%%" }), "brand.logoPng", "INVALID_BASE64"),
        (json!({ "name": "www.evil.example" }), "brand.name", "LINK_IN_NAME"),
        (json!({ "accent": "#12345g" }), "brand.accent", "INVALID_COLOR"),
        (json!({ "replyTo": "nobody" }), "brand.replyTo", "INVALID_EMAIL"),
        (json!({ "logo": "x" }), "brand.logo", "UNKNOWN_FIELD"),
    ] {
        body["measuredWith"] = json!(false);
        let answer = brand(&service, &org, &org.session, body).await;
        answer.refused(422, "VALIDATION_FAILED");
        let first = &answer.body["error"]["details"][0];
        assert_eq!((&first["path"], &first["code"]), (&json!(path), &json!(code)), "{}", answer.text);
    }
    let (_, admin) = service.member_of(&org, Role::Admin).await;
    brand(&service, &org, &admin, json!({ "name": "Mine" })).await.refused(403, "FORBIDDEN");
    let path = format!("/api/v1/orgs/{}", org.id);
    assert_eq!(service.get(&path, &org.session).await.data(200)["brand"], Value::Null);
}
