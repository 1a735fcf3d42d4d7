//! Series by hour, week and month, split by label, compared, and by folder.

use serde_json::{Value, json};

use super::{advance_to, ask, data, event, start};

#[tokio::test]
async fn hours_add_up_to_the_day_and_reach_a_week_back() {
    let (service, org) = start().await;
    let press = || event(org.site, json!({ "type": "ai_click", "platform": "chatgpt" }));
    for hour in ["2026-06-16T01:10:00+02:00", "2026-06-16T01:50:00+02:00", "2026-06-16T23:30:00+02:00"] {
        advance_to(&service, hour);
        super::count(&service, &[press()]).await;
    }
    let hours = data(&service, &org, "ai?days=1&interval=hour").await;
    let rows = hours["series"].as_array().unwrap();
    assert_eq!(rows.len(), 24);
    let told: Vec<_> = rows.iter().filter(|row| row["value"] != 0).collect();
    assert_eq!(
        told.iter().map(|row| &row["date"]).collect::<Vec<_>>(),
        ["2026-06-15T23:00:00.000Z", "2026-06-16T21:00:00.000Z"]
    );
    assert_eq!(told.iter().map(|row| row["value"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 1]);
    for (query, rows) in [("days=8&interval=hour", 192), ("days=30&interval=week", 5), ("days=30&interval=month", 2)] {
        for (route, _, _) in super::ROUTES {
            let report = data(&service, &org, &format!("{route}?{query}")).await;
            assert_eq!(report["series"].as_array().unwrap().len(), rows, "{route}?{query}");
            let total = report["totals"].as_object().unwrap().values().next().unwrap().as_i64().unwrap();
            assert_eq!(super::sum(&report["series"]), total);
        }
    }
    // Without a period, hours are those of today and yesterday.
    assert_eq!(data(&service, &org, "ai?interval=hour").await, data(&service, &org, "ai?days=2&interval=hour").await);
    assert_eq!(data(&service, &org, "ai?interval=day").await["totals"]["days"], 30);
    for query in ["days=9&interval=hour", "from=2026-06-01&to=2026-06-02&interval=hour", "interval=minute"] {
        ask(&service, &org, &format!("ai?{query}")).await.refused(400, "INVALID_PARAMETER");
    }
}

#[tokio::test]
async fn today_is_compared_with_yesterday_up_to_the_same_hour() {
    let (service, org) = start().await;
    let press = || event(org.site, json!({ "type": "ai_click", "platform": "chatgpt" }));
    for moment in ["2026-06-16T09:30:00+02:00", "2026-06-16T14:59:00+02:00", "2026-06-16T15:00:00+02:00"] {
        advance_to(&service, moment);
        super::count(&service, &[press()]).await;
    }
    advance_to(&service, "2026-06-17T14:05:00+02:00");
    let previous = data(&service, &org, "ai?days=1&compare=previous").await["previous"].clone();
    let series = json!([{ "date": "2026-06-16", "value": 2 }]);
    assert_eq!(previous, json!({ "totals": { "aiClicks": 2, "days": 1 }, "series": series }));
    // A period that is over is compared as a whole, and one that ends today, up to the same hour.
    let previous = data(&service, &org, "ai?from=2026-06-17&to=2026-06-17&compare=previous").await["previous"].clone();
    assert_eq!(previous["totals"]["aiClicks"], 2, "today, by its date");
    advance_to(&service, "2026-06-18T01:00:00+02:00");
    let previous = data(&service, &org, "ai?from=2026-06-17&to=2026-06-17&compare=previous").await["previous"].clone();
    assert_eq!(previous["totals"]["aiClicks"], 3);
}

#[tokio::test]
async fn a_period_is_compared_with_the_same_weekdays_a_year_earlier() {
    let (service, org) = start().await;
    let press = || event(org.site, json!({ "type": "ai_click", "platform": "chatgpt" }));
    // June 17, 2026 is a Wednesday, as is June 18, 2025.
    for moment in ["2026-06-17T14:20:00+02:00", "2026-06-17T15:10:00+02:00", "2026-06-18T09:00:00+02:00"] {
        advance_to(&service, moment);
        super::count(&service, &[press()]).await;
    }
    advance_to(&service, "2027-06-16T14:05:00+02:00");
    let series = json!([{ "date": "2026-06-17", "value": 1 }]);
    let expected = json!({ "totals": { "aiClicks": 1, "days": 1 }, "series": series });
    assert_eq!(data(&service, &org, "ai?days=1&compare=year").await["previous"], expected, "up to the same hour");
    let overview = data(&service, &org, "overview?days=1&compare=year").await;
    assert_eq!(overview["previous"]["totals"]["asks"], 1);
    for (query, dates) in [
        ("overview?from=2027-06-14&to=2027-06-15&compare=year", ["2026-06-15", "2026-06-16"]),
        ("overview?from=2027-06-14&to=2027-06-15&compare=previous", ["2027-06-12", "2027-06-13"]),
    ] {
        let rows = data(&service, &org, query).await["previous"]["series"].clone();
        let found: Vec<_> =
            rows.as_array().unwrap().iter().map(|row| row["date"].as_str().unwrap().to_owned()).collect();
        assert_eq!(found, dates, "{query}");
    }
    ask(&service, &org, "ai?days=1&interval=hour&compare=year").await.refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn series_broken_down_by_group_adds_up_to_the_whole_series() {
    let (service, org) = start().await;
    super::count(&service, &super::of_every_kind(&org)).await;
    for (route, include, name) in [
        ("ai", "seriesByPlatform", "platform"),
        ("social", "seriesByNetwork", "network"),
        ("questions", "seriesByPlatform", "platform"),
        ("shares", "seriesByChannel", "channel"),
        ("referrers", "seriesByType", "type"),
        ("crawlers", "seriesByCrawler", "crawler"),
    ] {
        let plain = data(&service, &org, &format!("{route}?days=3")).await;
        assert_eq!(plain.get(include), None);
        let report = data(&service, &org, &format!("{route}?days=3&include={include}")).await;
        let parts = report[include].as_array().unwrap();
        for (place, row) in report["series"].as_array().unwrap().iter().enumerate() {
            assert_eq!(parts.iter().map(|part| part["values"][place].as_i64().unwrap()).sum::<i64>(), row["value"]);
        }
        let names: Vec<&str> = parts.iter().map(|part| part[name].as_str().unwrap()).collect();
        let csv = ask(&service, &org, &format!("{route}?days=3&include={include}&format=csv")).await.text;
        let header: Vec<&str> = csv.lines().next().unwrap().split(',').skip(2).collect();
        assert_eq!(header, names);
        ask(&service, &org, &format!("{route}?include=seriesByNothing")).await.refused(400, "INVALID_PARAMETER");
    }
}

#[tokio::test]
async fn a_folder_is_the_page_and_all_below_it() {
    let (service, org) = start().await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    let paths = ["/guides", "/guides/a", "/guides/a/b", "/guidesx", "/", "/guides/", "/b"];
    super::count(&service, &paths.map(view)).await;
    for (page, views) in [("/guides/**", 4), ("/guides/a/**", 2), ("/guides", 2), ("/**", 7), ("/none/**", 0)] {
        let overview = data(&service, &org, &format!("overview?days=1&page={page}")).await;
        assert_eq!(overview["totals"]["views"], views, "{page}");
        let pages = data(&service, &org, &format!("pages?days=1&page={page}")).await;
        assert_eq!(pages["totals"]["views"], views, "{page}");
    }
    let by_folder = |query: &str| format!("pages?days=1&groupBy=folder&sort=views&{query}");
    let rows = |data: &Value| -> Vec<(String, i64)> {
        let rows = data["items"].as_array().unwrap().iter();
        rows.map(|row| (row["path"].as_str().unwrap().to_owned(), row["views"].as_i64().unwrap())).collect()
    };
    let row = |path: &str, views| (path.to_owned(), views);
    let top = data(&service, &org, &by_folder("limit=2")).await;
    assert_eq!(rows(&top), [row("/guides/**", 4), row("/", 1)]);
    let below = data(&service, &org, &by_folder("page=/guides/**")).await;
    assert_eq!(rows(&below), [row("/guides/", 2), row("/guides/a/**", 2)]);
}
