//! Generation of prompts and questions from a site's real pages. It is paid once and only when it succeeds, and never
//! overwrites what a person wrote.

use std::{sync::Arc, time::Duration};

use askline_api::settings::{ApiSettings, GenerationSettings, RequestLimits};
use askline_domain::{identity::secret::Secret, organizations::plan::Plan};
use askline_jobs::{
    generate::{GeneratePrompts, Model, ModelAddress, ReadingPace, SITE_READER_AGENT, SiteReader},
    outgoing::{Outgoing, VendorClient},
    runner::JobRunner,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

mod canonical_links;
mod credits;
mod model_faults;
mod noindex;
mod page_texts;
mod proposals;
mod quality;
mod replacement;
mod rolled_back;
mod site_faults;
mod sites;
pub mod stand_ins;

use stand_ins::{ModelServer, OneHost, Site};

/// The operator's API key, which no response may show.
const MODEL_KEY: &str = "sk-operator-0123456789";
/// How long a model may take in these tests, which wait in real time for one that hangs.
const MAX_MODEL_TIME: Duration = Duration::from_secs(1);

/// A server, an organization on the Enterprise plan, and a runner that generates from a stand-in site.
struct Scene {
    service: Service,
    org: Org,
    runner: JobRunner,
    site: Site,
    model: Option<ModelServer>,
}

impl Scene {
    /// A scene with the built-in generator.
    async fn on(site: Site) -> Self {
        Self::with(site, None).await
    }

    /// A scene with a model.
    async fn with_model(site: Site) -> Self {
        Self::with(site, Some(ModelServer::start().await)).await
    }

    async fn with(site: Site, model: Option<ModelServer>) -> Self {
        let limits = RequestLimits { session_per_minute: 0, config_per_minute: 0, ..RequestLimits::default() };
        let name = model.is_some().then(|| "house-model".to_owned());
        let generation = GenerationSettings { model: name, ..GenerationSettings::default() };
        let service = Service::start_with(ApiSettings { limits, generation, ..ApiSettings::default() }).await;
        let org = service.organization(Plan::Enterprise).await;
        let names = Arc::new(OneHost("example.com", site.address));
        let here = ["127.0.0.1/32".parse().unwrap()];
        let outgoing = Outgoing::with_names(&here, SITE_READER_AGENT, names).unwrap();
        let manner = ReadingPace { pause: Duration::ZERO, ..ReadingPace::default() };
        let asked = model.as_ref().map(|server| {
            let address = ModelAddress {
                base_url: server.base_url.parse().unwrap(),
                api_key: Some(Secret::new(MODEL_KEY)),
                model: "house-model".into(),
            };
            Model::new(VendorClient::new(MAX_MODEL_TIME).unwrap(), address).unwrap()
        });
        let store = service.metadata.clone();
        let stores = (store.clone() as _, service.app.ports().events.clone());
        let handler = GeneratePrompts::new(stores, SiteReader::new(outgoing, manner), asked, service.clock.clone());
        let runner = JobRunner::new(store, service.clock.clone(), vec![Arc::new(handler)]);
        Self { service, org, runner, site, model }
    }

    fn model(&self) -> &ModelServer {
        self.model.as_ref().unwrap()
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/v1/prompts/{}{rest}", self.org.site)
    }

    async fn post(&self, rest: &str, body: Option<Value>) -> Answer {
        self.service.send(Method::POST, &self.path(rest), Some(&self.org.session), body.as_ref()).await
    }

    /// Runs a generation for the whole site; returns the job.
    async fn generate(&self) -> Value {
        self.ended(&self.post("/regenerate", None).await).await
    }

    /// Runs everything that is due; returns the job that a response names.
    async fn ended(&self, answer: &Answer) -> Value {
        let id = answer.data(202)["id"].as_str().unwrap().to_owned();
        self.runner.run_due().await.unwrap();
        self.job(&id).await
    }

    async fn job(&self, id: &str) -> Value {
        self.service.get(&format!("/api/v1/jobs/{id}"), &self.org.session).await.data(200).clone()
    }

    /// Every prompt, oldest first.
    async fn prompts(&self) -> Vec<Value> {
        let list = self.service.get(&self.path(""), &self.org.session).await;
        list.data(200)["items"].as_array().unwrap().iter().rev().cloned().collect()
    }

    async fn questions(&self) -> Vec<String> {
        let site = self.service.get(&format!("/api/v1/sites/{}", self.org.site), &self.org.session).await;
        let items = site.data(200)["config"]["questions"]["items"].as_array().unwrap().clone();
        items.iter().map(|item| item["text"].as_str().unwrap().to_owned()).collect()
    }

    async fn credits(&self) -> (i64, i64) {
        let credits = self.service.get("/api/v1/credits", &self.org.session).await;
        let number = |field: &str| credits.data(200)[field].as_i64().unwrap();
        (number("balance"), number("reserved"))
    }

    /// Asserts that a job failed with this code, that nothing changed, and that nothing was charged.
    async fn check_failed(&self, job: &Value, code: &str, before: &[Value]) {
        assert_eq!((&job["state"], &job["failure"]["code"]), (&json!("failed"), &json!(code)), "{job}");
        assert!(job["failure"]["message"].as_str().unwrap().len() > 10, "{job}");
        assert!(!job.to_string().contains(MODEL_KEY), "{job}");
        assert_eq!(self.prompts().await, before);
        assert_eq!(self.questions().await, [""; 0]);
        assert_eq!(self.credits().await, (100_000, 0));
    }
}
