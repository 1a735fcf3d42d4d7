//! Replaces and previews the widget configuration, lists its versions, and restores an earlier one.

use std::{collections::HashMap, sync::Arc};

use askline_app::{
    policy_check::Judge,
    ports::sites::{CONFIG_VERSIONS_KEPT, ConfigVersion},
    sites::{
        payload::{LeftOut, MAX_PAYLOAD_BYTES, PublicConfig, SwitchedOff, payload_with},
        widget_config::{self, ConfigChange},
    },
};
use askline_domain::{
    audit::{Actor, ActorKind},
    identity::secret::SecretDigest,
    prompts::PromptWarning,
    shared::{
        ids::{SiteId, UserId},
        paging::Page,
        rfc3339::Moment,
    },
    widget::{config::WidgetConfig, config_input::WidgetConfigInput, config_warning::ConfigRemark},
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ready_payload::payload_of;
use crate::{
    caches::site_entry::SiteEntry,
    pipeline::{
        app::App,
        handling::{ApiError, Call, Caller, Code, Input, Items, Json, Nothing, PageQuery, Reply, SiteAccess},
        work_pools::{Holder, WorkPool},
    },
};

/// A widget configuration and its version.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "StoredWidgetConfig")]
pub struct WidgetConfigView {
    /// Increases by one with each change; `If-Match` compares it.
    pub version: u32,
    /// When this version was stored.
    pub updated_at: Moment,
    /// The settings.
    #[serde(flatten)]
    pub config: WidgetConfig,
    /// Warnings about the configuration. Read-only.
    pub warnings: Vec<ConfigWarning>,
}

/// A warning about what readers will see.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ConfigWarning {
    /// The part of the configuration that it is about.
    pub path: String,
    /// A stable code.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

impl WidgetConfigView {
    /// The view of a version.
    pub fn of(version: &ConfigVersion, warnings: Vec<ConfigWarning>) -> Self {
        let config = version.config.clone();
        Self { version: version.version, updated_at: Moment(version.created_at), config, warnings }
    }
}

/// The current warnings about a site's configuration and payload. May be called on the answering threads: texts are checked in a
/// pool, and only once while nothing changes.
pub(super) async fn warnings_of(app: &App, site: SiteId) -> Result<Vec<ConfigWarning>, ApiError> {
    let Some(entry) = app.site(site).await? else { return Ok(Vec::new()) };
    if entry.against_policy.get().is_none() {
        let place = app.slot(WorkPool::Check, Holder::Organization(entry.site.org_id)).await?;
        let judge = Judge::of_request(app.instance(), &entry.site).await?;
        let entry = Arc::clone(&entry);
        place.run(move || drop(against_policy(judge, &entry))).await?;
    }
    warnings_in_place(app, &entry).await
}

/// The warnings for a caller that already has a slot.
async fn warnings_in_place(app: &App, entry: &SiteEntry) -> Result<Vec<ConfigWarning>, ApiError> {
    let left_out = payload_of(app, entry).await?.left_out;
    let found = match entry.against_policy.get() {
        Some(found) => found.clone(),
        None => against_policy(Judge::of_request(app.instance(), &entry.site).await?, entry),
    };
    Ok(warnings_about(&entry.config.config, left_out, found))
}

/// The policy violations in the texts of a site's configuration. Where the operator refuses such texts, they were stored before
/// the policy knew them.
fn against_policy(judge: Judge, entry: &SiteEntry) -> Vec<(String, PromptWarning)> {
    let config = &entry.config.config;
    let mut judge = judge.allowing_preferences_at(config.preference_paths());
    entry.against_policy.get_or_init(|| judge.found_in(config.prompt_texts())).clone()
}

/// The warnings about a configuration: its settings, what does not fit into its payload, and policy violations in its texts.
fn warnings_about(
    config: &WidgetConfig,
    left_out: LeftOut,
    against_policy: Vec<(String, PromptWarning)>,
) -> Vec<ConfigWarning> {
    let remarks = config.remarks().into_iter();
    let remarks = remarks.map(|ConfigRemark { path, code, message }| ConfigWarning {
        path: path.to_owned(),
        code: code.to_owned(),
        message,
    });
    let LeftOut { bytes, prompts, rules } = left_out;
    let left_out = [("prompts", prompts, "active prompts"), ("rules", rules, "enabled rules, the last in their order")];
    let left_out = left_out.into_iter().filter(|(_, count, _)| *count > 0).map(|(path, count, what)| ConfigWarning {
        path: path.to_owned(),
        code: "PAYLOAD_TOO_LARGE".to_owned(),
        message: format!(
            "The configuration that every page loads would have {bytes} bytes; at most {MAX_PAYLOAD_BYTES} are served, so {count} {what} \
             are left out. Archive prompts, or delete or switch off rules that are not needed."
        ),
    });
    let against_policy =
        against_policy.into_iter().map(|(path, PromptWarning { code, message })| ConfigWarning { path, code, message });
    remarks.chain(left_out).chain(against_policy).collect()
}

/// A stored version of the configuration.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ConfigVersion")]
pub struct ConfigVersionView {
    /// Its number.
    pub version: u32,
    /// When it was stored.
    pub created_at: Moment,
    /// Who stored it. API keys see a member's name and never the email address; without a name, the id.
    pub actor: Actor,
    /// The settings.
    pub config: WidgetConfig,
}

/// The version to restore.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ConfigRollback")]
pub struct RollBack {
    /// Its number.
    #[schemars(range(min = 1, max = u32::MAX))]
    pub version: u32,
}

/// The entity tag of a version, which `If-Match` accepts.
pub(super) fn etag_of(version: u32) -> HeaderValue {
    HeaderValue::try_from(format!("\"{version}\"")).expect("digits and quotes")
}

/// The entity tag of a site. It is like `etag_of_data`, but ends with the state of the site's own settings, so that a change to
/// these accepts it in `If-Match`, even if the widget was seen in the meantime.
pub(super) fn etag_of_site(version: u32, json: &[u8], settings: jiff::Timestamp) -> String {
    let digest = hex::encode(&SecretDigest::of_bytes(json).0[..12]);
    format!("W/\"{version}-{digest}-{}\"", settings.as_millisecond())
}

/// The version that `If-Match` expects; `None` if any version is accepted. Also checks `If-None-Match`.
fn expected_version(call: &Call<SiteAccess>) -> Result<Option<u32>, ApiError> {
    refuse_what_is_at_hand(call)?;
    let Some(value) = call.request.headers.get(header::IF_MATCH) else { return Ok(None) };
    // A value that is not text is not one of our tags, but it must not count as an absent header.
    let tag = value.to_str().unwrap_or("").trim();
    if tag == "*" {
        return Ok(None);
    }
    version_of(tag).map(Some).ok_or_else(|| {
        ApiError::new(Code::PreconditionFailed, "If-Match is not the ETag of a version of this configuration.")
    })
}

/// The version in a tag; the tags of the public configuration and of the site begin with it.
fn version_of(tag: &str) -> Option<u32> {
    let tag = tag.trim();
    let opaque = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
    opaque.split('-').next().unwrap_or("").parse().ok()
}

/// Refuses a change if its `If-None-Match` names the current version. RFC 9110, section 13.1.2.
fn refuse_what_is_at_hand(call: &Call<SiteAccess>) -> Result<(), ApiError> {
    let current = call.tenant.site.config.version;
    let names_it = |tags: &str| tags.trim() == "*" || tags.split(',').any(|tag| version_of(tag) == Some(current));
    let mut named = call.request.headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    if named.any(names_it) {
        Err(ApiError::new(
            Code::PreconditionFailed,
            format!("The current version is {current}, which If-None-Match excludes."),
        ))
    } else {
        Ok(())
    }
}

/// What readers would get from a configuration that is not stored.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigPreview {
    /// Everything that the widget would get for any page.
    pub payload: PublicConfig,
    /// Warnings about the configuration.
    pub warnings: Vec<ConfigWarning>,
    /// What the configuration lists but has switched off. Readers do not get it; a form can show it.
    pub disabled: SwitchedOff,
}

/// `POST /sites/:id/config/preview`: stores nothing.
pub async fn preview_config(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<WidgetConfigInput>>,
) -> Result<Reply<ConfigPreview>, ApiError> {
    let (instance, at) = (call.app.instance(), call.request.at);
    let (config, found) = widget_config::checked(instance, call.tenant.with_config(), input.body.0, at).await?;
    let site = &call.tenant.site.site;
    let (payload, left_out) = payload_with(call.app.instance(), site.id, &config).await?;
    let warnings = warnings_about(&config, left_out, found);
    let disabled = SwitchedOff::of(call.app.link_registry(), &config);
    Ok(Reply::new(ConfigPreview { payload, warnings, disabled }))
}

/// `PUT /sites/:id/config`
pub async fn replace_config(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<WidgetConfigInput>>,
) -> Result<Reply<WidgetConfigView>, ApiError> {
    let (instance, at) = (call.app.instance(), call.request.at);
    let (config, found) = widget_config::checked(instance, call.tenant.with_config(), input.body.0, at).await?;
    let expected = expected_version(&call)?;
    let site = &call.tenant.site.site;
    let change = widget_config::replace(instance, site, &config, expected, &call.audit_context()).await?;
    stored(&call, change, Some(found)).await
}

/// `POST /sites/:id/config/rollback`
pub async fn roll_back_config(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<RollBack>>,
) -> Result<Reply<WidgetConfigView>, ApiError> {
    let expected = expected_version(&call)?;
    let version = input.body.0.version;
    let (instance, site) = (call.app.instance(), &call.tenant.site.site);
    match widget_config::roll_back(instance, site, version, expected, &call.audit_context()).await? {
        ConfigChange::Missing => Err(ApiError::new(
            Code::NotFound,
            format!("There is no version {version}; the last {CONFIG_VERSIONS_KEPT} are kept."),
        )),
        change => stored(&call, change, None).await,
    }
}

/// Answers with the stored version. `found` is what the policy found in its texts, if they were examined already.
async fn stored(
    call: &Call<SiteAccess>,
    change: ConfigChange,
    found: Option<Vec<(String, PromptWarning)>>,
) -> Result<Reply<WidgetConfigView>, ApiError> {
    match change {
        ConfigChange::Stored(version) => {
            let etag = etag_of(version.version);
            let warnings = match call.app.site(call.tenant.site.site.id).await? {
                Some(entry) => {
                    // Another request may have stored a later version meanwhile.
                    if let Some(found) = found.filter(|_| entry.config.version == version.version) {
                        entry.against_policy.get_or_init(|| found);
                    }
                    warnings_in_place(&call.app, &entry).await?
                }
                None => Vec::new(),
            };
            Ok(Reply::new(WidgetConfigView::of(&version, warnings)).header(header::ETAG, etag))
        }
        ConfigChange::VersionMismatch(current) => Err(ApiError::new(
            Code::PreconditionFailed,
            format!("The current version is {current}. Read it, then repeat the change."),
        )),
        ConfigChange::Missing => Err(ApiError::not_found("site")),
    }
}

/// `GET /sites/:id/config/versions`
pub async fn list_config_versions(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<ConfigVersionView>>, ApiError> {
    let page = input.query.page()?;
    let mut versions = call.app.ports().sites.config_versions(call.tenant.site.site.id).await?;
    if let Caller::Key(_) | Caller::App(_) | Caller::Service(_) = call.caller {
        name_without_address(&call.app, &mut versions).await?;
    }
    // All versions are read, since only a few are kept; a cursor is the last number that was shown.
    let items = versions
        .into_iter()
        .filter(|version| page.before.is_none_or(|before| u128::from(version.version) < before))
        .take(page.limit as usize + 1)
        .map(|version| ConfigVersionView {
            version: version.version,
            created_at: Moment(version.created_at),
            actor: version.actor,
            config: version.config,
        })
        .collect();
    Ok(Reply::page(Page::cut(items, page.limit), page.limit, |view| u128::from(view.version)))
}

/// Replaces the email addresses of accounts with their names.
async fn name_without_address(app: &App, versions: &mut [ConfigVersion]) -> Result<(), ApiError> {
    let mut names: HashMap<String, String> = HashMap::new();
    for actor in versions.iter_mut().map(|version| &mut version.actor).filter(|actor| actor.kind == ActorKind::User) {
        if !names.contains_key(&actor.id) {
            let account = match actor.id.parse::<UserId>() {
                Ok(id) => app.ports().organizations.user(id).await?,
                Err(_) => None,
            };
            // Some people enter their email address as their name.
            let name = account.map(|(user, _)| user.name).filter(|name| !name.is_empty() && !name.contains('@'));
            names.insert(actor.id.clone(), name.unwrap_or_else(|| actor.id.clone()));
        }
        actor.name.clone_from(&names[&actor.id]);
    }
    Ok(())
}
