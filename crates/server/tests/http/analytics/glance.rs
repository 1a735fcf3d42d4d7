//! Compares the overview and the board with counts of the raw events that were sent.

use std::collections::BTreeMap;

use askline_domain::shared::{clock::Clock as _, ids::SiteId};
use jiff::{Zoned, tz::TimeZone};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};

use super::{data, event, start};
use crate::harness::{Org, Service};

const PATHS: [&str; 6] = ["/", "/guides", "/guides/a", "/guides/a/b", "/guidesx", "/b"];
const AGENTS: [(&str, Option<&str>); 4] = [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148", Some("phone")),
    ("Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X)", Some("tablet")),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", Some("desktop")),
    ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)", None),
];

/// An event as the server accepted it.
struct Sent {
    site: SiteId,
    at: Zoned,
    path: &'static str,
    kind: &'static str,
    /// The assistant that was asked, the network, or the assistant that sent the reader.
    label: Option<&'static str>,
    is_from_assistant: bool,
    agent: usize,
}

impl Sent {
    fn is_of_person(&self) -> bool {
        AGENTS[self.agent].1.is_some()
    }
    fn is_ask(&self) -> bool {
        matches!(self.kind, "ai_click" | "question_click")
    }
    fn is_share(&self) -> bool {
        matches!(self.kind, "social_click" | "copy")
    }
}

/// The query: the first and the last day, a page or folder, a platform, and the hour up to which the last day counts.
#[derive(Clone, Copy)]
struct Asked<'a> {
    site: SiteId,
    from: jiff::civil::Date,
    to: jiff::civil::Date,
    page: Option<&'a str>,
    platform: Option<&'a str>,
    until_hour: Option<i8>,
}

impl Asked<'_> {
    fn of<'s>(&self, sent: &'s [Sent]) -> Vec<&'s Sent> {
        let on_page = |path: &str| match self.page.map(|page| (page, page.strip_suffix("/**"))) {
            None => true,
            Some((_, Some(folder))) => path == folder || path.starts_with(&format!("{folder}/")),
            Some((page, None)) => path == page,
        };
        let in_time = |at: &Zoned| {
            (self.from..=self.to).contains(&at.date())
                && self.until_hour.is_none_or(|hour| at.date() < self.to || at.hour() <= hour)
        };
        let of_platform = |one: &Sent| {
            self.platform
                .is_none_or(|platform| one.label == Some(platform) && (one.kind != "view" || one.is_from_assistant))
        };
        sent.iter()
            .filter(|one| one.site == self.site && on_page(one.path) && in_time(&one.at) && of_platform(one))
            .collect()
    }

    fn totals(&self, sent: &[Sent]) -> Value {
        let found: Vec<&Sent> = self.of(sent).into_iter().filter(|one| one.is_of_person()).collect();
        let number = |wanted: &dyn Fn(&Sent) -> bool| found.iter().filter(|one| wanted(one)).count();
        let asks = number(&Sent::is_ask);
        // Views belong to no platform, so the filter does not affect them.
        let of_any = Asked { platform: None, ..*self }.of(sent);
        let views = of_any.iter().filter(|one| one.is_of_person() && one.kind == "view").count();
        let per_100 = (views > 0).then(|| (asks as f64 / views as f64 * 10_000.0).round() / 100.0);
        json!({
            "asks": asks,
            "aiReferrals": number(&|one| one.is_from_assistant),
            "questionClicks": number(&|one| one.kind == "question_click"),
            // Copies belong to no platform either.
            "shares": number(&|one| one.is_share() && (self.platform.is_none() || one.kind != "copy")),
            "views": views,
            "viewsWithWidget": views,
            "asksPer100Views": per_100,
            "days": (self.to - self.from).get_days() + 1,
        })
    }
}

/// Sends events over a few days, as browsers would. Returns the sent events.
async fn send_for_days(service: &Service, sites: &[(SiteId, &str)], seed: u64) -> Vec<Sent> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut sent = Vec::new();
    let berlin = TimeZone::get("Europe/Berlin").unwrap();
    for _ in 0..24 {
        service.advance(random.random_range(600..16_000));
        let at = service.clock.now().to_zoned(berlin.clone());
        let agent = random.random_range(0..AGENTS.len());
        let mut events = Vec::new();
        for _ in 0..random.random_range(1..12) {
            let (site, host) = sites[random.random_range(0..sites.len())];
            let path = PATHS[random.random_range(0..PATHS.len())];
            let platform = ["chatgpt", "claude", "perplexity"][random.random_range(0..3)];
            let (kind, label, fields) = match random.random_range(0..6) {
                0 => ("ai_click", Some(platform), json!({ "platform": platform })),
                1 => (
                    "question_click",
                    Some(platform),
                    json!({ "platform": platform, "questionId": "q_00000000000000000000000001" }),
                ),
                2 => ("social_click", Some("x"), json!({ "network": "x" })),
                3 => ("copy", None, json!({})),
                4 => ("view", Some("chatgpt"), json!({ "referrer": "https://chatgpt.com/" })),
                _ => ("view", None, json!({ "referrer": "https://www.google.com/" })),
            };
            let mut one = event(site, fields);
            one["type"] = json!(kind);
            one["url"] = json!(format!("https://{host}{path}"));
            events.push(one);
            let is_from_assistant = kind == "view" && label.is_some();
            sent.push(Sent { site, at: at.clone(), path, kind, label, is_from_assistant, agent });
        }
        let request = service.request(Method::POST, "/api/v1/events").header("user-agent", AGENTS[agent].0);
        let answer = service.answer(request.json(&json!({ "events": events }))).await;
        assert_eq!(answer.data(202)["accepted"], events.len(), "{}", answer.text);
    }
    sent
}

/// The numbers of a panel by name, in the panel's order.
fn panel<'v>(overview: &'v Value, panel: &str, name: &str, values: &[&str]) -> Vec<(&'v Value, Vec<i64>)> {
    let rows = overview[panel]["items"].as_array().unwrap();
    rows.iter().map(|row| (&row[name], values.iter().map(|value| row[*value].as_i64().unwrap()).collect())).collect()
}

fn counted(rows: impl Iterator<Item = (String, usize)>) -> Vec<(String, Vec<i64>)> {
    let mut sums = BTreeMap::<String, Vec<i64>>::new();
    for (name, place) in rows {
        sums.entry(name).or_insert_with(|| vec![0, 0])[place] += 1;
    }
    let mut rows: Vec<_> = sums.into_iter().collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    rows
}

fn check_panels(overview: &Value, found: &[&Sent], viewed: &[&Sent], is_of_platform: bool) {
    let people = || found.iter().filter(|one| one.is_of_person());
    let own = |rows: Vec<(&Value, Vec<i64>)>| -> Vec<(String, Vec<i64>)> {
        rows.into_iter().map(|(name, values)| (name.as_str().unwrap().to_owned(), values)).collect()
    };
    let assistants = people().filter_map(|one| {
        let place = if one.is_ask() {
            0
        } else if one.is_from_assistant {
            1
        } else {
            return None;
        };
        Some((one.label?.to_owned(), place))
    });
    assert_eq!(own(panel(overview, "assistants", "platform", &["asks", "visits"])), counted(assistants));
    let views = viewed.iter().filter(|one| one.is_of_person() && one.kind == "view").map(|one| (one, 0));
    let asks = found.iter().filter(|one| one.is_of_person() && one.is_ask()).map(|one| (one, 1));
    let devices = views.chain(asks).map(|(one, place)| (AGENTS[one.agent].1.unwrap().to_owned(), place));
    let mut told = own(panel(overview, "devices", "device", &["views", "asks"]));
    // The API sorts equal counts from the smallest device to the largest; here they are sorted by name.
    told.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    assert_eq!(told, counted(devices));
    let shares = people().filter(|one| one.kind == "social_click" || (one.kind == "copy" && !is_of_platform));
    let shares = counted(shares.map(|one| (one.label.unwrap_or("copy").to_owned(), 0)));
    let told = own(panel(overview, "shares", "channel", &["value"]));
    assert_eq!(told, shares.into_iter().map(|(name, values)| (name, vec![values[0]])).collect::<Vec<_>>());
    let crawlers: i64 = if is_of_platform { 0 } else { found.iter().filter(|one| !one.is_of_person()).count() as i64 };
    let told = panel(overview, "crawlers", "crawler", &["value"]);
    assert_eq!(told.iter().map(|(_, values)| values[0]).sum::<i64>(), crawlers);
}

async fn check_overview(service: &Service, org: &Org, sent: &[Sent], asked: Asked<'_>, days: i32) {
    let page = asked.page.map(|page| format!("&page={page}")).unwrap_or_default();
    let platform = asked.platform.map(|platform| format!("&platform={platform}")).unwrap_or_default();
    let query = format!("overview?days={days}&compare=previous{page}{platform}");
    let overview = data(service, org, &query).await;
    let found = asked.of(sent);
    assert_eq!(
        (&overview["site"]["id"], &overview["site"]["orgId"], &overview["site"]["timezone"]),
        (&json!(asked.site), &json!(org.id), &json!("Europe/Berlin"))
    );
    assert_eq!(overview["totals"], asked.totals(sent), "{query}");
    let before = Asked {
        from: asked.from - jiff::Span::new().days(days),
        to: asked.from.yesterday().unwrap(),
        until_hour: Some(service.clock.now().to_zoned(TimeZone::get("Europe/Berlin").unwrap()).hour()),
        ..asked
    };
    assert_eq!(overview["previous"]["totals"], before.totals(sent), "the window before, {query}");
    let series = overview["series"].as_array().unwrap();
    assert_eq!(series.len(), days as usize);
    for row in series {
        let day: jiff::civil::Date = row["date"].as_str().unwrap().parse().unwrap();
        let of_day = Asked { from: day, to: day, ..asked }.totals(sent);
        for name in ["asks", "aiReferrals", "questionClicks", "shares", "views"] {
            assert_eq!(row[name], of_day[name], "{name} on {day}, {query}");
        }
    }
    for (place, row) in series.iter().enumerate() {
        let parts = overview["byPlatform"].as_array().unwrap();
        let sum = |name: &str| parts.iter().map(|part| part[name][place].as_i64().unwrap()).sum::<i64>();
        assert_eq!(
            (sum("asks"), sum("aiReferrals")),
            (row["asks"].as_i64().unwrap(), row["aiReferrals"].as_i64().unwrap())
        );
    }
    let viewed = Asked { platform: None, ..asked }.of(sent);
    check_panels(&overview, &found, &viewed, asked.platform.is_some());
}

#[tokio::test]
async fn overview_and_board_equal_a_count_of_the_raw_events() {
    for seed in 0..3 {
        let (service, org) = start().await;
        let owner = service.session_of(service.owner_of(&org).await).await;
        let other = service.site_of(&Org { session: owner, ..org.clone() }, "example.org").await;
        service.offer(&Org { site: other, ..org.clone() }, &["q_00000000000000000000000001".into()]).await;
        let sites = [(org.site, "example.com"), (other, "example.org")];
        let sent = send_for_days(&service, &sites, seed).await;
        let today = service.clock.now().to_zoned(TimeZone::get("Europe/Berlin").unwrap()).date();
        for days in [1, 2, 30] {
            let from = today - jiff::Span::new().days(days - 1);
            for page in [None, Some("/guides/a"), Some("/guides/**")] {
                for platform in [None, Some("chatgpt")] {
                    let asked = Asked { site: org.site, from, to: today, page, platform, until_hour: None };
                    check_overview(&service, &org, &sent, asked, days).await;
                }
            }
            let board = service.get(&format!("/api/v1/analytics/overview?days={days}&sort=asks"), &org.session).await;
            let rows = board.data(200)["items"].as_array().unwrap();
            assert_eq!(rows.len(), 2);
            let asks: Vec<i64> = rows.iter().map(|row| row["asks"].as_i64().unwrap()).collect();
            assert!(asks.is_sorted_by(|a, b| a >= b), "{asks:?}");
            assert_eq!(board.data(200)["totals"], json!({ "sites": 2, "asks": asks.iter().sum::<i64>() }));
            for row in rows {
                let site: SiteId = row["siteId"].as_str().unwrap().parse().unwrap();
                let asked = Asked { site, from, to: today, page: None, platform: None, until_hour: None };
                let totals = asked.totals(&sent);
                for name in ["asks", "aiReferrals", "shares", "views"] {
                    assert_eq!(row[name], totals[name], "{name} of {days} days");
                }
                let series = row["series"].as_array().unwrap();
                assert_eq!(series.iter().map(|one| one["value"].as_i64().unwrap()).sum::<i64>(), row["asks"]);
            }
        }
    }
}

#[tokio::test]
async fn the_board_shows_what_needs_attention_first_and_only_what_the_caller_may_read() {
    let (service, org) = start().await;
    let owner = service.session_of(service.owner_of(&org).await).await;
    let as_owner = Org { session: owner.clone(), ..org.clone() };
    let never_seen = service.site_of(&as_owner, "new.example").await;
    super::count(&service, &super::presses(&org, &["chatgpt"])).await;
    let board = |query: String| {
        let (service, session) = (&service, org.session.clone());
        async move {
            service.app.flush_notes().await.unwrap();
            service.get(&format!("/api/v1/analytics/overview?{query}"), &session).await
        }
    };
    let found = board("days=7".into()).await;
    let rows = found.data(200)["items"].as_array().unwrap();
    assert_eq!(rows[0]["siteId"], json!(never_seen));
    assert_eq!(rows[0]["attention"][0]["code"], "not_installed");
    assert_eq!(rows[1]["attention"], json!([]));
    assert_eq!((&rows[1]["asks"], &rows[1]["install"]["status"]), (&json!(1), &json!("installed")));
    // Read in pages, each site appears once.
    let first = board("limit=1&sort=name".into()).await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap().to_owned();
    let second = board(format!("limit=1&sort=name&cursor={cursor}")).await;
    let domain = |answer: &crate::harness::Answer| answer.data(200)["items"][0]["domain"].clone();
    assert_eq!((domain(&first), domain(&second)), (json!("example.com"), json!("new.example")));
    assert_eq!(second.body["meta"]["pagination"]["hasMore"], false);
    board(format!("limit=1&sort=asks&cursor={cursor}")).await.refused(400, "INVALID_CURSOR");
    let searched = board("q=NEW.ex".into()).await;
    assert_eq!(searched.data(200)["totals"]["sites"], 1);
    for query in ["limit=51", "limit=0", "days=0", "q=", "sort=views", "from=2026-06-01&days=3"] {
        board(query.into()).await.refused(400, "INVALID_PARAMETER");
    }
    // A site with counts, such as imported ones, does not need attention for a missing first event.
    let press = event(never_seen, json!({ "type": "ai_click", "url": "https://new.example/", "platform": "claude" }));
    service.send(Method::POST, "/api/v1/events", None, Some(&press)).await.data(202);
    let counted = service.get("/api/v1/analytics/overview?days=7&q=new.ex", &org.session).await;
    assert_eq!(counted.data(200)["items"][0]["install"]["status"], "pending");
    assert_eq!(counted.data(200)["items"][0]["attention"], json!([]));
    // After eight quiet days the widget is stale.
    service.advance(8 * 86_400);
    let stale = board("days=7".into()).await;
    assert_eq!(stale.data(200)["items"][0]["attention"][0]["code"], "stale");
}
