//! What would keep an engine from citing a site.

use std::sync::Arc;

use askline_app::{
    ports::sites::install_probe::InstallProbe as _,
    reports::citable::{self, CitationCheck, CitationCheckState},
};
use askline_domain::{
    organizations::plan::Plan,
    pages::engine_limits::EngineLimits,
    shared::{calendar::Day, ids::SiteId},
};
use askline_jobs::{HttpInstallProbe, outgoing::Outgoing};
use jiff::tz::TimeZone;
use reqwest::Method;
use serde_json::json;

use crate::{
    events::{count, event},
    generation::stand_ins::{OneHost, Reaction, Site},
    harness::{Org, Service},
};

const NOTHING: EngineLimits = EngineLimits { noindex: false, nosnippet: false };

/// A probe that finds this site at `example.com`.
fn probe_of(site: &Site) -> HttpInstallProbe {
    let names = Arc::new(OneHost("example.com", site.address));
    let allowed = ["127.0.0.1/32".parse().unwrap()];
    HttpInstallProbe::through(Outgoing::with_names(&allowed, "Askline/1", names).unwrap())
}

async fn checks(service: &Service, org: &Org, site: &Site, others: &[String]) -> Vec<CitationCheck> {
    let probed = probe_of(site).probe("example.com", org.site, others).await;
    let today = Day::of(service.app.now(), &TimeZone::UTC);
    citable::checks(service.app.ports(), org.site, today, &probed.says).await.unwrap()
}

#[tokio::test]
async fn what_a_server_says_to_engines_is_read_on_the_home_page_and_on_pages_that_it_lets_askline_read() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let site = Site::empty().await;
    let robots = "User-agent: OAI-SearchBot\nDisallow: /a\n\nUser-agent: askline\nDisallow: /secret\n";
    site.robots(robots).page("/", "<p>Home");
    site.at("/a", Reaction::Robots("googlebot: nosnippet", "<p>A".into()));
    site.page("/b", "<meta name=robots content=noindex><p>B").page("/secret", "<p>Secret");
    let others = ["/a", "/b", "/secret", "/gone"].map(str::to_owned);
    let probed = probe_of(&site).probe("example.com", org.site, &others).await;
    assert_eq!(probed.says.robots.as_deref(), Some(robots));
    let limits: Vec<_> = probed.says.pages.iter().map(|(path, limits)| (path.as_str(), *limits)).collect();
    let (noindex, nosnippet) = (EngineLimits { noindex: true, ..NOTHING }, EngineLimits { nosnippet: true, ..NOTHING });
    let expected =
        [("/", Some(NOTHING)), ("/a", Some(nosnippet)), ("/b", Some(noindex)), ("/secret", None), ("/gone", None)];
    assert_eq!(limits, expected);
    assert!(!site.asked().contains(&"/secret".to_owned()), "{:?}", site.asked());

    let found = checks(&service, &org, &site, &others).await;
    use CitationCheckState::{Failed, Manual, Unknown};
    let states: Vec<_> = found.iter().map(|check| check.state).collect();
    assert_eq!(states, [Failed, Failed, Failed, Unknown, Manual]);
    assert_eq!((&found[0].crawlers[..], &found[0].pages[..]), (&["OAI-SearchBot".to_owned()][..], &others[..1]));
    assert_eq!((&found[1].pages[..], &found[2].pages[..]), (&others[1..2], &others[..1]));
}

#[tokio::test]
async fn a_site_that_does_not_answer_is_not_asked_for_more_pages_and_nothing_is_called_passed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let site = Site::empty().await;
    site.at("/", Reaction::Status(503)).at("/robots.txt", Reaction::Status(503)).page("/a", "<p>A");
    let found = checks(&service, &org, &site, &["/a".to_owned()]).await;
    use CitationCheckState::{Manual, Unknown};
    let states: Vec<_> = found.iter().map(|check| check.state).collect();
    assert_eq!(states, [Unknown, Unknown, Unknown, Unknown, Manual]);
    assert!(!site.asked().contains(&"/a".to_owned()), "{:?}", site.asked());
}

#[tokio::test]
async fn a_check_of_the_installation_has_the_checks_and_the_most_viewed_pages_are_looked_at() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    let views = ["/", "/", "/", "/a", "/b", "/b", "/c", "/c", "/c", "/d", "/d", "/d", "/d"].map(view);
    count(&service, &views).await;
    let today = Day::of(service.app.now(), &TimeZone::UTC);
    let pages = async |site: SiteId| citable::pages_to_look_at(service.app.ports(), site, today).await.unwrap();
    assert_eq!(pages(org.site).await, ["/d", "/c", "/b"]);

    let source = format!("/api/v1/logs/{}/sources", org.site);
    let made = service.send(Method::POST, &source, Some(&org.session), Some(&json!({ "name": "web" }))).await;
    let token = made.data(201)["token"].as_str().unwrap().to_owned();
    let at = service.app.now().strftime("%d/%b/%Y:%H:%M:%S +0000");
    let line =
        |agent: &str| format!("203.0.113.9 - - [{at}] \"GET /a HTTP/1.1\" 403 5 \"-\" \"{agent}/1.0\"\n").repeat(20);
    let batch = service.request(Method::POST, "/api/v1/logs/ingest").bearer_auth(token);
    let batch = batch.header("content-type", "text/plain").body(line("PerplexityBot") + &line("GPTBot"));
    assert_eq!(service.answer(batch).await.data(202)["kept"], 40);
    let path = format!("/api/v1/sites/{}/verify", org.site);
    let verified = service.send(Method::POST, &path, Some(&org.session), None).await.data(200).clone();
    assert_eq!(verified["id"], json!(org.site));
    let kinds: Vec<_> = verified["citable"].as_array().unwrap().iter().map(|check| &check["kind"]).collect();
    assert_eq!(kinds, ["robots_txt", "noindex", "nosnippet", "refused", "generative_control"]);
    let refused = &verified["citable"][3];
    assert_eq!(refused["state"], "failed");
    assert_eq!(refused["crawlers"], json!(["PerplexityBot"]), "to refuse a crawler for training may be intended");
}
