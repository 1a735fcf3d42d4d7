//! Answers that could show a site that a member does not see. These are lists, sums, jobs, the ledger, repeated
//! requests, cached answers and files.

use askline_domain::{
    identity::role::Role,
    keys::{ApiKey, scope::Scope},
    organizations::plan::Plan,
    shared::ids::{Id as _, JobId},
    sites::visible::VisibleSites,
};
use askline_stand_in::until;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::{HIDDEN_DOMAIN, HIDDEN_QUESTION, Scene, ids, told};

#[tokio::test]
async fn lists_and_the_board_hold_and_sum_the_sites_that_a_member_sees() {
    let scene = Scene::new().await;
    let own = scene.org.site.to_string();
    let (_, one) = scene.limited(Role::Viewer).await;
    let (_, none) = scene.seeing(Role::Viewer, &[]).await;
    assert_eq!(scene.sites_of(&scene.org.session).await.len(), 2);
    assert_eq!(scene.sites_of(&one).await, std::slice::from_ref(&own));
    assert!(scene.sites_of(&none).await.is_empty());
    let board = async |query: &str, bearer: &str| {
        scene.service.get(&format!("/api/v1/analytics/overview{query}"), bearer).await.data(200).clone()
    };
    let shown = board("", &one).await;
    assert_eq!((ids(&shown, "siteId"), &shown["totals"]["sites"]), (vec![own], &json!(1)));
    assert_eq!(board("?q=secluded", &one).await["totals"]["sites"], 0);
    assert_eq!(board("?q=secluded", &scene.org.session).await["totals"]["sites"], 1);
    assert_eq!(board("", &none).await["items"], json!([]));
    // Members who see only some sites do not see sites that are added later.
    let later = scene.service.site_of(&scene.org, "later.example.org").await.to_string();
    assert!(!scene.sites_of(&one).await.contains(&later));
    assert!(scene.sites_of(&none).await.is_empty());
}

#[tokio::test]
async fn a_job_at_a_site_that_is_not_seen_is_absent_also_for_members_of_several_organizations() {
    let scene = Scene::new().await;
    let unknown = format!("/api/v1/jobs/{}", JobId::from_bits(9));
    let path = |id: &str| format!("/api/v1/jobs/{id}");
    let (member, one) = scene.limited(Role::Member).await;
    let (_, none) = scene.seeing(Role::Member, &[]).await;
    let check = async |bearer: &str, sees_own: bool| {
        let missing = scene.service.get(&unknown, bearer).await;
        missing.refused(404, "NOT_FOUND");
        let hidden = scene.service.get(&path(&scene.hidden_job), bearer).await;
        assert_eq!(told(&hidden), told(&missing));
        let own = scene.service.get(&path(&scene.own_job), bearer).await;
        assert_eq!(own.status == 200, sees_own, "{}", own.text);
    };
    check(&one, true).await;
    check(&none, false).await;
    scene.service.get(&path(&scene.hidden_job), &scene.org.session).await.data(200);
    // The same if the member belongs to several organizations, in which the job has to be looked for.
    let other = scene.service.organization(Plan::Pro).await;
    scene.service.join(&other, Role::Owner, scene.service.joiner(member).await).await;
    check(&one, true).await;
    // A viewer may not read the jobs of the organization, and so learns nothing about hidden sites from them either.
    let (viewer, bearer) = scene.limited(Role::Viewer).await;
    scene.service.join(&other, Role::Owner, scene.service.joiner(viewer).await).await;
    scene.service.get(&path(&scene.own_job), &bearer).await.refused(403, "FORBIDDEN");
    let missing = scene.service.get(&unknown, &bearer).await;
    let hidden = scene.service.get(&path(&scene.hidden_job), &bearer).await;
    assert_eq!(told(&hidden), told(&missing));
    // A member whose only site was deleted does not find its job either.
    let site = format!("/api/v1/sites/{}", scene.org.site);
    scene.service.send(Method::DELETE, &site, Some(&scene.org.session), None).await.data(200);
    check(&one, false).await;
}

#[tokio::test]
async fn the_ledger_has_the_work_of_the_sites_that_are_seen_for_members_and_keys_alike() {
    let scene = Scene::new().await;
    let ledger = async |query: &str, bearer: &str| -> Vec<Value> {
        let answer = scene.service.get(&format!("/api/v1/credits/ledger{query}"), bearer).await;
        answer.data(200)["items"].as_array().unwrap().clone()
    };
    let jobs = |lines: &[Value]| -> Vec<String> {
        let debits = lines.iter().filter(|line| line["type"] == "debit");
        debits.map(|line| line["reference"]["id"].as_str().unwrap().to_owned()).collect()
    };
    let all = ledger("", &scene.org.session).await;
    assert_eq!(jobs(&all), [scene.own_job.clone(), scene.hidden_job.clone()]);
    assert!(all.iter().any(|line| line["reason"].as_str().unwrap().contains(HIDDEN_QUESTION)));
    let (_, one) = scene.limited(Role::Member).await;
    let (_, none) = scene.seeing(Role::Member, &[]).await;
    let key = ApiKey::generate(&mut rand::rng());
    let mut record = scene.service.key_record(&scene.org, &key, &[Scope::CreditsRead]);
    record.site_ids = VisibleSites::only(vec![scene.org.site]);
    askline_app::keys::add(&*scene.service.metadata, &record, 9, scene.service.audit(scene.org.id, "key.created"))
        .await
        .unwrap();
    for bearer in [one.as_str(), key.expose()] {
        assert_eq!(jobs(&ledger("", bearer).await), std::slice::from_ref(&scene.own_job));
        // Reading page by page does not show the hidden jobs either.
        let first = scene.service.get("/api/v1/credits/ledger?limit=1", bearer).await;
        let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap().to_owned();
        let second = ledger(&format!("?limit=1&cursor={cursor}"), bearer).await;
        assert_eq!(second[0]["type"], "grant");
    }
    let lines = ledger("", &none).await;
    assert!(!lines.is_empty() && jobs(&lines).is_empty(), "{lines:?}");
    // Every caller sees the balance of the whole organization.
    let balance = async |bearer: &str| scene.service.get("/api/v1/credits", bearer).await.data(200)["balance"].clone();
    assert_eq!(balance(&one).await, balance(&scene.org.session).await);
}

#[tokio::test]
async fn an_earlier_answer_is_repeated_only_while_the_site_is_seen() {
    let scene = Scene::new().await;
    let (member, session) = scene.limited(Role::Member).await;
    let path = format!("/api/v1/prompts/{}", scene.org.site);
    let post = async |path: &str| {
        let body = json!({ "name": "Sum it up", "text": "Sum up {{url}}" });
        let request = scene.service.request(Method::POST, path).bearer_auth(&session).json(&body);
        scene.service.answer(request.header("idempotency-key", "once")).await
    };
    let made = post(&path).await.data(201).clone();
    assert_eq!(post(&path).await.header("idempotency-replayed"), "true");
    scene.change(member, json!({ "siteIds": [scene.hidden] })).await.data(200);
    let refused = post(&path).await;
    let missing = post("/api/v1/prompts/site_00000000000000000000000005").await;
    refused.refused(404, "NOT_FOUND");
    assert_eq!(told(&refused), told(&missing));
    scene.change(member, json!({ "siteIds": [] })).await.data(200);
    assert_eq!(told(&post(&path).await), told(&missing), "a member of no site");
    scene.change(member, json!({ "siteIds": [scene.org.site] })).await.data(200);
    let again = post(&path).await;
    assert_eq!((again.header("idempotency-replayed"), again.data(201)), ("true", &made));
    let site = format!("/api/v1/sites/{}", scene.org.site);
    scene.service.send(Method::DELETE, &site, Some(&scene.org.session), None).await.data(200);
    assert_eq!(told(&post(&path).await), told(&missing), "a member of a deleted site");
}

#[tokio::test]
async fn of_a_member_who_is_moved_while_requests_run_each_request_is_done_as_a_whole_or_not_at_all() {
    let scene = Scene::new().await;
    let (member, session) = scene.limited(Role::Member).await;
    let path = format!("/api/v1/prompts/{}", scene.org.site);
    let post = async |number: usize| {
        let body = json!({ "name": format!("Moved {number}"), "text": "Sum up {{url}}" });
        let made = scene.service.send(Method::POST, &path, Some(&session), Some(&body)).await;
        let refusal = match made.status.as_u16() {
            201 => return 1,
            403 => "FORBIDDEN",
            404 => "NOT_FOUND",
            // The member was changed between the check and the commit.
            _ => "CONFLICT",
        };
        assert_eq!(made.code(), refusal, "{}", made.text);
        0
    };
    let changes = [
        json!({ "siteIds": [] }),
        json!({ "role": "viewer" }),
        json!({ "siteIds": [scene.hidden] }),
        json!({ "role": "admin" }),
        json!({ "role": "member", "siteIds": [scene.org.site] }),
    ];
    let mut made = 0;
    for round in 0..3 {
        for (place, change) in changes.iter().enumerate() {
            let number = (round * changes.len() + place) * 3;
            let posting = join_all((number..number + 3).map(&post));
            let (posted, changed) = tokio::join!(posting, scene.change(member, change.clone()));
            changed.data(200);
            made += posted.iter().sum::<usize>();
        }
        // After the last change of a round the member may write again.
        assert_eq!(post(100 + round).await, 1);
        made += 1;
    }
    let stored = scene.service.get(&format!("{path}?limit=200"), &scene.org.session).await;
    let names = stored.data(200)["items"].as_array().unwrap().iter();
    let stored = names.filter(|prompt| prompt["name"].as_str().is_some_and(|name| name.starts_with("Moved"))).count();
    assert_eq!(stored, made);
    let log = scene.service.get("/api/v1/audit?action=prompt.created&limit=200", &scene.org.session).await;
    let told =
        log.data(200)["items"].as_array().unwrap().iter().filter(|entry| entry["actor"]["id"] == member.to_string());
    assert_eq!(told.count(), stored, "each has its entry");
}

#[tokio::test]
async fn what_was_remembered_of_a_member_ends_with_the_change_on_every_server() {
    let scene = Scene::new().await;
    let elsewhere = scene.service.another_server().await;
    let (member, session) = scene.limited(Role::Viewer).await;
    let paths = [
        "sites/{}",
        "analytics/{}/ai",
        "analytics/{}/overview",
        "analytics/{}/pages",
        "citations/{}/summary",
        "reports/{}",
    ];
    let paths = paths.map(|path| format!("/api/v1/{}", path.replace("{}", &scene.org.site.to_string())));
    let ask = async |path: &str, tag: Option<&str>, there: bool| {
        let request = if there {
            scene.service.request_to(Method::GET, &format!("http://{elsewhere}{path}"))
        } else {
            scene.service.request(Method::GET, path)
        };
        let request = request.bearer_auth(&session);
        scene.service.answer(if let Some(tag) = tag { request.header("if-none-match", tag) } else { request }).await
    };
    let status = async |path: &str, tag: Option<&str>| {
        [ask(path, tag, false).await.status.as_u16(), ask(path, tag, true).await.status.as_u16()]
    };
    for path in &paths {
        // Asked twice, because the second answer comes from the cache.
        assert_eq!([status(path, None).await, status(path, None).await], [[200, 200], [200, 200]], "{path}");
    }
    let tag = ask(&paths[0], None, false).await.header("etag").to_owned();
    assert_eq!(status(&paths[0], Some(&tag)).await, [304, 304]);
    for (body, expected) in [
        (json!({ "siteIds": [] }), 404),
        (json!({ "siteIds": [scene.org.site] }), 200),
        (json!({ "siteIds": [scene.hidden] }), 404),
        (json!({ "siteIds": null }), 200),
    ] {
        scene.change(member, body.clone()).await.data(200);
        assert_eq!(ask(&paths[0], None, false).await.status.as_u16(), expected, "at once after {body}");
        // The other server learns of the change within a second.
        until("the other server knows", async || status(&paths[0], None).await == [expected; 2]).await;
        for path in &paths {
            assert_eq!(status(path, None).await, [expected; 2], "{path} after {body}");
        }
        let with_tag = if expected == 200 { 304 } else { 404 };
        assert_eq!(status(&paths[0], Some(&tag)).await, [with_tag; 2], "{body}");
    }
}

#[tokio::test]
async fn a_file_of_a_site_that_is_not_seen_is_absent() {
    let scene = Scene::new().await;
    let (_, session) = scene.limited(Role::Member).await;
    for path in [
        format!("/api/v1/prompts/{}/export", scene.hidden),
        format!("/api/v1/analytics/{}/pages?format=csv&table=pages", scene.hidden),
        format!("/api/v1/citations/{}?format=xlsx&table=answers", scene.hidden),
    ] {
        let refused = scene.service.get(&path, &session).await;
        refused.refused(404, "NOT_FOUND");
        assert!(!refused.text.contains(HIDDEN_DOMAIN), "{path}");
    }
}
