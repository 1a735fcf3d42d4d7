//! `?language=`: the configuration for pages in one language.

use askline_domain::prompts::built_in::built_in_prompts;

use super::*;

async fn read_in(service: &Service, org: &Org, language: &str) -> Answer {
    let answer = read(service, &format!("{}?language={language}", path_of(org))).await;
    is_public(&answer, 200);
    answer
}

fn languages_of(data: &Value) -> Vec<&String> {
    data["labels"].as_object().unwrap().keys().collect()
}

fn texts(data: &Value) -> Vec<&str> {
    data["prompts"].as_array().unwrap().iter().map(|prompt| prompt["text"].as_str().unwrap()).collect()
}

fn built_in(language: &str) -> Vec<String> {
    built_in_prompts(language).into_iter().map(|prompt| prompt.text).collect()
}

#[tokio::test]
async fn a_new_sites_payload_for_one_language_is_at_most_4300_bytes_on_the_wire() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    for language in ["en", "de", "ar", "ja"] {
        let (headers, bytes) = packed(&service, &format!("{}?language={language}", path_of(&org))).await;
        assert!(bytes.len() <= 4_300, "{language}: {} bytes", bytes.len());
        let plain = read_in(&service, &org, language).await;
        assert_eq!(headers["etag"], plain.header("etag"));
        assert_eq!(&unpacked(&bytes)["data"], plain.data(200));
    }
}

#[tokio::test]
async fn it_holds_the_words_of_the_language_that_is_asked_for_and_built_in_prompts_in_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let whole = read(&service, &path_of(&org)).await;
    assert_eq!(languages_of(whole.data(200)), ["ar", "de", "en", "es", "fr", "ja", "pt", "pt-PT"]);
    for (asked, labels, prompts) in [
        ("en", "en", "en"),
        ("de", "de", "de"),
        ("DE-ch", "de", "de"),
        ("pt-PT", "pt-PT", "pt-PT"),
        ("pt-AO", "pt", "pt"),
        ("tlh", "en", "en"),
    ] {
        let answer = read_in(&service, &org, asked).await;
        let data = answer.data(200);
        assert_eq!(languages_of(data), [labels], "{asked}");
        assert_eq!(data["labels"][labels], whole.data(200)["labels"][labels], "{asked}");
        assert_eq!(texts(data), built_in(prompts), "{asked}");
        let ids =
            |data: &Value| data["prompts"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
        assert_eq!(ids(data), ids(whole.data(200)), "{asked}");
        assert_eq!(data["config"], whole.data(200)["config"], "{asked}");
    }
}

#[tokio::test]
async fn each_language_has_its_own_entity_tag_and_unknown_languages_share_one() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let of = |language: &'static str| read_in(&service, &org, language);
    let (german, french) = (of("de").await, of("fr").await);
    assert_ne!(german.header("etag"), french.header("etag"));
    let path = format!("{}?language=de", path_of(&org));
    is_public(&read_if_none_match(&service, &path, german.header("etag")).await, 304);
    is_public(&read_if_none_match(&service, &path, french.header("etag")).await, 200);
    let unknown = of("tlh").await;
    for language in ["", "*", "xx", "not%20a%20tag", "e%0An", "de_CH", "a-b-c-d"] {
        assert_eq!(of(language).await.header("etag"), unknown.header("etag"), "{language}");
    }
}

#[tokio::test]
async fn a_prompt_that_a_page_in_that_language_cannot_ask_is_left_out_and_one_that_is_set_stays() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let prompts = format!("/api/v1/prompts/{}", org.site);
    let make = |text: &'static str, language: &'static str| {
        let body = json!({ "name": text, "text": text, "language": language, "status": "active" });
        write(&service, &org, Method::POST, &prompts, body)
    };
    make("Auf {{url}} antworten", "de").await;
    let set = make("Répondre sur {{url}}", "fr").await;
    let has = |answer: &Answer, text: &str| texts(answer.data(200)).contains(&text);
    let german = read_in(&service, &org, "de").await;
    assert!(has(&german, "Auf {{url}} antworten") && !has(&german, "Répondre sur {{url}}"));
    let platforms = json!({ "platforms": [{ "id": "chatgpt", "promptId": set["id"] }] });
    write(&service, &org, Method::PUT, &path_of(&org), platforms).await;
    let german = read_in(&service, &org, "de").await;
    assert!(has(&german, "Répondre sur {{url}}"));
    // A prompt that someone edited is not translated.
    let first = format!("{prompts}/{}", german.data(200)["prompts"][0]["id"].as_str().unwrap());
    write(&service, &org, Method::PATCH, &first, json!({ "text": "Mine: {{url}}" })).await;
    assert_eq!(texts(read_in(&service, &org, "de").await.data(200))[0], "Mine: {{url}}");
}

#[tokio::test]
async fn a_rule_trial_resolves_the_prompt_that_a_page_in_that_language_gets() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let body = json!({ "url": "https://example.com/a", "language": "de" });
    let trial = write(&service, &org, Method::POST, &format!("/api/v1/rules/{}/test", org.site), body).await;
    let told = texts(read_in(&service, &org, "de").await.data(200))[0].replace("{{url}}", "https://example.com/a");
    assert_eq!(trial["resolved"][0]["prompt"], told.replace("{{title}}", "https://example.com/a"));
}
