//! Registering, changing and deleting a site.

use askline_app::ports::sites::SiteCreation;
use askline_domain::{
    audit::Target,
    organizations::bounds::MAX_SITES_MADE_A_DAY,
    prompts::{Prompt, built_in::prompts_for_new_site},
    shared::{
        ids::{Id as _, OrgId, PromptId, SiteId},
        rfc3339::Moment,
    },
    sites::{
        Site,
        input::{NewSite, SiteEdit},
    },
    widget::config::WidgetConfig,
};
use axum::http::{HeaderMap, header};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{SiteDetail, SiteView, WidgetConfigView, gone::remove_what_is_gone, payload::check_room};
use crate::{
    app::App,
    pipeline::{
        call::Call,
        caller::{OrgAccess, SiteAccess},
        error::ApiError,
        request::{
            if_match::{check_if_match_by, tag_of},
            input::{Input, Json, Nothing},
        },
        response::reply::Reply,
    },
    resources::{prompts::prompt_guard::check_policy, sites::known_ids::with_instance_ids},
};

/// The language of a new site's prompts, which ask for an answer in the page's own.
const DEFAULT_LANGUAGE: &str = "en";

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
    /// The thing with this id is deleted.
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
pub fn prepare_site(app: &App, org: OrgId, new: NewSite, at: Timestamp) -> Result<PreparedSite, ApiError> {
    let site = Site::new(SiteId::new(at, &mut rand::rng()), org, new.check()?, at);
    check_policy(app, &site, [("name".to_owned(), &site.name)])?;
    let config = with_instance_ids(app, WidgetConfig::for_new_site);
    let mut new_prompt_id = |at| PromptId::new(at, &mut rand::rng());
    let prompts = prompts_for_new_site(site.id, DEFAULT_LANGUAGE, at, &mut new_prompt_id);
    Ok(PreparedSite { site, config, prompts })
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
        SiteCreation::DayLimitReached => {
            return Err(ApiError::limit_reached(format!(
                "The organization made {MAX_SITES_MADE_A_DAY} sites today (UTC), which is as many as it may. Make more tomorrow."
            )));
        }
    }
    let Some((site, config)) = sites.site(site.id).await? else { return Err(ApiError::not_found("site")) };
    let detail = SiteDetail {
        site: SiteView::of(&site, call.request.at),
        script_url: call.app.settings().script_url(),
        config: WidgetConfigView::of(&config, Vec::new()),
    };
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
    let change = input.body.0.check()?;
    let site = before.changed(&change, call.request.at);
    if site == before {
        return Ok(with_tag(&site, call.request.at));
    }
    if site.name != before.name {
        check_policy(&call.app, &site, [("name".to_owned(), &site.name)])?;
    }
    // Only the name is in the payload.
    if change.name.is_some() {
        check_room(&call, |source| source.site_name.clone_from(&site.name)).await?;
    }
    let metadata = serde_json::to_value(&change).map_err(ApiError::internal)?;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = call.audit(site.org_id, "site.updated", targets, metadata);
    if !sites.update_site(&site, audit).await? {
        return Err(ApiError::not_found("site"));
    }
    Ok(with_tag(&site, call.request.at))
}

/// Refuses a change that was made on older settings of the site. They are called by `updatedAt`, or by the `ETag` of a read, which
/// ends with the same moment.
fn check_settings(headers: &HeaderMap, site: &Site) -> Result<(), ApiError> {
    let (moment, milliseconds) = (Moment(site.updated_at).to_string(), site.updated_at.as_millisecond().to_string());
    let is_read = |tag: &str| tag.rsplit_once('-').is_some_and(|(_, end)| end == milliseconds);
    check_if_match_by(headers, &moment, |tag| tag == moment || is_read(tag))
}

/// A site with what `If-Match` takes for the present state of its settings.
fn with_tag(site: &Site, at: Timestamp) -> Reply<SiteView> {
    Reply::new(SiteView::of(site, at)).header(header::ETAG, tag_of(&Moment(site.updated_at).to_string()))
}

/// `DELETE /sites/:id`
pub async fn delete_site(call: Call<SiteAccess>, _: Input) -> Result<Reply<Deleted>, ApiError> {
    let site = &call.tenant.site.site;
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = call.audit(site.org_id, "site.deleted", targets, json!({ "domain": site.domain }));
    if !call.app.ports().sites.delete_site(site.org_id, site.id, audit).await? {
        return Err(ApiError::not_found("site"));
    }
    // From now on the site does not exist for callers; its rows and events are removed next.
    remove_what_is_gone(&call.app);
    Ok(Reply::new(Deleted::of(site.id)))
}
