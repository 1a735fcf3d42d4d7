//! Registering, changing and deleting a site.

use askline_domain::{
    audit::Target,
    built_in_prompts::prompts_for_new_site,
    calendar::check_time_zone,
    citations::aliases::check_aliases,
    edited_field::given,
    id::{Id as _, PromptId, SiteId},
    ports::SiteCreation,
    prompt::Prompt,
    site::{NAME_CHARACTERS_MOST, ORIGINS_MOST, Sightings, Site, check_domain, check_origin, default_origins},
    violation::Violations,
    widget_config::WidgetConfig,
};
use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{SiteDetail, SiteView, WidgetConfigView, gone::remove_events_of_gone_sites, payload::check_room};
use crate::{
    app::App,
    caller::{Call, OrgAccess, SiteAccess},
    error::ApiError,
    if_match::{check_if_match_by, tag_of},
    input::{Input, Json, Nothing},
    known_ids::with_instance_ids,
    prompt_guard::check_policy,
    reply::Reply,
    time_text::rfc3339,
};

/// The language of a new site's prompts, which ask for an answer in the page's own.
const DEFAULT_LANGUAGE: &str = "en";

/// A site to be registered.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewSite {
    /// What you call it; the domain when left out.
    #[schemars(length(min = 1, max = 100))]
    pub name: Option<String>,
    /// Its bare domain.
    #[schemars(length(min = 1, max = 253), extend("format" = "idn-hostname"))]
    pub domain: String,
    /// Other names by which answers of engines may speak of it, 2 to 80 characters each.
    #[serde(default)]
    #[schemars(length(max = 20), extend("uniqueItems" = true), inner(length(min = 2, max = 80)))]
    pub aliases: Vec<String>,
    /// Origins whose events are taken; the domain with and without `www.` over HTTPS when left out.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1)))]
    pub allowed_origins: Option<Vec<String>>,
    /// IANA time zone; `UTC` when left out.
    #[schemars(length(min = 1))]
    pub timezone: Option<String>,
}

/// Changes to a site; what is left out stays.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteEdit {
    /// What you call it.
    #[schemars(length(min = 1, max = 100))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its bare domain.
    #[schemars(length(min = 1, max = 253), extend("format" = "idn-hostname"))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Other names by which answers of engines may speak of it, 2 to 80 characters each. The list replaces the one there was.
    #[schemars(length(max = 20), extend("uniqueItems" = true), inner(length(min = 2, max = 80)))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<String>", skip_serializing_if = "Option::is_none")]
    pub aliases: Option<Vec<String>>,
    /// Origins whose events are taken.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1)))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Vec<String>", skip_serializing_if = "Option::is_none")]
    pub allowed_origins: Option<Vec<String>>,
    /// IANA time zone. Days that were counted stay as they are.
    #[schemars(length(min = 1))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
}

/// What is left of a deleted thing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Deleted {
    /// Its id.
    pub id: String,
    /// Always `deleted`.
    #[schemars(extend("const" = "deleted"))]
    pub status: &'static str,
}

impl Deleted {
    /// The thing with this id is gone.
    pub fn of(id: impl ToString) -> Self {
        Self { id: id.to_string(), status: "deleted" }
    }
}

/// A site that was checked, with its first configuration and prompts: what the API and the command line store.
pub struct PreparedSite {
    /// The site.
    pub site: Site,
    /// Its first configuration.
    pub config: WidgetConfig,
    /// Its first prompts.
    pub prompts: Vec<Prompt>,
}

/// Checks a new site and gives it its first configuration and prompts.
pub fn prepare_site(
    app: &App,
    org: askline_domain::id::OrgId,
    new: NewSite,
    at: Timestamp,
) -> Result<PreparedSite, ApiError> {
    let mut violations = Violations::new();
    let domain = check_domain("domain", &new.domain, &mut violations);
    let timezone = new.timezone.unwrap_or_else(|| "UTC".into());
    check_time_zone("timezone", &timezone, &mut violations);
    let name = new.name.or_else(|| domain.clone()).unwrap_or_default();
    if domain.is_some() {
        check_name(&name, &mut violations);
    }
    let aliases = check_aliases("aliases", &new.aliases, &mut violations);
    let allowed_origins = match new.allowed_origins {
        Some(origins) => check_origins(&origins, &mut violations),
        None => domain.as_deref().map(default_origins).unwrap_or_default(),
    };
    let domain = violations.finish(domain)?.unwrap_or_default();
    let id = SiteId::new(at, &mut rand::rng());
    let site = Site {
        id,
        org_id: org,
        name: name.trim().to_owned(),
        domain,
        aliases,
        allowed_origins,
        timezone,
        created_at: at,
        updated_at: at,
        sightings: Sightings::default(),
    };
    check_policy(app, &site, [("name".to_owned(), &site.name)])?;
    let config = with_instance_ids(app, WidgetConfig::for_new_site);
    let mut new_prompt_id = |at| PromptId::new(at, &mut rand::rng());
    let prompts = prompts_for_new_site(id, DEFAULT_LANGUAGE, at, &mut new_prompt_id);
    Ok(PreparedSite { site, config, prompts })
}

fn check_name(name: &str, violations: &mut Violations) {
    violations.check_length("name", name.trim(), 1, NAME_CHARACTERS_MOST);
    if name.chars().any(char::is_control) {
        violations.add("name", "CONTROL_CHARACTER", "name must not contain control characters.");
    }
}

fn check_origins(origins: &[String], violations: &mut Violations) -> Vec<String> {
    if origins.is_empty() || origins.len() > ORIGINS_MOST {
        violations.add(
            "allowedOrigins",
            "WRONG_NUMBER",
            format!("allowedOrigins must have 1 to {ORIGINS_MOST} entries."),
        );
        return Vec::new();
    }
    let mut checked: Vec<String> = Vec::new();
    for (index, text) in origins.iter().enumerate() {
        if let Some(origin) = check_origin(&format!("allowedOrigins[{index}]"), text, violations)
            && !checked.contains(&origin)
        {
            checked.push(origin);
        }
    }
    checked
}

/// `POST /sites`
pub async fn create_site(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewSite>>,
) -> Result<Reply<SiteDetail>, ApiError> {
    let plan = call.tenant.plan;
    let prepared = prepare_site(&call.app, call.tenant.id, input.body.0, call.request.at)?;
    let site = &prepared.site;
    let audit = call.audit(
        call.tenant.id,
        "site.created",
        vec![Target::new("site", site.id, &*site.name)],
        json!({ "domain": site.domain, "timezone": site.timezone }),
    );
    let sites = &call.app.ports().sites;
    let most = plan.limits().sites;
    match sites.create_site(site, &prepared.config, &prepared.prompts, most, audit).await? {
        SiteCreation::Created => {}
        SiteCreation::LimitReached => {
            return Err(ApiError::limit_reached(format!(
                "The {} plan has {} sites, and all are taken.",
                plan.name(),
                most.unwrap_or(0)
            )));
        }
    }
    let Some((site, config)) = sites.site(site.id).await? else { return Err(ApiError::not_found("site")) };
    let detail =
        SiteDetail { site: SiteView::of(&site, call.request.at), config: WidgetConfigView::of(&config, Vec::new()) };
    Ok(Reply::new(detail).header(header::ETAG, super::config::etag_of(config.version)))
}

/// `PATCH /sites/:id`
pub async fn update_site(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<SiteEdit>>,
) -> Result<Reply<SiteView>, ApiError> {
    let sites = &call.app.ports().sites;
    let id = call.tenant.site.site.id;
    // What is read here is what is changed: of two edits at once each sees the other's.
    let _turn = call.app.payload_turns().take(id).await;
    let Some((before, _)) = sites.site(id).await? else {
        return Err(ApiError::not_found("site"));
    };
    check_settings(&call.request.headers, &before)?;
    let mut site = before.clone();
    let edit = input.body.0;
    let mut violations = Violations::new();
    let mut changed = serde_json::Map::new();
    if let Some(name) = edit.name {
        check_name(&name, &mut violations);
        site.name = name.trim().to_owned();
        changed.insert("name".into(), json!(site.name));
    }
    if let Some(domain) = edit.domain
        && let Some(domain) = check_domain("domain", &domain, &mut violations)
    {
        changed.insert("domain".into(), json!(domain));
        site.domain = domain;
    }
    if let Some(aliases) = edit.aliases {
        site.aliases = check_aliases("aliases", &aliases, &mut violations);
        changed.insert("aliases".into(), json!(site.aliases));
    }
    if let Some(origins) = edit.allowed_origins {
        site.allowed_origins = check_origins(&origins, &mut violations);
        changed.insert("allowedOrigins".into(), json!(site.allowed_origins));
    }
    if let Some(timezone) = edit.timezone {
        check_time_zone("timezone", &timezone, &mut violations);
        changed.insert("timezone".into(), json!(timezone));
        site.timezone = timezone;
    }
    violations.finish(())?;
    if site == before {
        return Ok(with_tag(&site, call.request.at));
    }
    if site.name != before.name {
        check_policy(&call.app, &site, [("name".to_owned(), &site.name)])?;
    }
    site.updated_at = call.request.at;
    // Only the name is in the payload.
    if changed.contains_key("name") {
        check_room(&call, |source| source.site_name.clone_from(&site.name)).await?;
    }
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = call.audit(site.org_id, "site.updated", targets, changed.into());
    if !sites.update_site(&site, audit).await? {
        return Err(ApiError::not_found("site"));
    }
    Ok(with_tag(&site, call.request.at))
}

/// Refuses a change that was made on older settings of the site. They are called by `updatedAt`, or by the `ETag` of a read, which
/// ends with the same moment.
fn check_settings(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let (moment, milliseconds) = (rfc3339(site.updated_at), site.updated_at.as_millisecond().to_string());
    let is_read = |tag: &str| tag.rsplit_once('-').is_some_and(|(_, end)| end == milliseconds);
    check_if_match_by(headers, &moment, |tag| tag == moment || is_read(tag))
}

/// A site with what `If-Match` takes for the present state of its settings.
fn with_tag(site: &Site, at: Timestamp) -> Reply<SiteView> {
    Reply::new(SiteView::of(site, at)).header(header::ETAG, tag_of(&rfc3339(site.updated_at)))
}

/// `DELETE /sites/:id`
pub async fn delete_site(call: Call<SiteAccess>, _: Input) -> Result<Reply<Deleted>, ApiError> {
    let site = &call.tenant.site.site;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = call.audit(site.org_id, "site.deleted", targets, json!({ "domain": site.domain }));
    if !call.app.ports().sites.delete_site(site.org_id, site.id, audit).await? {
        return Err(ApiError::not_found("site"));
    }
    // The site is gone for everybody now; its events follow.
    remove_events_of_gone_sites(&call.app, vec![site.id]).await;
    Ok(Reply::new(Deleted::of(site.id)))
}
