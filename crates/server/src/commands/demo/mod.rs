//! Fills the folder of `askline demo` with sample data. The data has organizations on every plan, sites, keys, three
//! months of events, and runs of monitors.
//!
//! The data goes through the same checks and ports as real data. Passwords and keys are random each time.

mod choice;
mod sample_citations;
mod sample_events;
mod sample_notifications;
mod sample_reads;
mod sample_sharing;
mod sample_site;
mod sample_texts;
mod sites;

use std::net::SocketAddr;

use askline_api::pipeline::app::App;
use askline_app::{
    accounts::{OldPassword, put_one_time_link},
    ports::sites::Sighting,
    sites::{PreparedSite, seen_widgets::record_sightings},
};
use askline_domain::{
    audit::Target,
    events::Event,
    identity::{
        links::OneTimeToken,
        secret::Secret,
        token::{ONE_TIME_LASTS, new_visit_token},
    },
    keys::scope::{Scope, ScopeSet},
    organizations::plan::Plan,
    shared::ids::{Id as _, OrgId, QuestionId, SiteId, UserId},
    sites::{input::NewSite, visible::VisibleSites},
    widget::config::Question,
};
use jiff::SignedDuration;
use rand::Rng as _;
use serde_json::{Value, json};

use self::{
    sample_events::SampleEvents,
    sample_site::{COMMAND, DAYS, SampleSite},
    sites::SAMPLE_SITES,
};
use crate::{
    VERSION,
    commands::{
        audit_context, audit_draft,
        objects::{key::NewKey, organization::NewOrganization},
    },
    documents::DemoPage,
    failure::Failure,
    listen::own_address::local_origin,
    stores::Stores,
};

/// The number of events in one commit.
const BATCH_EVENTS: usize = 4_000;

/// What the demo contains, with the passwords and keys that are shown once.
pub struct Filled {
    origin: String,
    organizations: Vec<FilledOrganization>,
    page_site: SiteId,
    /// The token of the link that shares the figures of that site.
    shared_link: Secret,
    /// The one-time sign-in token for the owner of the first organization.
    visit: Secret,
    events: u64,
}

struct FilledOrganization {
    id: OrgId,
    owner: UserId,
    plan: Plan,
    email: String,
    password: Secret,
    key: Option<Secret>,
    sites: Vec<(SiteId, &'static SampleSite)>,
}

/// Fills empty stores with the sample data, for an instance that listens on `address`.
pub async fn fill(app: &App, stores: &Stores, address: SocketAddr) -> Result<Filled, Failure> {
    let origin = local_origin(address);
    let mut organizations = Vec::new();
    let mut events = 0;
    let mut page_site = None;
    for plan in [Plan::Enterprise, Plan::Business, Plan::Pro, Plan::Free] {
        let mut organization = make_organization(stores, plan).await?;
        // The dashboard opens the newest site first, so the healthiest, which is the first of the list, is created last.
        for sample in SAMPLE_SITES.iter().rev().filter(|sample| sample.plan == plan) {
            let made = make_site(app, &organization, sample, &origin, address.port()).await?;
            let id = made.site.id;
            events += add_events(app, stores, &made, sample).await?;
            sample_citations::fill(stores, organization.id, &made.site, sample.monitors, app.now()).await?;
            if plan == Plan::Enterprise {
                sample_reads::fill(stores, organization.id, &made.site, sample, app.now()).await?;
                sample_texts::fill(stores, &made.site, sample, app.now()).await?;
            }
            if sample.is_demo_page {
                page_site = Some((id, sample_sharing::fill(app, &made.site).await?));
            }
            organization.sites.push((id, sample));
        }
        organization.key = make_key(stores, &organization).await?;
        organizations.push(organization);
    }
    let (page_site, shared_link) = page_site.ok_or_else(|| Failure::failed("no sample site carries the demo page"))?;
    let first = organizations.first().ok_or_else(|| Failure::failed("there is no sample organization"))?;
    sample_notifications::fill(app, first.id, address).await?;
    let visit = make_visit(app, stores, first).await?;
    Ok(Filled { origin, organizations, page_site, shared_link, visit, events })
}

/// Creates a token that signs the owner in once and does not change the password, which is printed as well.
async fn make_visit(app: &App, stores: &Stores, organization: &FilledOrganization) -> Result<Secret, Failure> {
    let FilledOrganization { id, owner, email, .. } = organization;
    let secret = new_visit_token(&mut rand::rng());
    let token = OneTimeToken { user_id: *owner, digest: secret.digest(), expires_at: app.now() + ONE_TIME_LASTS };
    let targets = vec![Target::new("user", owner, email.clone())];
    let audit = audit_draft(*id, COMMAND, "member.sign_in_link_created", targets, json!({}));
    if put_one_time_link(&*stores.metadata, &token, OldPassword::WorksUntilUse, vec![audit]).await? {
        Ok(secret)
    } else {
        Err(Failure::failed("the owner of the first sample organization no longer exists"))
    }
}

async fn make_organization(stores: &Stores, plan: Plan) -> Result<FilledOrganization, Failure> {
    let email = format!("{plan}@example.com");
    let password = random_password();
    let new = NewOrganization::check(&format!("Demo {}", plan.name()), plan, &email, Some(&password))?;
    let (id, owner) = new.owned_by(owner_name(plan)).store(stores, COMMAND, password.clone()).await?;
    Ok(FilledOrganization { id, owner, plan, email, password, key: None, sites: Vec::new() })
}

/// An invented name, so that lists of people look realistic.
const fn owner_name(plan: Plan) -> &'static str {
    match plan {
        Plan::Free => "Sam Ellis",
        Plan::Pro => "Kim Alder",
        Plan::Business => "Jo Marsh",
        Plan::Enterprise => "Robin Hale",
    }
}

/// A password that nobody chose: 128 random bits.
fn random_password() -> Secret {
    let mut bytes = [0_u8; 16];
    rand::rng().fill_bytes(&mut bytes);
    Secret::new(hex::encode(bytes))
}

async fn make_key(stores: &Stores, organization: &FilledOrganization) -> Result<Option<Secret>, Failure> {
    let scopes: ScopeSet = match organization.plan {
        Plan::Enterprise => [Scope::All].into_iter().collect(),
        Plan::Pro => [Scope::AnalyticsRead, Scope::SitesRead].into_iter().collect(),
        Plan::Free | Plan::Business => return Ok(None),
    };
    let new =
        NewKey { org: organization.id, name: "Demo".into(), scopes, site_ids: VisibleSites::ALL, expires_at: None };
    let made = new.store(stores, COMMAND).await?;
    Ok(Some(Secret::new(made.key.expose())))
}

async fn make_site(
    app: &App,
    organization: &FilledOrganization,
    sample: &SampleSite,
    origin: &str,
    port: u16,
) -> Result<PreparedSite, Failure> {
    let own = format!("https://{}", sample.domain);
    let mut origins =
        vec![own, origin.to_owned(), format!("http://127.0.0.1:{port}"), format!("http://localhost:{port}")];
    origins.dedup();
    let new = NewSite {
        name: Some(sample.name.into()),
        domain: sample.domain.into(),
        allowed_origins: sample.is_demo_page.then_some(origins),
        timezone: Some(sample.timezone.into()),
        ..NewSite::default()
    };
    // The site was created the day before its first reader.
    let registered_at = app.now() - SignedDuration::from_hours(24 * i64::from(DAYS));
    let mut prepared = askline_app::sites::prepare(app.instance(), organization.id, new, registered_at)?;
    let at = prepared.site.created_at;
    prepared.config.questions.items = sample
        .questions
        .iter()
        .map(|text| Question { id: QuestionId::new(at, &mut rand::rng()), text: (*text).to_owned() })
        .collect();
    askline_app::sites::store(app.instance(), &prepared, organization.plan, &audit_context(COMMAND)).await?;
    Ok(prepared)
}

async fn add_events(
    app: &App,
    stores: &Stores,
    made: &PreparedSite,
    sample: &'static SampleSite,
) -> Result<u64, Failure> {
    let PreparedSite { site, config, prompts } = made;
    let questions = config.questions.items.iter().map(|question| question.id).collect();
    let prompts = prompts.iter().map(|prompt| prompt.id).collect();
    let mut events = SampleEvents::new(site, sample, questions, prompts, app.now());
    let mut stored = 0;
    loop {
        let batch: Vec<_> = events.by_ref().take(BATCH_EVENTS).collect();
        let sighting = |event: &Event| Sighting {
            site: site.id,
            at: event.at,
            url: format!("https://{}{}", site.domain, event.path),
            widget_version: Some(VERSION.into()),
            automated: false,
        };
        let (Some(first), Some(last)) = (batch.first().map(sighting), batch.last().map(sighting)) else { break };
        stored += u64::from(stores.events.append(batch).await?.stored);
        record_sightings(&*stores.metadata, &[first, last]).await?;
    }
    Ok(stored)
}

impl Filled {
    /// What the page at `/demo/` shows.
    pub fn page(&self) -> DemoPage {
        DemoPage { site: self.page_site, origin: self.origin.clone() }
    }

    /// The output for programs.
    pub fn json(&self) -> Value {
        let organizations: Vec<Value> = self
            .organizations
            .iter()
            .map(|organization| {
                let sites: Vec<Value> = organization
                    .sites
                    .iter()
                    .map(|(id, sample)| json!({ "siteId": id, "name": sample.name, "domain": sample.domain }))
                    .collect();
                json!({
                    "orgId": organization.id,
                    "plan": organization.plan,
                    "email": organization.email,
                    "password": organization.password.expose(),
                    "key": organization.key.as_ref().map(Secret::expose),
                    "sites": sites,
                })
            })
            .collect();
        json!({
            "listening": self.origin,
            "enter": self.enter(),
            "dashboard": format!("{}/", self.origin),
            "demoPage": format!("{}/demo/", self.origin),
            "docs": format!("{}/docs", self.origin),
            "sharedLink": self.shared(),
            "siteId": self.page_site,
            "key": self.main_key(),
            "events": self.events,
            "organizations": organizations,
        })
    }

    /// The output for people.
    pub fn text(&self) -> String {
        let origin = &self.origin;
        let authorization = format!("Authorization: Bearer {}", self.main_key().unwrap_or_default());
        let mut lines = vec![
            format!("Askline is running at {origin} with {} sample events from 90 days.", self.events),
            String::new(),
            format!("Open the dashboard; this address works once, within {} minutes:", ONE_TIME_LASTS.as_mins()),
            String::new(),
            format!("  {}", self.enter()),
            String::new(),
            format!("  A page with the widget   {origin}/demo/"),
            format!("  API reference            {origin}/docs"),
            format!("  Dashboard sign-in        {origin}/"),
            format!("  Shared with a client     {}", self.shared()),
            String::new(),
            "The demonstration sends no emails; this writes every email that Askline can send into a folder:".into(),
            "  askline mail preview emails".into(),
            String::new(),
            "Accounts, created for this run (also for POST /api/v1/auth/login):".into(),
            String::new(),
        ];
        for organization in &self.organizations {
            let FilledOrganization { plan, email, password, .. } = organization;
            lines.push(format!("  {:<12} {email:<24} {}", plan.name(), password.expose()));
        }
        lines.push(String::new());
        lines.push("API keys, shown only once:".into());
        lines.push(String::new());
        for organization in &self.organizations {
            if let Some(key) = &organization.key {
                lines.push(format!("  {:<12} {}", organization.plan.name(), key.expose()));
            }
        }
        lines.extend([
            String::new(),
            "Try it:".into(),
            String::new(),
            format!("  curl -H '{authorization}' \\"),
            format!("    '{origin}/api/v1/analytics/{}/ai?days=30'", self.page_site),
            format!("  curl -H '{authorization}' \\"),
            format!("    '{origin}/api/v1/citations/{}/summary?days=90'", self.page_site),
            String::new(),
            "Press Ctrl-C to stop.".into(),
        ]);
        lines.join("\n")
    }

    fn shared(&self) -> String {
        format!("{}/shared#{}", self.origin, self.shared_link.expose())
    }

    fn enter(&self) -> String {
        format!("{}/enter#{}", self.origin, self.visit.expose())
    }

    fn main_key(&self) -> Option<&str> {
        self.organizations.iter().find_map(|organization| organization.key.as_ref()).map(Secret::expose)
    }
}
