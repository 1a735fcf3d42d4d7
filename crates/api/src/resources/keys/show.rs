//! Lists and shows API keys, always masked.

use askline_app::{ports::oauth::AppGrant, present_fields::every_field_present};
use askline_domain::{
    identity::{secret::SecretDigest, token::ACCESS_PREFIX},
    keys::{KeyRecord, KeyStatus},
    requests::quota::QuotaCaller,
    shared::{
        ids::{Id as _, KeyId},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
    },
};
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{KeyPath, KeyView};
use crate::pipeline::{
    guard::only_for_keys,
    handling::{ApiError, Call, Caller, Input, Items, Nothing, OrgAccess, PageQuery, Reply},
};

/// Filters of the list of keys.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KeysQuery {
    /// Only keys with this status.
    pub status: Option<KeyStatus>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// The calling key, and the state of its rate limit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OwnApiKey")]
pub struct OwnKey {
    /// The key's settings and state.
    pub key: KeyView,
    /// The state of its rate limit, which it shares with the key that it replaced or that replaced it.
    pub rate: RateState,
}

/// The state of a rate limit in a sliding minute.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct RateState {
    /// Requests per minute.
    pub limit: u32,
    /// Requests that would be admitted now.
    pub remaining: u32,
    /// When at least one more request is allowed; null if one is allowed now.
    pub reset_at: Option<Moment>,
}

/// Lists the organization's keys, newest first.
pub async fn list_api_keys(
    call: Call<OrgAccess>,
    input: Input<Nothing, KeysQuery>,
) -> Result<Reply<Items<KeyView>>, ApiError> {
    let KeysQuery { status, limit, cursor } = input.query;
    let page = PageQuery { limit, cursor }.page()?;
    let now = call.request.at;
    let keys = call.app.ports().keys.keys(call.tenant.id, status, now, page).await?;
    let views = keys.map(|record| KeyView::of(&call.app, &record, call.tenant.plan, now));
    Ok(Reply::page(views, page.limit, |view| view.id.bits()))
}

/// Shows one key of the organization.
pub async fn show_api_key(call: Call<OrgAccess>, input: Input<KeyPath>) -> Result<Reply<KeyView>, ApiError> {
    let record = call.app.ports().keys.key(call.tenant.id, input.path.key_id).await?;
    let record = record.ok_or_else(|| ApiError::not_found("API key"))?;
    Ok(Reply::new(KeyView::of(&call.app, &record, call.tenant.plan, call.request.at)))
}

/// Shows the calling key to itself.
pub async fn show_own_api_key(call: Call<OrgAccess>, _: Input) -> Result<Reply<OwnKey>, ApiError> {
    let (record, plan, counted) = match &call.caller {
        Caller::Key(grant) => (grant.record.clone(), grant.plan, QuotaCaller::KeyChain(grant.record.chain_id)),
        Caller::App(grant) => (key_of_app(grant), grant.membership.plan, QuotaCaller::App(grant.app.id)),
        Caller::Session(_) | Caller::Service(_) | Caller::Link(_) | Caller::Nobody => return Err(only_for_keys()),
    };
    let limit = plan.limits().requests_per_minute;
    let state = call.app.ports().rate_limiter.peek(counted, limit).await;
    let free_in = SignedDuration::try_from(state.free_in).unwrap_or_default();
    let rate = RateState {
        limit,
        remaining: state.remaining,
        reset_at: (state.remaining == 0).then(|| Moment(call.request.at + free_in)),
    };
    let key = KeyView::of(&call.app, &record, plan, call.request.at);
    Ok(Reply::new(OwnKey { key, rate }))
}

/// Describes a connected app to itself as the key that it counts as, with what it may do now. Only `/mcp` shows it.
fn key_of_app(grant: &AppGrant) -> KeyRecord {
    let AppGrant { app, membership, .. } = grant;
    let id = KeyId::from_bits(app.id.bits());
    KeyRecord {
        id,
        org_id: app.org_id,
        name: app.client_name.clone(),
        masked: format!("{ACCESS_PREFIX}…"),
        digest: SecretDigest::of(""),
        scopes: app.scopes_of(membership.role),
        site_ids: app.sites_of(&membership.sites),
        allowed_ips: None,
        created_at: app.created_at,
        // An app is not told the address of its person.
        created_by: None,
        expires_at: Some(app.expires_at),
        last_used_at: app.last_used_at,
        chain_id: id,
        rotated_from_id: None,
        replaced_by_id: None,
        revoked_at: None,
    }
}
