//! The citations that monitors found, as callers read them.

use askline_domain::{engines::Engine, identity::role::Role, keys::scope::Scope};
use askline_server::background::retention;
use serde_json::{Value, json};

use super::Scene;
use crate::monitors::engines::Act;

const OWN: &str = "https://example.com/a";
const RIVAL: &str = "https://rival.com/x";

/// Three answers of OpenAI, of which two cite the site. xAI fails all three times and answers nothing.
async fn found() -> (Scene, Value) {
    let scene = Scene::new().await;
    let fields = json!({ "engines": ["openai", "xai"], "samplesPerRun": 3, "competitors": ["rival.com"] });
    let monitor = scene.create(fields).await;
    let broken = askline_domain::engines::answer::EngineFailureKind::Declined;
    scene.engine(Engine::Xai).always(Act::fails(broken, askline_domain::engines::answer::Again::Never));
    scene
        .engine(Engine::OpenAi)
        .next(Act::says("example.com", &[RIVAL, OWN]).billed(2))
        .next(Act::says("", &[OWN, "https://www.example.com/b"]).billed(5))
        .next(Act::says("", &[RIVAL]));
    scene.run(&monitor).await;
    (scene, monitor)
}

#[tokio::test]
async fn the_summary_has_rates_by_engine_and_none_without_answers() {
    let (scene, monitor) = found().await;
    let summary = scene.get("/summary").await;
    let by_engine = summary.data(200)["byEngine"].as_array().unwrap().clone();
    assert_eq!(
        by_engine[0],
        json!({
            "engine": "openai", "samples": 3, "failedCount": 0, "unreadableCount": 0, "unreadableRate": 0.0,
            "unsearchedCount": 0, "citedCount": 2,
            "consultedCount": 0, "mentionedCount": 1, "citationRate": 0.6667, "mentionRate": 0.3333,
            "shareOfVoice": 0.5, "averagePosition": 1.5, "interval95": { "low": 0.0, "high": 1.0, "method": "too_few_runs" },
            "mentionInterval95": { "low": 0.0, "high": 1.0, "method": "too_few_runs" },
            "shareOfVoiceInterval95": { "low": 0.0, "high": 1.0, "method": "too_few_runs" },
            "averagePositionInterval95": null, "previousCitationRate": null, "difference": null, "credits": 9,
            "billedQueries": 7,
        })
    );
    let xai = by_engine.iter().find(|one| one["engine"] == "xai").unwrap();
    assert_eq!((&xai["samples"], &xai["failedCount"], &xai["citationRate"]), (&json!(0), &json!(3), &Value::Null));
    assert_eq!((&xai["interval95"], &xai["shareOfVoice"]), (&Value::Null, &Value::Null));
    assert_eq!(by_engine.len(), Engine::EVERY.len());
    assert_eq!(summary.data(200)["totals"]["samples"], 3);
    assert_eq!(
        summary.body["meta"]["range"],
        json!({ "from": "2026-05-17", "to": "2026-06-15", "timezone": "Europe/Berlin" })
    );
    let one = scene.get(&format!("/summary?engine=xai&monitorId={}", monitor["id"].as_str().unwrap())).await;
    assert_eq!(one.data(200)["byEngine"].as_array().unwrap().len(), 1);
    scene.service.advance(10 * 86_400);
    scene.service.advance(0);
    let key = scene.service.key(&scene.org, &[Scope::CitationsRead]).await;
    let path = format!("/api/v1/citations/{}/summary?days=10", scene.org.site);
    assert_eq!(scene.service.get(&path, &key).await.data(200)["totals"]["samples"], 0);
    let path = format!("/api/v1/citations/{}/summary?days=11", scene.org.site);
    assert_eq!(scene.service.get(&path, &key).await.data(200)["totals"]["samples"], 3);
}

#[tokio::test]
async fn the_summary_has_the_same_rates_for_each_competitor_over_the_answers_in_which_it_was_looked_for() {
    let (scene, _) = found().await;
    let fields = json!({ "query": "Which other?", "engines": ["openai"], "competitors": ["other.net", "rival.com"] });
    let second = scene.create(fields).await;
    scene.engine(Engine::OpenAi).next(Act::says("Take rival.com", &["https://www.other.net/"]));
    scene.run(&second).await;
    let summary = scene.get("/summary?groupBy=competitor&compare=previous").await.data(200).clone();
    let within = |low: f64, high: f64| json!({ "low": low, "high": high, "method": "too_few_runs" });
    let too_short = json!({ "different": null, "method": "too_short", "detectable": null });
    assert_eq!(
        summary["byCompetitor"],
        json!([
            {
                "domain": "rival.com", "samples": 4, "citedCount": 2, "mentionedCount": 1, "citationRate": 0.5,
                "mentionRate": 0.25, "shareOfVoice": 0.4, "averagePosition": 1.0, "interval95": within(0.0125, 0.9875),
                "mentionInterval95": within(0.0, 0.9875), "shareOfVoiceInterval95": null,
                "averagePositionInterval95": null,
                "previousCitationRate": null, "difference": too_short,
                // The site is cited in two of the same four answers, and in none that looked for the other.
                "siteOnSameAnswers": {
                    "samples": 4, "citedCount": 2, "citationRate": 0.5, "interval95": within(0.0125, 0.9875),
                },
            },
            {
                "domain": "other.net", "samples": 1, "citedCount": 1, "mentionedCount": 0, "citationRate": 1.0,
                "mentionRate": 0.0, "shareOfVoice": 0.2, "averagePosition": 1.0, "interval95": within(0.025, 1.0),
                "mentionInterval95": within(0.0, 0.975), "shareOfVoiceInterval95": null,
                "averagePositionInterval95": null,
                "previousCitationRate": null, "difference": too_short,
                "siteOnSameAnswers": {
                    "samples": 1, "citedCount": 0, "citationRate": 0.0, "interval95": within(0.0, 0.975),
                },
            },
        ])
    );
    assert!(summary.get("byMonitor").is_none());
    let rows = summary["byCompetitor"].as_array().unwrap().iter().chain([&summary["totals"]]);
    let sum: f64 = rows.map(|row| row["shareOfVoice"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 0.0005, "the shares of one table add up: {sum}");
}

/// The date of a row of the summary's series.
fn text_of(summary: &Value, place: usize) -> String {
    summary["series"][place]["date"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn summary_reports_trends_monitors_costs_and_period_differences() {
    let mut scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 2 })).await;
    let quiet = scene.create(json!({ "query": "Which other?", "engines": ["xai"] })).await;
    // Four weeks without a citation, then four weeks in which every answer cites the site.
    for week in 0..8 {
        let urls: &[&str] = if week < 4 { &[] } else { &[OWN] };
        scene.engine(Engine::OpenAi).next(Act::says("", urls)).next(Act::says("", urls));
        scene.run(&monitor).await;
        if week < 7 {
            scene.service.advance(7 * 86_400);
            // A session does not last that long, so each week has its own.
            scene.org.session = scene.service.member_of(&scene.org, Role::Member).await.1;
        }
    }
    let summary = scene.get("/summary?days=28&compare=previous&groupBy=monitor").await;
    let data = summary.data(200).clone();
    let told = json!({ "different": true, "method": "permutation_by_week", "detectable": null });
    assert_eq!((&data["totals"]["citationRate"], &data["totals"]["difference"]), (&json!(1.0), &told));
    assert_eq!((&data["byEngine"][0]["difference"], &data["totals"]["credits"]), (&told, &json!(24)));
    // Each of the four weeks has one run with two answers, on its last day.
    let weeks = data["seriesByWeek"].as_array().unwrap();
    assert_eq!(weeks.len(), 4);
    for week in weeks {
        assert_eq!(json!([week["samples"], week["citedCount"], week["citationRate"]]), json!([2, 2, 1.0]), "{week}");
        assert_eq!(week["interval95"]["method"], "too_few_runs", "{week}");
    }
    let ends = |place: usize, name: &str| weeks[place][name].as_str().unwrap().to_owned();
    assert_eq!(ends(3, "to"), data["series"][27]["date"].as_str().unwrap());
    assert_eq!((ends(0, "from"), ends(1, "from")), (text_of(&data, 0), text_of(&data, 7)));
    let overview = format!("/api/v1/analytics/{}/overview?days=28", scene.org.site);
    let compared = scene.service.get(&format!("{overview}&compare=previous"), &scene.org.session).await;
    assert_eq!(compared.data(200)["citations"]["difference"], told, "the overview tells the same");
    let alone = scene.service.get(&overview, &scene.org.session).await;
    assert!(alone.data(200)["citations"].get("difference").is_none());
    assert_eq!(data["totals"]["interval95"]["method"], "wilson_by_run");
    assert_eq!(
        data["byEngine"][1]["difference"],
        json!({ "different": null, "method": "too_short", "detectable": null })
    );
    assert_eq!(
        json!([data["previous"]["totals"]["samples"], data["previous"]["totals"]["citationRate"]]),
        json!([8, 0.0])
    );
    let series: Vec<Value> = data["series"].as_array().unwrap().clone();
    assert_eq!(series.len(), 28);
    assert_eq!(series[27], json!({ "date": "2026-08-03", "samples": 2, "citedCount": 2 }));
    let by_day: Vec<u64> = (0..28).map(|day| if day % 7 == 6 { 2 } else { 0 }).collect();
    assert_eq!(data["seriesByEngine"], json!([{ "engine": "openai", "samples": by_day, "citedCounts": by_day }]));
    let by_monitor = data["byMonitor"].as_array().unwrap();
    assert_eq!((&by_monitor[0]["monitorId"], &by_monitor[0]["lastRun"]), (&quiet["id"], &Value::Null));
    assert_eq!((&by_monitor[1]["samples"], &by_monitor[1]["difference"]), (&json!(8), &told));
    let rates_before = [&data["totals"], &data["byEngine"][0], &by_monitor[1], &by_monitor[0]];
    assert_eq!(json!(rates_before.map(|rates| &rates["previousCitationRate"])), json!([0.0, 0.0, 0.0, null]));
    assert_eq!(by_monitor[1]["byEngine"].as_array().unwrap().len(), 1);
    let change = &by_monitor[1]["lastRun"]["changes"][0];
    assert_eq!(json!([change["different"], change["method"]]), json!([null, "too_few_runs"]));
    // Periods of less than four full weeks are not compared.
    let short = scene.get("/summary?days=27&compare=previous").await.data(200)["totals"]["difference"].clone();
    assert_eq!(short, json!({ "different": null, "method": "too_short", "detectable": null }));
    // `days` and `to` cannot be sent together.
    let path = format!("/api/v1/citations/{}/summary?to=2026-06-19&days=1", scene.org.site);
    scene.service.get(&path, &scene.org.session).await.refused(400, "INVALID_PARAMETER");
    scene.get("/summary?groupBy=engine").await.refused(400, "INVALID_PARAMETER");
    let plain = scene.get("/summary").await.data(200).clone();
    assert!(plain.get("previous").is_none() && plain.get("byMonitor").is_none());
    assert_eq!((&plain["totals"]["difference"], plain["series"].as_array().unwrap().len()), (&Value::Null, 30));
}

#[tokio::test]
async fn citations_are_listed_newest_first_page_by_page_and_by_filter() {
    let (scene, monitor) = found().await;
    let all = scene.citations("").await;
    assert_eq!(all.len(), 6);
    let mut seen = Vec::new();
    let mut query = "?limit=4".to_owned();
    loop {
        let page = scene.get(&query).await;
        seen.extend(page.data(200)["items"].as_array().unwrap().clone());
        let Some(cursor) = page.body["meta"]["pagination"]["nextCursor"].as_str() else { break };
        query = format!("?limit=4&cursor={cursor}");
    }
    assert_eq!(seen, all);
    assert_eq!(scene.citations("?cited=true").await.len(), 2);
    assert_eq!(scene.citations("?cited=false").await.len(), 1);
    assert_eq!(scene.citations("?engine=xai").await.len(), 3);
    assert_eq!(scene.citations(&format!("?days=1&monitorId={}", monitor["id"].as_str().unwrap())).await.len(), 6);
    assert_eq!(scene.citations("?from=2026-06-01&to=2026-06-14").await.len(), 0);
    for (query, name) in [
        ("?days=0", "days"),
        ("?days=366", "days"),
        ("?days=x", "days"),
        ("?engine=bing", "engine"),
        ("?cited=1", "cited"),
        ("?monitorId=mon_1", "monitorId"),
        ("?limit=0", "limit"),
        ("?sort=cited", "sort"),
        ("?from=2026-06-01&days=3", "days"),
    ] {
        let refused = scene.get(query).await;
        refused.refused(400, "INVALID_PARAMETER");
        assert_eq!(refused.body["error"]["details"][0]["path"], name, "{}", refused.text);
    }
    let csv = scene.get("?format=csv&cited=true").await;
    assert!(csv.header("content-type").starts_with("text/csv"));
    assert_eq!(csv.text.lines().count(), 3);
    assert!(csv.text.starts_with("ranAt,id,monitorId,query,engine,model,status,failure,outcome,"));
}

#[tokio::test]
async fn cited_pages_are_counted_by_owner() {
    let (scene, _) = found().await;
    let report = scene.get("/urls").await;
    assert_eq!(report.data(200)["totals"], json!({ "own": 3, "competitor": 2, "other": 0 }));
    let row = |url: &str, owner: &str, citations: u32| {
        let domain = if owner == "own" { "example.com" } else { "rival.com" };
        let at = "2026-06-15T12:00:02.000Z";
        json!({ "url": url, "domain": domain, "title": format!("About {url}"), "owner": owner, "citations": citations,
            "engines": ["openai"], "firstCitedAt": at, "lastCitedAt": at })
    };
    let rows = json!([row(OWN, "own", 2), row(RIVAL, "competitor", 2), row("https://www.example.com/b", "own", 1)]);
    assert_eq!(report.data(200)["items"], rows);
    let first = scene.get("/urls?limit=2").await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let second = scene.get(&format!("/urls?limit=2&cursor={cursor}")).await;
    assert_eq!(second.data(200)["items"], json!([rows[2]]));
    let competitors = scene.get("/urls?owner=competitor").await;
    assert_eq!(competitors.data(200)["items"], json!([rows[1]]));
    scene.get("/urls?owner=mine").await.refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn answers_added_between_two_pages_neither_repeat_nor_hide_a_cited_page() {
    let (scene, monitor) = found().await;
    let page = async |cursor: Option<&str>| {
        let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let answer = scene.get(&format!("/urls?limit=1{cursor}")).await;
        let row = &answer.data(200)["items"][0];
        let seen = format!("{} {}", row["url"].as_str().unwrap(), row["citations"]);
        (seen, answer.body["meta"]["pagination"]["nextCursor"].as_str().map(str::to_owned))
    };
    let (first, next) = page(None).await;
    // Now the last row gets more citations than all others, and a new row appears.
    scene.service.advance(1);
    for _ in 0..3 {
        let says = Act::says("", &["https://www.example.com/b", "https://rival.com/new"]);
        scene.engine(Engine::OpenAi).next(says);
    }
    scene.run(&monitor).await;
    let (second, next) = page(next.as_deref()).await;
    let (third, end) = page(next.as_deref()).await;
    assert_eq!(
        [first, second, third],
        [format!("{OWN} 2"), format!("{RIVAL} 2"), "https://www.example.com/b 1".to_owned()]
    );
    assert_eq!(end, None);
    assert_eq!(page(None).await.0, "https://www.example.com/b 4");
    scene.get("/urls?cursor=c2nonsense").await.refused(400, "INVALID_CURSOR");
}

#[tokio::test]
async fn the_raw_answer_is_kept_for_ninety_days_and_what_was_read_in_it_for_longer() {
    let (scene, _) = found().await;
    let id = scene.citations("?cited=false").await[0]["id"].as_str().unwrap().to_owned();
    let key = scene.service.key(&scene.org, &[Scope::CitationsRead]).await;
    let path = format!("/api/v1/citations/{}/{id}", scene.org.site);
    let shown = scene.service.get(&path, &key).await.data(200).clone();
    assert_eq!((&shown["rawAnswer"], &shown["rawAnswerTruncated"]), (&json!("{\"text\":\"\"}"), &json!(false)));
    assert_eq!((&shown["id"], &shown["outcome"]), (&json!(id), &json!("absent")));
    scene.service.advance(89 * 86_400);
    retention::remove_old_work(&*scene.service.metadata, scene.service.app.now()).await.unwrap();
    assert!(scene.service.get(&path, &key).await.data(200)["rawAnswer"].is_string());
    scene.service.advance(2 * 86_400);
    retention::remove_old_work(&*scene.service.metadata, scene.service.app.now()).await.unwrap();
    let shown = scene.service.get(&path, &key).await.data(200).clone();
    assert_eq!((&shown["rawAnswer"], &shown["outcome"]), (&Value::Null, &json!("absent")));
    let absent = format!("/api/v1/citations/{}/cit_00000000000000000000000007", scene.org.site);
    scene.service.get(&absent, &key).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_viewer_reads_citations_without_raw_answers_and_costs() {
    let (scene, monitor) = found().await;
    let (_, viewer) = scene.service.member_of(&scene.org, Role::Viewer).await;
    let (_, member) = scene.service.member_of(&scene.org, Role::Member).await;
    let path = |rest: &str| format!("/api/v1/citations/{}{rest}", scene.org.site);
    let read = async |bearer: &str, rest: &str| scene.service.get(&path(rest), bearer).await;
    let id = scene.citations("?cited=true").await[0]["id"].as_str().unwrap().to_owned();
    let (seen, full) = (read(&viewer, "?cited=true").await, read(&member, "?cited=true").await);
    let (seen, full) = (seen.data(200)["items"].clone(), full.data(200)["items"].clone());
    assert_eq!((&seen[0]["creditsUsed"], &full[0]["creditsUsed"]), (&Value::Null, &json!(3)));
    assert_eq!((&seen[0]["citedUrls"], &seen[0]["answerExcerpt"]), (&full[0]["citedUrls"], &full[0]["answerExcerpt"]));
    let (seen, full) = (read(&viewer, &format!("/{id}")).await, read(&member, &format!("/{id}")).await);
    assert!(full.data(200)["rawAnswer"].is_string());
    for (field, hidden) in
        [("rawAnswer", Value::Null), ("rawAnswerTruncated", json!(false)), ("creditsUsed", Value::Null)]
    {
        assert_eq!(seen.data(200)[field], hidden, "{field}");
    }
    assert!(read(&member, "?format=csv&cited=true").await.text.lines().skip(1).all(|row| row.ends_with(",3")));
    assert!(read(&viewer, "?format=csv&cited=true").await.text.lines().skip(1).all(|row| row.ends_with(',')));
    let (seen, full) = (read(&viewer, "/summary").await, read(&member, "/summary").await);
    for field in ["samples", "citationRate", "interval95", "mentionRate"] {
        assert_eq!(seen.data(200)["totals"][field], full.data(200)["totals"][field], "{field}");
    }
    for (cost, sum) in [("credits", 9), ("billedQueries", 7)] {
        let both = (&seen.data(200)["totals"][cost], &full.data(200)["totals"][cost]);
        assert_eq!(both, (&Value::Null, &json!(sum)), "{cost}");
    }
    assert_eq!(read(&viewer, "/urls").await.data(200), read(&member, "/urls").await.data(200));
    // Viewers may not read the monitors that found the citations.
    let monitors = format!("/api/v1/monitors/{}", scene.org.site);
    scene.service.get(&monitors, &viewer).await.refused(403, "FORBIDDEN");
    scene.service.get("/api/v1/credits", &viewer).await.refused(403, "FORBIDDEN");
    assert!(monitor["id"].is_string());
}
