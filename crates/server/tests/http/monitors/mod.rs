//! Monitors: how they are created, changed, run and paid, and what they find.

mod archived;
mod board;
mod changed_models;
mod changes;
mod choices;
mod citations;
pub(crate) mod engines;
mod failures;
mod filters;
mod one_call;
mod pages;
mod runs;
mod schedule;
mod site_credits;

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::{engines::Engine, identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    monitors::engines::{Act, catalogue},
};

/// An organization on a service with the engines of [`catalogue`].
pub struct Scene {
    pub service: Service,
    pub org: Org,
}

impl Scene {
    pub async fn new() -> Self {
        Self::on(Plan::Pro).await
    }

    pub async fn on(plan: Plan) -> Self {
        Self::at("2026-06-15T12:00:00Z", plan).await
    }

    pub async fn at(time: &str, plan: Plan) -> Self {
        let limits = RequestLimits { session_per_minute: 0, ..RequestLimits::default() };
        let settings = ApiSettings { engines: catalogue(), limits, ..ApiSettings::default() };
        let service = Service::start_with(settings).await;
        service.clock.jump_to(time.parse().unwrap());
        let org = service.organization(plan).await;
        Self { service, org }
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let path = format!("/api/v1/monitors/{}{path}", self.org.site);
        self.service.send(method, &path, Some(&self.org.session), body).await
    }

    pub async fn create(&self, body: Value) -> Value {
        self.service.advance(1);
        let mut full = json!({ "query": "Which tool is best?", "cadence": "manual" });
        for (field, value) in body.as_object().unwrap() {
            full[field] = value.clone();
        }
        self.send(Method::POST, "", Some(&full)).await.data(201).clone()
    }

    pub async fn begin(&self, monitor: &Value) -> Answer {
        self.service.advance(1);
        self.send(Method::POST, &format!("/{}/run", monitor["id"].as_str().unwrap()), None).await
    }

    /// Runs a monitor to its end, and returns the job.
    pub async fn run(&self, monitor: &Value) -> Value {
        let begun = self.begin(monitor).await.data(202).clone();
        self.service.run_due_jobs().await;
        self.job(&begun).await
    }

    pub async fn job(&self, begun: &Value) -> Value {
        let path = format!("/api/v1/jobs/{}", begun["job"]["id"].as_str().unwrap());
        self.service.get(&path, &self.org.session).await.data(200).clone()
    }

    /// A monitor as it is shown now, read with a new session: older sessions may have expired when the clock moved.
    pub async fn monitor(&self, monitor: &Value) -> Value {
        let (_, session) = self.service.member_of(&self.org, Role::Member).await;
        let list = self.service.get(&format!("/api/v1/monitors/{}", self.org.site), &session).await;
        let items = list.data(200)["items"].as_array().unwrap().clone();
        items.into_iter().find(|one| one["id"] == monitor["id"]).unwrap()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.service.get(&format!("/api/v1/citations/{}{path}", self.org.site), &self.org.session).await
    }

    pub async fn citations(&self, query: &str) -> Vec<Value> {
        self.get(query).await.data(200)["items"].as_array().unwrap().clone()
    }

    /// The balance and the reserved credits. Checks that the balance is the sum of the ledger.
    pub async fn credits(&self) -> (i64, i64) {
        let account = self.service.metadata.credits(self.org.id, self.service.app.now()).await.unwrap().unwrap();
        let page = askline_domain::shared::paging::PageRequest::NEWEST;
        let ledger = self.service.metadata.ledger(self.org.id, None, None, page).await.unwrap();
        assert_eq!(ledger.items.iter().map(|line| line.amount).sum::<i64>(), account.balance);
        (account.balance, account.reserved)
    }

    /// A new session of an owner: older ones expire when the clock moves by days.
    pub async fn new_session(&self) -> String {
        self.service.member_of(&self.org, Role::Owner).await.1
    }

    pub fn engine(&self, engine: Engine) -> &crate::monitors::engines::ScriptedEngine {
        self.service.engines.of(engine)
    }
}

#[tokio::test]
async fn a_monitor_is_kept_as_it_was_sent_and_says_whom_it_can_ask() {
    let scene = Scene::new().await;
    let made = scene
        .create(json!({
            "query": " Which tool? ", "engines": ["openai", "gemini", "anthropic"], "cadence": "daily",
            "samplesPerRun": 2, "region": "de", "language": "DE-de",
            "competitors": ["www.Rival.com", { "domain": "Other.Example", "aliases": [" Other & Sons "] }],
        }))
        .await;
    assert!(made["id"].as_str().unwrap().starts_with("mon_"));
    let status = made["engineStatus"].as_array().unwrap().clone();
    assert!(status[1]["reason"].as_str().unwrap().contains("[engines.gemini]"));
    assert!(status[2]["reason"].as_str().unwrap().contains("anthropic has no key"));
    let expected = json!({
        "id": made["id"], "siteId": scene.org.site, "query": "Which tool?",
        "engines": ["openai", "gemini", "anthropic"], "cadence": "daily", "samplesPerRun": 2, "region": "DE",
        "language": "de-DE", "enabled": true, "nextRunAt": made["nextRunAt"], "archivedAt": null,
        "competitors": [{ "domain": "rival.com", "aliases": [] },
            { "domain": "other.example", "aliases": ["Other & Sons"] }],
        "lastRun": null, "creditsPerRun": 6,
        "engineStatus": [
            { "engine": "openai", "readiness": "ready", "reason": null, "model": "openai-1", "creditsPerAnswer": 3 },
            { "engine": "gemini", "readiness": "terms_not_confirmed", "reason": status[1]["reason"],
              "model": "gemini-1", "creditsPerAnswer": 5 },
            { "engine": "anthropic", "readiness": "no_key", "reason": status[2]["reason"], "model": "",
              "creditsPerAnswer": 0 },
        ],
        "createdAt": "2026-06-15T12:00:01.000Z", "updatedAt": "2026-06-15T12:00:01.000Z",
    });
    assert_eq!(made, expected);
    // The run is due early on the next day in Berlin, the site's time zone.
    assert!(made["nextRunAt"].as_str().unwrap().starts_with("2026-06-16T0"));
    assert_eq!(scene.send(Method::GET, "", None).await.data(200)["items"], json!([expected]));
    let path = format!("/{}", made["id"].as_str().unwrap());
    scene.service.advance(60);
    // A value that was shown can be sent back without a change.
    let same = scene.send(Method::PATCH, &path, Some(&json!({ "competitors": made["competitors"] }))).await;
    assert_eq!(same.data(200), &made);
    let edit = json!({ "cadence": "manual", "region": null, "competitors": [] });
    let edited = scene.send(Method::PATCH, &path, Some(&edit)).await.data(200).clone();
    assert_eq!(
        (&edited["nextRunAt"], &edited["region"], &edited["competitors"]),
        (&json!(null), &json!(null), &json!([]))
    );
    assert_eq!((&edited["language"], &edited["updatedAt"]), (&json!("de-DE"), &json!("2026-06-15T12:01:01.000Z")));
    scene.service.advance(1);
    let deleted = scene.send(Method::DELETE, &path, None).await;
    assert_eq!(deleted.data(200)["id"], made["id"]);
    for (method, body) in [(Method::PATCH, Some(&edit)), (Method::DELETE, None)] {
        scene.send(method, &path, body).await.refused(404, "NOT_FOUND");
    }
    let log = scene.service.get("/api/v1/audit", &scene.org.session).await;
    let actions: Vec<&str> =
        log.data(200)["items"].as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(actions[..3], ["monitor.deleted", "monitor.updated", "monitor.created"]);
}

#[tokio::test]
async fn a_wrong_monitor_is_refused_by_field_and_nothing_is_stored() {
    let scene = Scene::new().await;
    let kept = scene.create(json!({ "engines": ["openai"] })).await;
    for (body, path) in [
        (json!({ "engines": ["openai"] }), "query"),
        (json!({ "query": "a" }), "engines"),
        (json!({ "query": "a\nb", "engines": ["openai"] }), "query"),
        (json!({ "query": "a", "engines": ["bing"] }), "engines[0]"),
        (json!({ "query": "a", "engines": ["openai"], "cadence": "hourly" }), "cadence"),
        (json!({ "query": "a", "engines": ["openai"], "samplesPerRun": 6 }), "samplesPerRun"),
        (json!({ "query": "a", "engines": ["openai"], "samplesPerRun": -1 }), "samplesPerRun"),
        (json!({ "query": "a", "engines": ["openai"], "competitors": ["www.example.com"] }), "competitors[0]"),
        (json!({ "query": "a", "engines": ["openai"], "competitors": [5] }), "competitors[0]"),
        (json!({ "query": "a", "engines": ["openai"], "competitors": [{ "aliases": [] }] }), "competitors[0].domain"),
        (
            json!({ "query": "a", "engines": ["openai"], "competitors": [{ "domain": "a.com", "aliases": ["A"] }] }),
            "competitors[0].aliases[0]",
        ),
        (
            json!({ "query": "a", "engines": ["openai"], "competitors": [{ "domain": "a.com", "alias": "AA" }] }),
            "competitors[0].alias",
        ),
        (json!({ "query": "a", "engines": ["openai"], "nextRunAt": null }), "nextRunAt"),
    ] {
        let made = scene.send(Method::POST, "", Some(&body)).await;
        made.refused(422, "VALIDATION_FAILED");
        assert_eq!(made.body["error"]["details"][0]["path"], path, "{}", made.text);
        if body.as_object().unwrap().len() > 2 {
            let edit = scene.send(Method::PATCH, &format!("/{}", kept["id"].as_str().unwrap()), Some(&body)).await;
            edit.refused(422, "VALIDATION_FAILED");
        }
    }
    assert_eq!(scene.send(Method::GET, "", None).await.data(200)["items"], json!([kept]));
}

#[tokio::test]
async fn members_may_change_monitors_and_viewers_see_only_what_they_found() {
    let scene = Scene::new().await;
    let (service, org) = (&scene.service, &scene.org);
    let path = format!("/api/v1/monitors/{}", org.site);
    let body = json!({ "query": "a", "engines": ["openai"] });
    let (_, member) = service.member_of(org, Role::Member).await;
    let (_, viewer) = service.member_of(org, Role::Viewer).await;
    service.send(Method::POST, &path, Some(&member), Some(&body)).await.data(201);
    service.send(Method::POST, &path, Some(&viewer), Some(&body)).await.refused(403, "FORBIDDEN");
    service.get(&path, &viewer).await.refused(403, "FORBIDDEN");
    service.get(&format!("/api/v1/citations/{}", org.site), &viewer).await.data(200);
    service.get(&format!("/api/v1/citations/{}", org.site), &member).await.data(200);
    let key = service.key(org, &[askline_domain::keys::scope::Scope::All]).await;
    service.get(&path, &key).await.refused(403, "INSUFFICIENT_SCOPE");
}

#[tokio::test]
async fn a_monitor_of_another_site_is_absent_here() {
    let scene = Scene::on(Plan::Business).await;
    let other = scene.service.site_of(&scene.org, "other.example").await;
    let monitor = scene.create(json!({ "engines": ["openai"] })).await;
    scene.engine(Engine::OpenAi).always(Act::says("", &["https://example.com/"]));
    scene.run(&monitor).await;
    let found = scene.citations("").await;
    let elsewhere = Scene { org: Org { site: other, ..scene.org.clone() }, service: scene.service };
    let path = format!("/{}", monitor["id"].as_str().unwrap());
    for (method, path) in [(Method::DELETE, path.clone()), (Method::PATCH, path.clone()), (Method::POST, path + "/run")]
    {
        let body = (method == Method::PATCH).then(|| json!({}));
        elsewhere.send(method, &path, body.as_ref()).await.refused(404, "NOT_FOUND");
    }
    assert!(elsewhere.citations("").await.is_empty());
    assert!(elsewhere.citations(&format!("?monitorId={}", monitor["id"].as_str().unwrap())).await.is_empty());
    elsewhere.get(&format!("/{}", found[0]["id"].as_str().unwrap())).await.refused(404, "NOT_FOUND");
}
