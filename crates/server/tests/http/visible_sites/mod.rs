//! Members who see only some sites. No answer shows them any other site of their organization.

mod access;
mod elsewhere;
mod matrix;

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::{
    engines::Engine,
    identity::role::Role,
    organizations::plan::Plan,
    shared::ids::{SiteId, UserId},
    sites::visible::VisibleSites,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service, unlimited},
    monitors::engines::{Act, catalogue},
};

/// Texts that occur only in the hidden site.
const HIDDEN_NAME: &str = "Secluded Gardens";
const HIDDEN_DOMAIN: &str = "secluded.example.net";
const HIDDEN_QUESTION: &str = "Which secluded garden is best?";

/// An organization with the site `org.site` and a hidden site. Each has a monitor that ran and was paid.
pub struct Scene {
    pub service: Service,
    pub org: Org,
    pub hidden: SiteId,
    /// The job of the monitor of the hidden site.
    pub hidden_job: String,
    /// The job of the monitor of `org.site`.
    pub own_job: String,
}

impl Scene {
    pub async fn new() -> Self {
        let limits = RequestLimits { session_per_minute: 0, ..unlimited() };
        let service = Service::start_with(ApiSettings { engines: catalogue(), limits, ..ApiSettings::default() }).await;
        let org = service.organization(Plan::Enterprise).await;
        let hidden = service.site_of(&org, HIDDEN_DOMAIN).await;
        let path = format!("/api/v1/sites/{hidden}");
        let named = json!({ "name": HIDDEN_NAME });
        service.send(Method::PATCH, &path, Some(&org.session), Some(&named)).await.data(200);
        for engine in [Engine::OpenAi, Engine::Perplexity] {
            service.engines.of(engine).always(Act::says("Ask them.", &["https://example.com/"]));
        }
        let hidden_job = run_monitor(&service, &org, hidden, HIDDEN_QUESTION).await;
        let own_job = run_monitor(&service, &org, org.site, "Which tool is best?").await;
        Self { service, org, hidden, hidden_job, own_job }
    }

    /// A member who sees only `org.site`: the id and a session.
    pub async fn limited(&self, role: Role) -> (UserId, String) {
        self.seeing(role, &[self.org.site]).await
    }

    pub async fn seeing(&self, role: Role, sites: &[SiteId]) -> (UserId, String) {
        self.service.member_seeing(&self.org, role, VisibleSites::only(sites.to_vec())).await
    }

    /// Changes a member, with the owner's session.
    pub async fn change(&self, member: UserId, body: Value) -> Answer {
        let path = format!("/api/v1/orgs/{}/members/{member}", self.org.id);
        self.service.send(Method::PATCH, &path, Some(&self.org.session), Some(&body)).await
    }

    /// The ids of the sites that this credential is shown.
    pub async fn sites_of(&self, bearer: &str) -> Vec<String> {
        ids(self.service.get("/api/v1/sites", bearer).await.data(200), "id")
    }
}

/// Makes a monitor and runs it to its end. Returns the id of the job.
async fn run_monitor(service: &Service, org: &Org, site: SiteId, question: &str) -> String {
    let path = format!("/api/v1/monitors/{site}");
    let body = json!({ "query": question, "engines": ["openai", "perplexity"], "cadence": "manual" });
    let made = service.send(Method::POST, &path, Some(&org.session), Some(&body)).await;
    let run = format!("{path}/{}/run", made.data(201)["id"].as_str().unwrap());
    let begun = service.send(Method::POST, &run, Some(&org.session), None).await;
    let job = begun.data(202)["job"]["id"].as_str().unwrap().to_owned();
    service.run_due_jobs().await;
    job
}

fn ids(data: &Value, field: &str) -> Vec<String> {
    let items = data["items"].as_array().unwrap();
    items.iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

/// Status and error of a refusal.
fn told(answer: &Answer) -> (u16, Value) {
    (answer.status.as_u16(), answer.body["error"].clone())
}
