//! Filters find pages in every spelling, and name a page that was never seen.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use serde_json::{Value, json};

use super::{ask, data, start};
use crate::{
    events::{count, event},
    harness::{Org, Service},
};

const FIRST: &str = "/%D0%B1%D0%BB%D0%BE%D0%B3/%D0%BF%D0%B5%D1%80%D0%B2%D1%8B%D0%B9";

async fn views(service: &Service, org: &Org, question: &str) -> Value {
    data(service, org, &format!("{question}&days=1")).await["totals"]["views"].clone()
}

#[tokio::test]
async fn readable_and_escaped_spellings_of_a_filter_find_the_same_pages() {
    let (service, org) = start().await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    let paths = [
        "/блог/первый",
        "/блог/первый/",
        "//%d0%b1%D0%BB%D0%BE%D0%B3/первый/index.html",
        "/блог/второй",
        "/it's",
        "/about",
    ];
    count(&service, &paths.map(view)).await;
    for page in ["/блог/первый", FIRST, "/блог/первый/", "блог/первый", "https://example.com/блог/первый?x=1%23y"]
    {
        let encoded: String = url::form_urlencoded::byte_serialize(page.as_bytes()).collect();
        for route in ["overview", "pages", "ai"] {
            let answer = ask(&service, &org, &format!("{route}?days=1&page={encoded}")).await;
            answer.data(200);
            assert_eq!(answer.body["meta"].get("notes"), None, "{route} {page}");
        }
        assert_eq!(views(&service, &org, &format!("overview?page={encoded}")).await, 3, "{page}");
        assert_eq!(views(&service, &org, &format!("pages?page={encoded}")).await, 3, "{page}");
    }
    for (question, expected) in [
        ("page=/блог/**", 4),
        ("page=/%D0%B1%D0%BB%D0%BE%D0%B3/**", 4),
        ("page=/%2525D0%2525B1/**", 0),
        ("q=перв", 3),
        ("q=ПЕРВ", 3),
        ("q=%25D0%25BF%25D0%25B5%25D1%2580%25D0%25B2", 3),
        ("q=it%2527s", 1),
    ] {
        assert_eq!(views(&service, &org, &format!("pages?{question}")).await, expected, "{question}");
    }
    let csv = ask(&service, &org, "pages?days=1&table=pages&format=csv").await;
    assert!(csv.text.contains("/блог/первый"), "{}", csv.text);
}

#[tokio::test]
async fn a_page_that_was_never_seen_is_named_in_the_notes() {
    let (service, org) = start().await;
    count(&service, &[event(org.site, json!({ "url": "https://example.com/a" }))]).await;
    for route in ["overview", "pages", "ai", "referrers"] {
        for _ in 0..2 {
            let answer = ask(&service, &org, &format!("{route}?days=1&page=/блог")).await;
            answer.data(200);
            let notes = &answer.body["meta"]["notes"];
            assert_eq!(notes[0]["code"], "PAGE_NEVER_SEEN", "{route}: {}", answer.text);
            assert!(notes[0]["message"].as_str().unwrap().contains("/блог"), "{notes}");
        }
        let known = ask(&service, &org, &format!("{route}?days=1&page=/a/")).await;
        assert_eq!(known.body["meta"].get("notes"), None, "{route}");
    }
    let answer = async |page: &str| {
        let asked = json!({ "siteId": org.site, "days": 1, "page": page });
        let called = crate::mcp::call(&service, &org.session, "show_pages", asked).await;
        called.body["result"]["structuredContent"].clone()
    };
    let (seen, unseen) = (answer("/a/").await, answer("/блог").await);
    assert!(unseen["leftOut"].to_string().contains("/блог"), "{unseen}");
    assert!(!seen["leftOut"].to_string().contains("was ever"), "{seen}");
}

#[tokio::test]
async fn query_parameters_of_the_settings_make_pages_and_secret_or_long_values_do_not() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let path = format!("/api/v1/sites/{}", org.site);
    let pages = json!({ "pages": { "queryParameters": [{ "name": "p" }], "hashRoutes": true } });
    service.send(reqwest::Method::PATCH, &path, Some(&org.session), Some(&pages)).await.data(200);
    let view = |rest: &str| event(org.site, json!({ "url": format!("https://example.com{rest}") }));
    let long = format!("/?p={}", "1".repeat(65));
    let sent = [
        "/?p=4",
        "/?x=1&p=4&utm_source=mail",
        "/?p=ada@example.com",
        "/?p=4%ZZ",
        "/#/prices?tab=1",
        "/?p=a1b2c3d4e5f6a7b8c9d0",
        &long,
    ];
    count(&service, &sent.map(view)).await;
    let listed = data(&service, &org, "pages?days=1&sort=path").await;
    let rows: Vec<(&str, i64)> = listed["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["path"].as_str().unwrap(), row["views"].as_i64().unwrap()))
        .collect();
    assert_eq!(rows, [("/", 3), ("/#/prices", 1), ("/?p=4", 2), ("/?p=4%25ZZ", 1)]);
    assert_eq!(views(&service, &org, "pages?page=/?p=4").await, 2);
}

/// Every text in an answer that names one of the pages of [`every_answer_spells_the_address_of_a_page_as_its_links_need_it`].
fn texts_about_pages(answer: &Value, found: &mut Vec<String>) {
    match answer {
        Value::String(text)
            if text.to_lowercase().contains("guide") || text.contains("it's") || text.contains("it%27s") =>
        {
            found.push(text.clone());
        }
        Value::Array(items) => items.iter().for_each(|item| texts_about_pages(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| texts_about_pages(field, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_answer_spells_the_address_of_a_page_as_its_links_need_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    let ask = |path: &str| {
        event(
            org.site,
            json!({ "type": "ai_click", "platform": "chatgpt", "url": format!("https://example.com{path}") }),
        )
    };
    let sent = ["/Guide", "/Guide/?token=4#top", "/it's", "/it%27s"];
    for path in sent {
        count(&service, &[view(path)]).await;
    }
    count(&service, &[ask("/Guide/"), ask("/it%27s")]).await;
    let document: Value = serde_json::from_slice(&askline_api::routes::documents::openapi_json()).unwrap();
    let routes: Vec<&str> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, methods)| {
            path.matches('{').count() == 1 && path.contains("{siteId}") && methods.get("get").is_some()
        })
        .map(|(path, _)| path.as_str())
        .collect();
    assert!(routes.len() > 20, "{routes:?}");
    let questions = ["", "?days=1", "?days=1&q=guide%2F", "?days=1&groupBy=folder", "?days=1&page=/guide&limit=5"];
    let mut seen = Vec::new();
    for route in routes {
        for question in questions {
            let address = format!("{}{question}", route.replace("{siteId}", &org.site.to_string()));
            let answer = service.get(&address, &org.session).await;
            let mut texts = Vec::new();
            texts_about_pages(&answer.body["data"], &mut texts);
            for text in texts {
                let path = text.strip_prefix("https://example.com").unwrap_or(&text);
                assert!(["/Guide/", "/it%27s"].contains(&path), "{address}: {text}");
                seen.push((route, text.starts_with("https://")));
            }
        }
    }
    for panel in ["overview", "pages", "live"] {
        for is_address in [false, true] {
            assert!(seen.iter().any(|(route, is)| route.ends_with(panel) && *is == is_address), "{panel} {is_address}");
        }
    }
    for file in ["pages?days=1&format=csv", "pages?days=1&table=pages&format=csv"] {
        let text = super::ask(&service, &org, file).await.text;
        assert!(text.contains("/Guide/") && !text.contains("/Guide,"), "{text}");
    }
    let asked = json!({ "siteId": org.site, "days": 1 });
    let key = service.key(&org, &[Scope::AnalyticsRead]).await;
    let tool = crate::mcp::call(&service, &key, "show_pages", asked).await.body.to_string();
    assert!(tool.contains("https://example.com/Guide/") && !tool.contains("/Guide\\\""), "{tool}");
}
