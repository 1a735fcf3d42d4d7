//! The list of pages: figures, order, search, paging, download.

use serde_json::{Value, json};

use super::{ask, count, data, event, start};
use crate::harness::{Org, Service};

/// Sends events on a page, as many of each kind as `counts` says: views, clicks on ChatGPT, on X and on a question,
/// visits from AI.
async fn visit(service: &Service, org: &Org, path: &str, title: &str, counts: [usize; 5]) {
    let question = json!({ "type": "question_click", "questionId": "q_00000000000000000000000001" });
    let fields = [
        json!({}),
        json!({ "type": "ai_click", "platform": "chatgpt" }),
        json!({ "type": "social_click", "network": "x" }),
        question,
        json!({ "referrer": "https://claude.ai/" }),
    ];
    let mut events = Vec::new();
    for (mut fields, count) in fields.into_iter().zip(counts) {
        fields["url"] = json!(format!("https://example.com{path}?x=1"));
        fields["title"] = json!(title);
        events.extend((0..count).map(|_| event(org.site, fields.clone())));
    }
    count(service, &events).await;
}

/// Counts events on four pages; referrals are also views.
async fn visit_some(service: &Service, org: &Org) {
    visit(service, org, "/", "Home", [7, 2, 0, 0, 1]).await;
    service.advance(60);
    visit(service, org, "/b", "Über uns", [4, 0, 3, 0, 0]).await;
    service.advance(60);
    visit(service, org, "/a", "Prices", [1, 2, 0, 1, 1]).await;
    service.advance(60);
    visit(service, org, "/unseen", "Not seen", [0, 1, 0, 0, 0]).await;
}

/// The paths of a list.
fn paths(data: &Value) -> Vec<&str> {
    data["items"].as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn page_list_reports_all_figures_of_each_page() {
    let (service, org) = start().await;
    visit_some(&service, &org).await;
    let grok = event(org.site, json!({ "type": "ai_click", "platform": "grok", "title": "A new title" }));
    count(&service, &[grok]).await;
    let answer = ask(&service, &org, "pages?days=1").await;
    let range = json!({ "from": "2026-06-15", "to": "2026-06-15", "timezone": "Europe/Berlin" });
    assert_eq!(answer.body["meta"]["range"], range);
    let data = answer.data(200);
    let totals = json!({ "pages": 4, "views": 14, "aiClicks": 6, "socialClicks": 3, "questionClicks": 1, "days": 1 });
    assert_eq!(data["totals"], totals);
    let expected = json!([
        { "path": "/", "url": "https://example.com/", "title": "A new title", "views": 8, "viewsWithWidget": 8, "aiClicks": 3, "socialClicks": 0, "questionClicks": 0,
          "aiReferrals": 1, "citations": 0, "citationShare": null, "interval95": null, "clickRate": 0.375, "topPlatform": "chatgpt",
          "lastClickAt": "2026-06-15T12:03:00.000Z", "reads": null, "lastReadAt": null },
        { "path": "/a", "url": "https://example.com/a", "title": "Prices", "views": 2, "viewsWithWidget": 2, "aiClicks": 2, "socialClicks": 0, "questionClicks": 1,
          "aiReferrals": 1, "citations": 0, "citationShare": null, "interval95": null, "clickRate": 1.5, "topPlatform": "chatgpt",
          "lastClickAt": "2026-06-15T12:02:00.000Z", "reads": null, "lastReadAt": null },
        { "path": "/unseen", "url": "https://example.com/unseen", "title": "Not seen", "views": 0, "viewsWithWidget": 0, "aiClicks": 1, "socialClicks": 0, "questionClicks": 0,
          "aiReferrals": 0, "citations": 0, "citationShare": null, "interval95": null, "clickRate": null, "topPlatform": "chatgpt",
          "lastClickAt": "2026-06-15T12:03:00.000Z", "reads": null, "lastReadAt": null },
        { "path": "/b", "url": "https://example.com/b", "title": "Über uns", "views": 4, "viewsWithWidget": 4, "aiClicks": 0, "socialClicks": 3, "questionClicks": 0,
          "aiReferrals": 0, "citations": 0, "citationShare": null, "interval95": null, "clickRate": 0.0, "topPlatform": null,
          "lastClickAt": "2026-06-15T12:01:00.000Z", "reads": null, "lastReadAt": null },
    ]);
    assert_eq!(data["items"], expected);
    let mut keys: Vec<&String> = data.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(keys, ["items", "totals"]);
}

#[tokio::test]
async fn pages_are_listed_in_the_requested_order() {
    let (service, org) = start().await;
    visit_some(&service, &org).await;
    // Equal values are sorted by path; pages without a rate are last.
    for (query, expected) in [
        ("", ["/", "/a", "/unseen", "/b"]),
        ("?sort=aiClicks&order=asc", ["/b", "/unseen", "/", "/a"]),
        ("?sort=views", ["/", "/b", "/a", "/unseen"]),
        ("?sort=views&order=asc", ["/unseen", "/a", "/b", "/"]),
        ("?sort=socialClicks", ["/b", "/", "/a", "/unseen"]),
        ("?sort=questionClicks", ["/a", "/", "/b", "/unseen"]),
        ("?sort=aiReferrals&order=desc", ["/", "/a", "/b", "/unseen"]),
        ("?sort=clickRate", ["/a", "/", "/b", "/unseen"]),
        ("?sort=clickRate&order=asc", ["/b", "/", "/a", "/unseen"]),
        ("?sort=lastClickAt", ["/unseen", "/a", "/b", "/"]),
        ("?sort=lastClickAt&order=asc", ["/", "/b", "/a", "/unseen"]),
        ("?sort=path", ["/", "/a", "/b", "/unseen"]),
        ("?sort=path&order=desc", ["/unseen", "/b", "/a", "/"]),
    ] {
        assert_eq!(paths(&data(&service, &org, &format!("pages{query}")).await), expected, "{query}");
    }
}

#[tokio::test]
async fn a_search_finds_text_of_path_or_title_in_any_case() {
    let (service, org) = start().await;
    visit_some(&service, &org).await;
    for (query, expected, clicks) in [
        ("q=prices", vec!["/a"], 2),
        ("q=ÜBER", vec!["/b"], 0),
        ("q=SEEN", vec!["/unseen"], 1),
        ("q=e", vec!["/", "/a", "/unseen", "/b"], 5),
        ("q=%25", vec![], 0),
        ("q=_", vec![], 0),
        ("q=e&page=/a", vec!["/a"], 2),
        ("page=/A", vec![], 0),
        ("page=/unsee", vec![], 0),
    ] {
        let data = data(&service, &org, &format!("pages?{query}")).await;
        assert_eq!(paths(&data), expected, "{query}");
        assert_eq!(data["totals"]["aiClicks"], clicks, "{query}");
        assert_eq!(data["totals"]["pages"], expected.len(), "{query}");
    }
    for (query, name) in
        [("q=", "q"), ("sort=likes", "sort"), ("order=up", "order"), ("limit=0", "limit"), ("limit=201", "limit")]
    {
        let answer = ask(&service, &org, &format!("pages?{query}")).await;
        assert_eq!(answer.refused(400, "INVALID_PARAMETER").body["error"]["details"][0]["path"], name, "{query}");
    }
}

#[tokio::test]
async fn paging_shows_every_page_once_and_the_totals_of_all() {
    let (service, org) = start().await;
    let all: Vec<String> = (0..53).map(|number| format!("/p{number:02}")).collect();
    for path in &all {
        visit(&service, &org, path, "", [1, 0, 0, 0, 0]).await;
    }
    for (limit, sizes) in
        [("", vec![50, 3]), ("limit=20", vec![20, 20, 13]), ("limit=53", vec![53]), ("limit=200", vec![53])]
    {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        for (place, size) in sizes.iter().enumerate() {
            let answer = ask(&service, &org, &format!("pages?sort=path&{limit}{cursor}")).await;
            let found = paths(answer.data(200));
            assert_eq!(found.len(), *size, "{limit}");
            seen.extend(found.into_iter().map(str::to_owned));
            assert_eq!(answer.data(200)["totals"]["views"], 53);
            let pagination = &answer.body["meta"]["pagination"];
            assert_eq!(pagination["limit"], limit.strip_prefix("limit=").map_or(50, |limit| limit.parse().unwrap()));
            let more = place + 1 < sizes.len();
            assert_eq!((&pagination["hasMore"], pagination["nextCursor"].is_string()), (&json!(more), more));
            cursor = format!("&cursor={}", pagination["nextCursor"].as_str().unwrap_or(""));
        }
        assert_eq!(seen, all);
    }
    ask(&service, &org, "pages?cursor=nonsense").await.refused(400, "INVALID_CURSOR");
}

#[tokio::test]
async fn a_platform_leaves_only_its_own_presses() {
    let (service, org) = start().await;
    visit_some(&service, &org).await;
    for (platform, ai, social) in [("chatgpt", 5, 0), ("x", 0, 3), ("grok", 0, 0)] {
        let data = data(&service, &org, &format!("pages?platform={platform}")).await;
        let sum = |name: &str| data["items"].as_array().unwrap().iter().map(|i| i[name].as_i64().unwrap()).sum::<i64>();
        assert_eq!((sum("aiClicks"), sum("socialClicks")), (ai, social), "{platform}");
        assert_eq!(data["totals"]["aiClicks"], ai, "{platform}");
        assert_eq!(data["totals"]["socialClicks"], social, "{platform}");
        // Only pages with clicks on the platform are listed, and no other platform is named.
        for item in data["items"].as_array().unwrap() {
            assert!(item["aiClicks"].as_i64() > Some(0) || item["socialClicks"].as_i64() > Some(0), "{item}");
            let expected = if platform == "chatgpt" { json!("chatgpt") } else { json!(null) };
            assert_eq!(item["topPlatform"], expected, "{platform}: {item}");
        }
        assert_eq!(data["totals"]["pages"], data["items"].as_array().unwrap().len(), "{platform}");
    }
    let referred = data(&service, &org, "pages?platform=claude").await;
    assert_eq!(paths(&referred), ["/", "/a"]);
}

#[tokio::test]
async fn a_download_runs_no_formula_and_loses_nothing() {
    let (service, org) = start().await;
    let titles = ["=1+1", "+1", "-1", "@SUM(A1)", "plain, \"quoted\""];
    for (number, title) in titles.iter().enumerate() {
        visit(&service, &org, &format!("/{number}"), title, [1, 1, 0, 0, 0]).await;
    }
    let answer = ask(&service, &org, "pages?format=csv&sort=path").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").starts_with("text/csv"));
    let tail = ",1,1,0,0,0,0,1.0,chatgpt,2026-06-15T12:00:00.000Z,,1,https://example.com/";
    let expected = format!(
        "path,title,views,aiClicks,socialClicks,questionClicks,aiReferrals,citations,clickRate,topPlatform,lastClickAt,citationShare,viewsWithWidget,url,readsTraining,readsSearch,readsUser,readsAgent,lastReadAt\n\
         /0,'=1+1{tail}0,,,,,\n/1,'+1{tail}1,,,,,\n/2,'-1{tail}2,,,,,\n/3,'@SUM(A1){tail}3,,,,,\n/4,\"plain, \"\"quoted\"\"\"{tail}4,,,,,\n"
    );
    assert_eq!(answer.text.replace("\r\n", "\n"), expected);
}

#[tokio::test]
async fn unknown_platform_is_refused_with_the_list_of_allowed_ones() {
    let (service, org) = start().await;
    visit_some(&service, &org).await;
    let own = json!({ "customPlatforms": [{ "id": "c_house", "label": "House", "urlTemplate": "https://ai.example/?q={{prompt}}" }] });
    let path = format!("/api/v1/sites/{}/config", org.site);
    let owner = service.key(&org, &[askline_domain::keys::scope::Scope::All]).await;
    service.send(reqwest::Method::PUT, &path, Some(&owner), Some(&own)).await.data(200);
    let counted = event(org.site, json!({ "type": "ai_click", "platform": "c_house" }));
    for route in ["ai", "social", "questions", "shares", "referrers", "crawlers", "pages"] {
        for platform in ["chatgtp", "other", "c_hause", "Claude"] {
            let answer = ask(&service, &org, &format!("{route}?platform={platform}")).await;
            let detail = &answer.refused(400, "INVALID_PARAMETER").body["error"]["details"][0];
            assert_eq!(detail["path"], "platform", "{route} {platform}");
            let allowed: Vec<&str> = detail["allowed"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert!(["chatgpt", "claude", "x", "c_house"].iter().all(|known| allowed.contains(known)), "{allowed:?}");
            assert!(!allowed.contains(&"other"), "{allowed:?}");
        }
        for platform in ["chatgpt", "grok", "x", "c_house"] {
            data(&service, &org, &format!("{route}?platform={platform}")).await;
        }
    }
    // A platform with counts can still be requested when the site no longer offers it.
    count(&service, &[counted]).await;
    service.send(reqwest::Method::PUT, &path, Some(&owner), Some(&json!({}))).await.data(200);
    assert_eq!(data(&service, &org, "ai?platform=c_house").await["totals"]["aiClicks"], 1);
}

#[tokio::test]
async fn views_that_arrive_between_two_pages_of_the_list_repeat_and_hide_no_row() {
    let (service, org) = start().await;
    for number in 0..6 {
        visit(&service, &org, &format!("/{number}"), "", [9 - number, 0, 0, 0, 0]).await;
    }
    let next = |answer: &crate::harness::Answer| {
        format!("&cursor={}", answer.body["meta"]["pagination"]["nextCursor"].as_str().unwrap_or(""))
    };
    let first = ask(&service, &org, "pages?sort=views&limit=2").await;
    assert_eq!(paths(first.data(200)), ["/0", "/1"]);
    // A page that was not shown yet moves to the top, one that was shown rises, and a new one is added.
    for path in ["/4", "/1", "/new"] {
        visit(&service, &org, path, "", [20, 0, 0, 0, 0]).await;
    }
    service.advance(13 * 60 * 60);
    let second = ask(&service, &org, &format!("pages?sort=views&limit=2{}", next(&first))).await;
    assert_eq!(paths(second.data(200)), ["/2", "/3"]);
    assert_eq!(second.body["meta"]["range"], first.body["meta"]["range"], "the days stay those of the first page");
    let third = ask(&service, &org, &format!("pages?sort=views&limit=2{}", next(&second))).await;
    assert_eq!(paths(third.data(200)), ["/4", "/5"]);
    assert_eq!(third.body["meta"]["pagination"]["hasMore"], false);
    let cursor = next(&first);
    for other in
        ["sort=views&order=asc", "sort=path", "sort=views&q=a", "sort=views&days=7", "sort=views&platform=x", ""]
    {
        ask(&service, &org, &format!("pages?{other}{cursor}")).await.refused(400, "INVALID_CURSOR");
    }
}
