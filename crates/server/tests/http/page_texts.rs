//! Texts of pages: how gently they are read, and what is kept.

use std::sync::Arc;

use askline_domain::{organizations::plan::Plan, shared::clock::Clock as _, shared::ids::SiteId};
use askline_jobs::outgoing::Outgoing;
use askline_server::background::page_texts::read_due;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    generation::stand_ins::{OneHost, Reaction, Site},
    harness::{Org, Service},
};

const GUIDE: &str = "<main><h1>Gear</h1><p>Low gears help. High gears are fast.</p>\
                     <table><tr><th>Hill</th><th>Gear</th></tr><tr><td>8%</td><td>34</td></tr></table></main>";
const DAY: u64 = 24 * 60 * 60;

struct Texts {
    service: Service,
    org: Org,
    site: Site,
    outgoing: Outgoing,
}

impl Texts {
    /// A site with these pages, of which Askline reads those that are `chosen`.
    async fn start(robots: &str, chosen: &[&str]) -> Self {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        let site = Site::empty().await;
        let names = Arc::new(OneHost("example.com", site.address));
        let allowed = ["127.0.0.1/32".parse().unwrap()];
        let outgoing = Outgoing::without_redirects_by(&allowed, "Askline/1", names).unwrap();
        let texts = Self { service, org, site, outgoing };
        let (id, now) = (texts.id(), texts.service.clock.now());
        texts.service.metadata.put_robots_file(id, Some(robots), now).await.unwrap();
        let paths: Vec<String> = chosen.iter().map(|path| (*path).to_owned()).collect();
        texts.service.metadata.choose_pages(id, &paths, now).await.unwrap();
        texts
    }

    fn id(&self) -> SiteId {
        self.org.site
    }

    /// One look at what is due.
    async fn round(&self) -> usize {
        read_due(&*self.service.metadata, &self.outgoing, self.service.clock.now()).await.unwrap()
    }

    /// Reads whatever is due, with the pauses between requests. Returns the requested paths.
    async fn read(&self) -> Vec<String> {
        let before = self.site.asked().len();
        for _ in 0..20 {
            self.round().await;
            self.service.advance(5);
        }
        self.site.asked().split_off(before)
    }

    async fn file(&self, path: &str) -> Value {
        let address = format!("/api/v1/pages/{}/file?path={path}", self.org.site);
        self.service.get(&address, &self.org.session).await.data(200).clone()
    }
}

/// What happened, newest first.
fn kinds(file: &Value) -> Vec<&str> {
    file["happened"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_text_is_kept_when_it_changed_and_the_file_says_how() {
    let texts = Texts::start("", &["/gear"]).await;
    texts.site.at("/gear", Reaction::Tagged("\"1\"", GUIDE.into()));
    assert_eq!(texts.read().await, ["/gear"]);
    let file = texts.file("/gear/").await;
    assert_eq!((kinds(&file), &file["path"]), (vec!["text_first_read"], &json!("/gear")));
    assert_eq!(file["happened"][0]["text"]["structure"]["tableRows"], 2);
    assert_eq!((&file["text"]["chosen"], &file["text"]["outcome"]), (&json!(true), &json!("read")));

    // The server knows the version, then sends the same text under another tag.
    texts.service.advance(DAY);
    assert_eq!(texts.read().await, ["/gear"]);
    assert_eq!(texts.file("/gear").await["text"]["outcome"], "unchanged");
    texts.site.at("/gear", Reaction::Tagged("\"2\"", GUIDE.into()));
    texts.service.advance(DAY);
    texts.read().await;
    let file = texts.file("/gear").await;
    assert_eq!((kinds(&file), &file["text"]["outcome"]), (vec!["text_first_read"], &json!("read")));

    texts.site.page("/gear", "<main><h1>Gear</h1><p>High gears are fast. Ask us.</p></main>");
    texts.service.advance(DAY);
    texts.read().await;
    let file = texts.file("/gear").await;
    assert_eq!(kinds(&file), ["text_changed", "text_first_read"]);
    let text = &file["happened"][0]["text"];
    let sentences: Vec<_> = text["sentences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["change"], one["text"].as_str().unwrap()))
        .collect();
    let (removed, added) = (json!("removed"), json!("added"));
    assert_eq!(
        sentences,
        [(&removed, "Low gears help."), (&removed, "| Hill | Gear |"), (&removed, "| 8% | 34 |"), (&added, "Ask us.")]
    );
    assert_eq!((&text["structureBefore"]["tables"], &text["structure"]["tables"]), (&json!(1), &json!(0)));
    assert_eq!((&text["wordsBefore"], &text["words"]), (&json!(12), &json!(7)));
}

#[tokio::test]
async fn a_site_is_asked_once_in_five_seconds_and_what_it_forbids_is_not_read() {
    let robots = "User-agent: askline\nDisallow: /secret\nCrawl-delay: 9\n";
    let texts = Texts::start(robots, &["/a", "/b", "/left", "/noindex", "/robots", "/secret"]).await;
    texts.site.page("/a", GUIDE).page("/secret", GUIDE);
    texts.site.page("/noindex", &format!("<meta name=robots content=noindex>{GUIDE}"));
    texts.site.at("/robots", Reaction::Robots("noindex", GUIDE.into()));
    texts.site.at("/b", Reaction::Redirect("http://example.com/a".into()));
    texts.site.at("/left", Reaction::Redirect("http://elsewhere.example/a".into()));
    let mut requests = Vec::new();
    for second in 0..150 {
        let before = texts.site.asked().len();
        texts.round().await;
        requests.extend(texts.site.asked().split_off(before).into_iter().map(|path| (second, path)));
        texts.service.advance(1);
    }
    assert_eq!(requests.len(), 6, "{requests:?}");
    assert!(requests.windows(2).all(|two| two[1].0 - two[0].0 >= 9), "{requests:?}");
    let mut paths: Vec<_> = requests.iter().map(|(_, path)| path.as_str()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/a", "/a", "/b", "/left", "/noindex", "/robots"]);
    for (path, outcome) in [
        ("/a", "read"),
        ("/b", "read"),
        ("/left", "redirected"),
        ("/noindex", "noindex"),
        ("/robots", "noindex"),
        ("/secret", "robots_forbidden"),
    ] {
        let file = texts.file(path).await;
        assert_eq!(file["text"]["outcome"], outcome, "{path}");
        assert_eq!(kinds(&file).len(), usize::from(outcome == "read"), "{path}");
    }
}

#[tokio::test]
async fn no_page_is_requested_without_robots_txt_and_errors_keep_the_last_text() {
    let texts = Texts::start("", &["/a", "/gone"]).await;
    texts.site.page("/a", GUIDE);
    texts.read().await;
    assert_eq!(texts.file("/gone").await["text"]["outcome"], "refused");
    texts.service.advance(DAY);
    texts.site.at("/a", Reaction::Status(503)).at("/gone", Reaction::Body("application/pdf", b"%PDF".to_vec()));
    texts.read().await;
    let file = texts.file("/a").await;
    assert_eq!((&file["text"]["outcome"], kinds(&file)), (&json!("refused"), vec!["text_first_read"]));
    assert_eq!(texts.file("/gone").await["text"]["outcome"], "no_text");

    let unknown = texts.service.organization(Plan::Pro).await;
    let site: SiteId = unknown.site;
    texts.service.metadata.choose_pages(site, &["/a".into()], texts.service.clock.now()).await.unwrap();
    let before = texts.site.asked().len();
    texts.round().await;
    assert_eq!(texts.site.asked().len(), before);
}

#[tokio::test]
async fn turning_the_setting_off_ends_reading_and_deletes_the_texts() {
    let texts = Texts::start("", &["/a"]).await;
    texts.site.page("/a", GUIDE);
    texts.read().await;
    let path = format!("/api/v1/sites/{}", texts.org.site);
    let off = json!({ "readPages": false });
    let changed =
        texts.service.send(Method::PATCH, &path, Some(&texts.org.session), Some(&off)).await.data(200).clone();
    assert_eq!(changed["readPages"], false);
    texts.service.advance(DAY);
    assert!(texts.read().await.is_empty());
    let now = texts.service.clock.now();
    while texts.service.metadata.remove_page_texts(now - jiff::SignedDuration::from_hours(9_600), 10).await.unwrap() > 0
    {
    }
    let file = texts.file("/a").await;
    assert_eq!((&file["text"]["enabled"], &file["text"]["chosen"]), (&json!(false), &json!(false)));
    assert_eq!(file["happened"], json!([]));
}

#[tokio::test]
async fn the_file_of_a_page_names_rules_and_notes_and_refuses_what_it_cannot_read() {
    let texts = Texts::start("", &[]).await;
    let site = &texts.org.site;
    let post = async |path: String, body: Value| {
        texts.service.send(Method::POST, &path, Some(&texts.org.session), Some(&body)).await.data(201).clone()
    };
    let rule = |name: &str, paths: &[&str]| json!({ "name": name, "match": { "paths": paths }, "action": { "type": "hide_widget" } });
    post(format!("/api/v1/rules/{site}"), rule("Blog", &["/blog/**"])).await;
    post(format!("/api/v1/rules/{site}"), rule("Shop", &["/shop"])).await;
    post(format!("/api/v1/annotations/{site}"), json!({ "text": "Autumn relaunch", "kind": "release" })).await;
    let file = texts.file("/blog/one").await;
    let named: Vec<_> = file["happened"].as_array().unwrap().iter().collect();
    assert_eq!(kinds(&file), ["rule_created", "note"], "{named:?}");
    assert_eq!((&named[0]["rule"]["name"], &named[1]["note"]["text"]), (&json!("Blog"), &json!("Autumn relaunch")));
    assert_eq!(file["weeks"].as_array().unwrap().iter().map(|week| week["views"].as_i64().unwrap()).sum::<i64>(), 0);
    for (query, field) in [("path=", "path"), ("days=0", "days"), ("from=2026-13-01", "from")] {
        let answer = texts.service.get(&format!("/api/v1/pages/{site}/file?{query}"), &texts.org.session).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert!(answer.body.to_string().contains(field), "{query}");
    }
}
