//! `GET /sites/:id/refused-origins`: origins of pages whose events are refused. Such a page usually has the snippet,
//! but the site does not allow its origin.

use askline_domain::{
    shared::rfc3339::Moment,
    sites::refused_origin::{RefusedOrigin, is_under_same_domain},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, Items, Reply, SiteAccess};

/// An origin whose events the site refused.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RefusedOrigin")]
pub struct RefusedOriginView {
    /// The origin, in the form of `allowedOrigins`.
    pub origin: String,
    /// The number of events that were refused, as far as recorded.
    pub count: u64,
    /// When the latest event was refused.
    pub last_at: Moment,
    /// Whether it belongs to the site's own registrable domain. Anyone can send events with any other origin: allow it only if
    /// you know it.
    pub same_domain: bool,
}

/// `GET /sites/:id/refused-origins`
pub async fn list_refused_origins(
    call: Call<SiteAccess>,
    _: Input,
) -> Result<Reply<Items<RefusedOriginView>>, ApiError> {
    let site = &call.tenant.site.site;
    let found = call.app.ports().sites.refused_origins(site.id).await?;
    // Origins that have been allowed since then are no longer refused.
    let refused = found.into_iter().filter(|refused| !site.allowed_origins.contains(&refused.origin));
    let view = |RefusedOrigin { origin, count, last_at }| RefusedOriginView {
        same_domain: is_under_same_domain(&origin, &site.domain),
        origin,
        count,
        last_at: Moment(last_at),
    };
    Ok(Reply::new(Items { items: refused.map(view).collect() }))
}
