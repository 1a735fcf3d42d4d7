//! Logs: sources, batches, what is counted of them, and what is refused.

mod drains;

use std::{io::Write as _, sync::Arc};

use askline_app::{logs::ListsInUse, ports::logs::crawler_lists::StoredList};
use askline_domain::{
    identity::role::Role, keys::scope::Scope, logs::source::LogToken, organizations::plan::Plan,
    shared::clock::Clock as _,
};
use askline_jobs::outgoing::Outgoing;
use askline_server::background::robots_files;
use flate2::{Compression, write::GzEncoder};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    generation::stand_ins::{OneHost, Reaction, Site},
    harness::{Answer, Org, Service},
};

const GPTBOT: &str = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";
const SEARCHBOT: &str = "Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)";
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

struct Logs {
    service: Service,
    org: Org,
}

impl Logs {
    async fn start() -> Self {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        Self { service, org }
    }

    async fn of_site(&self, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/api/v1/logs/{}/sources{path}", self.org.site);
        let body = Some(&body).filter(|body| !body.is_null());
        self.service.send(method, &path, Some(&self.org.session), body).await
    }

    /// A new source's id and token.
    async fn source(&self, body: Value) -> (String, String) {
        let made = self.of_site(Method::POST, "", body).await.data(201).clone();
        (made["source"]["id"].as_str().unwrap().to_owned(), made["token"].as_str().unwrap().to_owned())
    }

    async fn send(
        &self,
        token: &str,
        name: Option<&str>,
        headers: &[(&str, &str)],
        body: impl Into<Vec<u8>>,
    ) -> Answer {
        let mut request =
            self.service.request(Method::POST, "/api/v1/logs/ingest").bearer_auth(token).body(body.into());
        if !headers.iter().any(|(header, _)| *header == "content-type") {
            request = request.header("content-type", "text/plain");
        }
        if let Some(name) = name {
            request = request.header("idempotency-key", name);
        }
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        self.service.answer(request).await
    }

    async fn report(&self, query: &str) -> Value {
        let path = format!("/api/v1/analytics/{}/reads?{query}", self.org.site);
        self.service.get(&path, &self.org.session).await.data(200).clone()
    }

    /// A line of today, an hour ago.
    fn line(&self, target: &str, status: u16, user_agent: &str) -> String {
        let at = self.service.clock.now() - jiff::SignedDuration::from_hours(1);
        let at = at.strftime("%d/%b/%Y:%H:%M:%S +0000");
        format!("203.0.113.9 - - [{at}] \"GET {target} HTTP/1.1\" {status} 5 \"-\" \"{user_agent}\"\n")
    }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn a_batch_is_counted_once_and_the_report_says_who_read_what() {
    let logs = Logs::start().await;
    let (id, token) = logs.source(json!({ "name": "web 1" })).await;
    assert_eq!((token.len(), &token[..3]), (41, "lg_"));
    let text = [
        logs.line("/a?utm_source=x", 200, GPTBOT),
        logs.line("/a/", 200, SEARCHBOT),
        logs.line("/b", 200, SEARCHBOT),
        logs.line("/style.css", 200, GPTBOT),
        logs.line("/a", 200, BROWSER),
        "no line of a log\n".to_owned(),
    ]
    .concat();
    let counted = json!({ "repeated": false, "format": "combined", "lines": 6, "kept": 3, "unreadable": 1, "otherHosts": 0,
        "outOfRange": 0, "errors": [{ "line": 6, "message": "the address is missing" }] });
    let first = logs.send(&token, Some("one"), &[], text.clone()).await;
    let mut answered = first.data(202).clone();
    answered["errors"][0]["message"] = counted["errors"][0]["message"].clone();
    assert_eq!(answered, counted);
    let again = logs.send(&token, Some("one"), &[], text.clone()).await.data(202).clone();
    assert_eq!((&again["repeated"], &again["kept"]), (&json!(true), &json!(3)));
    // By its content, and packed it is another one.
    logs.send(&token, None, &[], logs.line("/c", 200, GPTBOT)).await.data(202);
    assert_eq!(logs.send(&token, None, &[], logs.line("/c", 200, GPTBOT)).await.data(202)["repeated"], true);
    let gzip = packed(logs.line("/d", 403, GPTBOT).as_bytes());
    for headers in [&[("content-encoding", "gzip")][..], &[("content-type", "application/gzip")]] {
        logs.send(&token, Some("two"), headers, gzip.clone()).await.data(202);
    }
    logs.send(&token, Some("one"), &[], "another").await.refused(422, "IDEMPOTENCY_KEY_REUSED");

    let report = logs.report("days=7&compare=previous").await;
    let totals = &report["totals"];
    assert_eq!((&totals["reads"], &totals["training"], &totals["search"]), (&json!(5), &json!(3), &json!(2)));
    assert_eq!(
        (&totals["refused"], &totals["refuted"], &report["previous"]["reads"]),
        (&json!(1), &json!(0), &json!(0))
    );
    let crawler = &report["byCrawler"][0];
    assert_eq!(
        (&crawler["crawler"], &crawler["maker"], &crawler["claimed"]),
        (&json!("GPTBot"), &json!("OpenAI"), &json!(3))
    );
    assert_eq!((&crawler["answered"], &crawler["refused"], &crawler["pages"]), (&json!(2), &json!(1), &json!(2)));
    let page = &report["pages"][0];
    assert_eq!((&page["path"], &page["training"], &page["search"]), (&json!("/a"), &json!(1), &json!(1)));
    assert_eq!(
        report["pageCounts"],
        json!({ "all": 4, "neverCited": 0, "notRead": 0 }),
        "without answers nothing is known"
    );
    let sum: u64 = report["series"].as_array().unwrap().iter().map(|day| day["training"].as_u64().unwrap()).sum();
    assert_eq!((sum, report["series"].as_array().unwrap().len()), (3, 7));
    let filtered = logs.report("purpose=search&evidence=claimed&crawler=OAI-SearchBot").await;
    assert_eq!((&filtered["totals"]["reads"], filtered["byCrawler"].as_array().unwrap().len()), (&json!(2), 1));
    assert_eq!(logs.report("evidence=verified").await["totals"]["reads"], 0);
    let path = format!("/api/v1/analytics/{}/reads?format=csv", logs.org.site);
    let csv = logs.service.get(&path, &logs.org.session).await.text;
    assert!(
        csv.starts_with("crawler,maker,purpose,reads,") && csv.contains("GPTBot,OpenAI,training,3,0,3,0,2,0,1,"),
        "{csv}"
    );

    let listed = logs.of_site(Method::GET, "", Value::Null).await;
    let state = &listed.data(200)["items"][0]["state"];
    assert_eq!((&state["lines"], &state["kept"], &state["unreadable"]), (&json!(8), &json!(5), &json!(1)));
    assert!(state["lastBatchAt"].is_string() && !listed.text.contains(&token) && listed.text.contains(&id));
}

#[tokio::test]
async fn a_source_sends_lines_of_its_hosts_alone_until_its_token_ends() {
    let logs = Logs::start().await;
    let other = logs.service.organization(Plan::Pro).await;
    let (id, token) =
        logs.source(json!({ "name": "web", "format": "combined-vhost", "hosts": ["shop.example"] })).await;
    let line = logs.line("/a", 200, GPTBOT);
    let text = format!("shop.example:443 {line}SHOP.example:443 {line}evil.example:443 {line}");
    let counted = logs.send(&token, None, &[], text).await.data(202).clone();
    assert_eq!((&counted["kept"], &counted["otherHosts"]), (&json!(2), &json!(1)));
    // Its format is not guessed.
    let counted = logs.send(&token, None, &[], line.clone()).await.data(202).clone();
    assert_eq!((&counted["format"], &counted["unreadable"]), (&json!("combined-vhost"), &json!(1)));
    let edited = logs.of_site(Method::PATCH, &format!("/{id}"), json!({ "format": null, "name": "web 2" })).await;
    assert_eq!((&edited.data(200)["format"], &edited.data(200)["state"]["kept"]), (&Value::Null, &json!(2)));
    assert_eq!(logs.send(&token, Some("guessed"), &[], line.clone()).await.data(202)["kept"], 1);

    let rotated = logs.of_site(Method::POST, &format!("/{id}/rotate"), Value::Null).await.data(201).clone();
    logs.send(&token, None, &[], line.clone()).await.refused(401, "INVALID_API_KEY");
    let token = rotated["token"].as_str().unwrap().to_owned();
    assert_eq!(logs.send(&token, None, &[], logs.line("/z", 200, GPTBOT)).await.data(202)["kept"], 1);
    // The token can do nothing else, and other credentials cannot send.
    logs.service.get("/api/v1/sites", &token).await.refused(401, "INVALID_API_KEY");
    let key = logs.service.key(&other, &[Scope::SitesRead]).await;
    for bearer in [&logs.org.session, &key, "lg_x", LogToken::generate(&mut rand::rng()).expose()] {
        logs.send(bearer, None, &[], line.clone()).await.refused(401, "INVALID_API_KEY");
    }
    let elsewhere = format!("/api/v1/logs/{}/sources/{id}", other.site);
    logs.service.send(Method::DELETE, &elsewhere, Some(&other.session), None).await.refused(404, "NOT_FOUND");
    logs.of_site(Method::DELETE, &format!("/{id}"), Value::Null).await.data(200);
    logs.send(&token, None, &[], line).await.refused(401, "INVALID_API_KEY");
    assert_eq!(logs.report("days=2").await["totals"]["reads"], 4, "what it sent stays counted");
}

#[tokio::test]
async fn bad_bodies_are_refused_and_bad_lines_are_named_without_their_text() {
    let logs = Logs::start().await;
    let (_, token) = logs.source(json!({ "name": "web" })).await;
    let bomb = packed(&vec![b'\n'; 64 * 1024 * 1024 + 1]);
    for (body, headers, status, code) in [
        (bomb, &[][..], 413, "PAYLOAD_TOO_LARGE"),
        (vec![b'x'; 5 * 1024 * 1024 + 1], &[], 413, "PAYLOAD_TOO_LARGE"),
        (packed(b"abc")[..20].to_vec(), &[], 400, "BAD_REQUEST"),
        (b"\x28\xB5\x2F\xFDabc".to_vec(), &[], 400, "BAD_REQUEST"),
        (b"BZh9abc".to_vec(), &[], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b"abc".to_vec(), &[("content-encoding", "br")], 415, "UNSUPPORTED_MEDIA_TYPE"),
        (b"abc".to_vec(), &[("content-type", "image/png")], 415, "UNSUPPORTED_MEDIA_TYPE"),
    ] {
        logs.send(&token, None, headers, body).await.refused(status, code);
    }
    logs.send(&token, Some(&"x".repeat(256)), &[], "abc").await.refused(400, "BAD_REQUEST");
    let secret = "user@private.example ".repeat(20);
    let text = format!("{}{secret}\n{}\n", logs.line("/a", 200, GPTBOT), "\u{1}\u{2}".repeat(600_000));
    let answer = logs.send(&token, None, &[], text).await;
    assert_eq!((&answer.data(202)["kept"], &answer.data(202)["unreadable"]), (&json!(1), &json!(2)));
    assert!(!answer.text.contains("private"), "{}", answer.text);
    for (body, path) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": "x", "format": "apache" }), "logFormat"),
        (json!({ "name": "x", "hosts": ["https://x.example/"] }), "hosts[0]"),
    ] {
        let refused = logs.of_site(Method::POST, "", body).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
}

#[tokio::test]
async fn an_address_in_the_makers_list_verifies_a_crawler_and_another_one_refutes_it() {
    let logs = Logs::start().await;
    let (_, token) = logs.source(json!({ "name": "web" })).await;
    let prefixes: Vec<Value> = (0..21).map(|n| json!({ "ipv4Prefix": format!("20.0.{n}.0/24") })).collect();
    let read_at = logs.service.clock.now();
    let body = json!({ "creationTime": read_at.to_string(), "prefixes": prefixes }).to_string();
    let refused = StoredList {
        id: "bing".into(),
        body: json!({ "prefixes": [{ "ipv4Prefix": "0.0.0.0/0" }] }).to_string(),
        read_at,
    };
    let (lists, problems) =
        ListsInUse::of_stored(&[refused, StoredList { id: "openai-gptbot".into(), body, read_at }], read_at);
    assert!(problems.len() == 1 && problems[0].contains("bing"), "{problems:?}");
    logs.service.app.instance().crawler_lists.replace(lists);
    let line = logs.line("/a", 200, GPTBOT);
    let text = ["20.0.3.4", "9.9.9.9", "10.0.0.1"].map(|address| line.replace("203.0.113.9", address)).concat();
    logs.send(&token, None, &[], text).await.data(202);
    let report = logs.report("days=2").await;
    let crawler = &report["byCrawler"][0];
    let evidence = [&crawler["verified"], &crawler["refuted"], &crawler["claimed"]];
    assert_eq!(evidence, [&json!(1), &json!(1), &json!(1)], "a private address shows nothing");
    assert_eq!(
        (&crawler["reads"], &report["totals"]["reads"], &report["pages"][0]["training"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert_eq!((&report["totals"]["refuted"], &report["addressLists"]["loaded"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn a_crawler_that_the_server_or_robots_txt_refuses_is_named_with_the_networks_to_allow() {
    let logs = Logs::start().await;
    let (_, token) = logs.source(json!({ "name": "web" })).await;
    let prefixes: Vec<Value> = (0..32).map(|n| json!({ "ipv4Prefix": format!("20.0.{n}.0/24") })).collect();
    let body = json!({ "prefixes": prefixes }).to_string();
    let read_at = logs.service.clock.now();
    let (lists, _) = ListsInUse::of_stored(&[StoredList { id: "openai-searchbot".into(), body, read_at }], read_at);
    logs.service.app.instance().crawler_lists.replace(lists);
    let refused = logs.line("/a", 403, SEARCHBOT).replace("203.0.113.9", "20.0.3.4").repeat(20);
    logs.send(&token, None, &[], refused + &logs.line("/private/b", 200, GPTBOT)).await.data(202);
    let of_crawler = async |name: &str| {
        let report = logs.report("days=2").await;
        let crawler = report["byCrawler"].as_array().unwrap().iter().find(|row| row["crawler"] == name).cloned();
        (crawler.unwrap(), report["robotsReadAt"].clone())
    };
    let (search, robots_read_at) = of_crawler("OAI-SearchBot").await;
    assert!(search["refusedSince"].is_string(), "{search}");
    assert_eq!((&search["networks"], &search["disallowed"]), (&json!(["20.0.0.0/19"]), &Value::Null));
    assert_eq!(robots_read_at, Value::Null);

    // The file is read from the site through the guard, once a day; what cannot be read changes nothing.
    let site = Site::empty().await;
    site.robots("User-agent: GPTBot\nDisallow: /private\n");
    let names = Arc::new(OneHost("example.com", site.address));
    let outgoing = Outgoing::with_names(&["127.0.0.1/32".parse().unwrap()], "Askline/1", names).unwrap();
    let read =
        async || robots_files::read_due(&*logs.service.metadata, &outgoing, logs.service.app.now()).await.unwrap();
    assert_eq!((read().await, read().await), (1, 0));
    let (training, read_at) = of_crawler("GPTBot").await;
    assert_eq!((&training["disallowed"], &training["networks"]), (&json!(1), &json!([])));
    assert_eq!(of_crawler("OAI-SearchBot").await.0["disallowed"], 0);
    logs.service.advance(25 * 60 * 60);
    site.at("/robots.txt", Reaction::Status(503));
    assert_eq!((read().await, of_crawler("GPTBot").await.1), (0, read_at));
}

#[tokio::test]
async fn the_list_of_pages_says_what_crawlers_read_and_the_report_is_of_one_page_if_asked() {
    let logs = Logs::start().await;
    let on = |path: &str| event(logs.org.site, json!({ "url": format!("https://example.com{path}") }));
    count(&logs.service, &[on("/a"), on("/guides/x"), on("/guides/y"), on("/unread")]).await;
    let pages = async |query: &str, bearer: &str| {
        let path = format!("/api/v1/analytics/{}/pages?sort=path&{query}", logs.org.site);
        logs.service.get(&path, bearer).await
    };
    let of = |data: &Value, path: &str| {
        let row = data["items"].as_array().unwrap().iter().find(|row| row["path"] == path).cloned().unwrap();
        (row["reads"].clone(), row["lastReadAt"].clone())
    };
    let before = pages("days=7", &logs.org.session).await;
    assert_eq!(of(before.data(200), "/a"), (Value::Null, Value::Null), "no source has sent anything");

    let (_, token) = logs.source(json!({ "name": "web" })).await;
    let text = [
        logs.line("/a", 200, GPTBOT).repeat(3),
        logs.line("/a/?utm_source=x", 200, SEARCHBOT),
        logs.line("/a", 403, SEARCHBOT),
        logs.line("/guides/x", 200, SEARCHBOT).repeat(2),
        logs.line("/guides", 200, GPTBOT),
        logs.line("/guides/only-in-the-log", 200, GPTBOT),
    ];
    logs.send(&token, None, &[], text.concat()).await.data(202);
    let reads = |training, search| json!({ "training": training, "search": search, "user": 0, "agent": 0 });
    let listed = pages("days=7", &logs.org.session).await.data(200).clone();
    let (counted, last_read_at) = of(&listed, "/a");
    assert_eq!(counted, reads(3, 1), "what was refused is no page that it got");
    assert_eq!(of(&listed, "/unread"), (reads(0, 0), Value::Null));
    let folders = pages("days=7&groupBy=folder", &logs.org.session).await.data(200).clone();
    assert_eq!(of(&folders, "/guides/**").0, reads(2, 2), "with pages that no reader opened");
    let csv = pages("days=7&format=csv", &logs.org.session).await.text;
    assert!(csv.contains("https://example.com/a,3,1,0,0,20"), "{csv}");
    let table = pages("days=7&format=csv&table=pages", &logs.org.session).await.text;
    assert!(table.contains("Reads for training"), "{table}");
    let filtered = pages("days=7&format=csv&table=pages&platform=claude", &logs.org.session).await.text;
    assert!(!filtered.contains("Reads for training"), "no assistant has reads: {filtered}");
    // The viewers of a link to the pages do not see the log.
    let link = logs.service.link_session(&logs.org, &json!({ "panels": ["pages"] })).await;
    assert_eq!(of(pages("", &link).await.data(200), "/a").0, Value::Null);
    let table = pages("format=csv&table=pages", &link).await.text;
    assert!(table.contains("/a") && !table.contains("Reads for training"), "{table}");

    // The report of one page has the same figures, in any spelling of the page.
    for spelling in ["/a", "/a/", "/a?utm_source=y"] {
        let report = logs.report(&format!("days=7&compare=previous&page={spelling}")).await;
        assert_eq!((&report["totals"]["reads"], &report["totals"]["refused"]), (&json!(5), &json!(1)), "{spelling}");
        assert_eq!((&report["totals"]["training"], &report["previous"]["reads"]), (&json!(3), &json!(0)));
        let [page] = &report["pages"].as_array().unwrap()[..] else { panic!("{report}") };
        assert_eq!((&page["path"], &page["training"], &page["search"]), (&json!("/a"), &json!(3), &json!(1)));
        assert_eq!((&page["unanswered"], &page["lastReadAt"]), (&json!(1), &last_read_at));
        assert_eq!(report["pageCounts"]["all"], 1);
        let crawlers: Vec<_> = report["byCrawler"].as_array().unwrap().iter().map(|row| &row["pages"]).collect();
        assert_eq!(crawlers, [&json!(1), &json!(1)]);
    }
    assert_eq!(logs.report("days=7&page=/a&purpose=search").await["totals"]["reads"], 2);
    assert_eq!(logs.report("days=7&page=/nothing").await["totals"]["reads"], 0);
    for refused in ["/guides/**", "/**", ""] {
        let path = format!("/api/v1/analytics/{}/reads?page={refused}", logs.org.site);
        let answer = logs.service.get(&path, &logs.org.session).await;
        assert_eq!(answer.refused(400, "INVALID_PARAMETER").body["error"]["details"][0]["path"], "page", "{refused}");
    }
}

#[tokio::test]
async fn the_newest_lines_are_shown_to_admins_for_two_days_without_anything_about_a_person() {
    let logs = Logs::start().await;
    let (_, token) = logs.source(json!({ "name": "web" })).await;
    let path = format!("/api/v1/logs/{}/lines", logs.org.site);
    let lines = async |query: &str| {
        let answer = logs.service.get(&format!("{path}{query}"), &logs.org.session).await;
        answer.data(200)["items"].as_array().unwrap().clone()
    };
    assert_eq!(lines("").await, [] as [Value; 0]);
    let text = [
        logs.line("/a?email=ada@example.com", 200, GPTBOT),
        logs.line("/private", 200, BROWSER),
        logs.line("/b", 403, SEARCHBOT),
        logs.line("/style.css", 200, GPTBOT),
    ];
    logs.send(&token, None, &[], text.concat()).await.data(202);
    let found = lines("").await;
    let at = logs.service.clock.now() - jiff::SignedDuration::from_hours(1);
    let line = |path: &str, status: u16, crawler: &str, purpose: &str| {
        json!({ "at": at.strftime("%Y-%m-%dT%H:%M:%S.000Z").to_string(), "method": "GET", "path": path, "status": status, "crawler": crawler,
            "maker": "OpenAI", "purpose": purpose, "evidence": "claimed" })
    };
    assert_eq!(found, [line("/b", 403, "OAI-SearchBot", "search"), line("/a", 200, "GPTBot", "training")]);
    assert_eq!(lines("?limit=1").await, found[..1]);
    for limit in ["0", "1001", "x"] {
        logs.service.get(&format!("{path}?limit={limit}"), &logs.org.session).await.refused(400, "INVALID_PARAMETER");
    }
    let (_, viewer) = logs.service.member_of(&logs.org, Role::Member).await;
    logs.service.get(&path, &viewer).await.refused(403, "FORBIDDEN");
    logs.service.advance(47 * 60 * 60 - 60);
    let (_, admin) = logs.service.member_of(&logs.org, Role::Admin).await;
    assert_eq!(logs.service.get(&path, &admin).await.data(200)["items"].as_array().unwrap().len(), 2);
    logs.service.advance(120);
    assert_eq!(logs.service.get(&path, &admin).await.data(200)["items"], json!([]));
}
