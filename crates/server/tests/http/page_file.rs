//! A page's file: the answers that cite the page, and the period before.

use askline_domain::{engines::Engine, keys::scope::Scope};
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    mcp::call,
    monitors::{Scene, engines::Act},
};

const THREE_DAYS: u64 = 3 * 24 * 60 * 60;

#[tokio::test]
async fn the_file_names_the_questions_whose_answers_cite_the_page_and_has_the_period_before() {
    let scene = Scene::new().await;
    let (service, org) = (&scene.service, &scene.org);
    let both = json!({ "engines": ["openai", "perplexity"], "samplesPerRun": 2 });
    let first = scene.create(both.clone()).await;
    let second = scene.create(json!({ "query": "Which gears?", "engines": ["openai"], "samplesPerRun": 1 })).await;
    scene.engine(Engine::OpenAi).always(Act::says("Example", &["https://example.com/a/?utm_source=x"]));
    scene.engine(Engine::Perplexity).always(Act::says("Nothing", &["https://third.example/"]));
    scene.run(&first).await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    count(service, &[view("/a"), view("/a"), view("/b")]).await;
    service.advance(THREE_DAYS);
    scene.run(&first).await;
    service.advance(60);
    scene.run(&second).await;
    count(service, &[view("/a")]).await;

    let file = async |query: &str| {
        let path = format!("/api/v1/pages/{}/file?{query}", org.site);
        service.get(&path, &org.session).await.data(200).clone()
    };
    let of_page = file("path=/a&days=3").await;
    assert_eq!(of_page["citingQuestions"], 2);
    let cited_by = of_page["citedBy"].as_array().unwrap();
    let shown: Vec<_> = cited_by.iter().map(|one| (&one["monitorId"], &one["citations"])).collect();
    assert_eq!(shown, [(&second["id"], &json!(1)), (&first["id"], &json!(2))], "the question cited last is first");
    assert_eq!(cited_by[0]["query"], "Which gears?");
    let engines: Vec<_> = cited_by[1]["engines"].as_array().unwrap().iter().map(|of| &of["engine"]).collect();
    assert_eq!(engines, [&json!("openai")], "an engine whose answers do not cite the page is not named");
    let last = scene.citations(&format!("?monitorId={}&limit=1", second["id"].as_str().unwrap())).await;
    assert_eq!(cited_by[0]["lastCitedAt"], last[0]["ranAt"]);

    assert_eq!((&of_page["totals"]["views"], &of_page["previous"]["views"]), (&json!(1), &json!(2)));
    assert_eq!(
        (&of_page["totals"]["citationShare"], &of_page["previous"]["citationShare"]),
        (&json!(0.6), &json!(0.5))
    );
    let weeks = of_page["weeks"].as_array().unwrap();
    let sum = |of: &dyn Fn(&Value) -> &Value| weeks.iter().map(|week| of(week).as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum(&|week| &week["views"]), sum(&|week| &week["before"]["views"])), (1, 2));
    let of_other = file("path=/b&days=3").await;
    assert_eq!((&of_other["citingQuestions"], &of_other["citedBy"]), (&json!(0), &json!([])));
    assert_eq!((&of_other["totals"]["views"], &of_other["previous"]["views"]), (&json!(0), &json!(1)));
    // An assistant gets the same.
    let arguments = json!({ "siteId": org.site, "path": "/a", "days": 3 });
    let key = service.key(org, &[Scope::AnalyticsRead, Scope::CitationsRead]).await;
    let told = call(service, &key, "show_page_file", arguments).await;
    assert!(told.answer().to_string().contains("Which gears?"), "{}", told.body);
}
