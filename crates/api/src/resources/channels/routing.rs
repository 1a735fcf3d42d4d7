//! What is sent where: which events and reports go to which channel.

use askline_app::{channels, present_fields::every_field_present};
use askline_domain::{
    channels::{Channel, RouteKind, routing::RoutesUpdate},
    shared::ids::{ChannelId, SiteId},
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply};

/// What is sent where.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct NotificationRoutes {
    /// The reports and events that can be sent.
    pub kinds: Vec<RouteKind>,
    /// Every route.
    pub items: Vec<NotificationRoute>,
}

/// An event or a report that is sent to a channel.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct NotificationRoute {
    /// The event or the report.
    pub kind: RouteKind,
    /// The channel.
    pub channel_id: ChannelId,
    /// The sites whose events and reports are sent; null for all sites, and for events about no site. Deleted sites are left out.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
}

impl From<Vec<Channel>> for NotificationRoutes {
    fn from(channels: Vec<Channel>) -> Self {
        let items = channels.into_iter().flat_map(|channel| {
            let id = channel.id;
            channel.routes.into_iter().map(move |route| NotificationRoute {
                kind: route.kind,
                channel_id: id,
                site_ids: route.site_ids,
            })
        });
        Self { kinds: RouteKind::EVERY.to_vec(), items: items.collect() }
    }
}

/// `GET /orgs/:orgId/notifications`
pub async fn list_notification_routes(call: Call<OrgAccess>, _: Input) -> Result<Reply<NotificationRoutes>, ApiError> {
    Ok(Reply::new(call.app.ports().channels.channels(call.tenant.id).await?.into()))
}

/// `PUT /orgs/:orgId/notifications`
pub async fn put_notification_routes(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<RoutesUpdate>>,
) -> Result<Reply<NotificationRoutes>, ApiError> {
    let store = &*call.app.ports().channels;
    let routed = channels::route(store, call.tenant.id, &input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(routed.into()))
}
