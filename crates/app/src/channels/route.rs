//! Decides which events are sent to which channel.

use std::collections::BTreeSet;

use askline_domain::{
    audit::context::AuditContext,
    channels::{Channel, routing::RoutesUpdate},
    shared::{
        ids::{OrgId, SiteId},
        violation::Violation,
    },
    sites::visible::VisibleSites,
};
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{
        change::{Change, Scope},
        webhooks::channels::ChannelStore,
    },
};

/// Replaces what is sent where.
pub async fn route(
    channels: &dyn ChannelStore,
    org: OrgId,
    update: &RoutesUpdate,
    context: &AuditContext,
) -> Result<Vec<Channel>, UseCaseError> {
    let mut change = channels.begin(&[Scope::Organization(org)]).await?;
    let before = change.channels(org).await?;
    let routes = update.check(&before)?;
    check_sites(&mut *change, org, update).await?;
    let mut after = Vec::new();
    let mut changed = Vec::new();
    for (channel, routes) in before.into_iter().zip(routes) {
        let is_changed = channel.routes != routes;
        let channel = Channel { routes, ..channel };
        if is_changed {
            change.replace_channel(&channel, None).await?;
            changed.push(channel.audit_target());
        }
        after.push(channel);
    }
    if changed.is_empty() {
        return Ok(after);
    }
    let metadata = json!({ "routes": after.iter().map(|channel| json!({
        "channelId": channel.id,
        "kinds": channel.routes.iter().map(|route| route.kind).collect::<Vec<_>>(),
    })).collect::<Vec<_>>() });
    change.audit(context.entry(org, "notifications.routed", changed, metadata)).await?;
    change.commit().await?;
    Ok(after)
}

/// Refuses sites that the organization does not have.
async fn check_sites(change: &mut dyn Change, org: OrgId, update: &RoutesUpdate) -> Result<(), UseCaseError> {
    let listed: BTreeSet<SiteId> =
        update.items.iter().filter_map(|item| item.site_ids.as_deref()).flatten().copied().collect();
    let present = change.sites_to_store(org, &VisibleSites::only(listed.into_iter().collect())).await?;
    let mut wrong = Vec::new();
    for (index, item) in update.items.iter().enumerate() {
        let listed = item.site_ids.as_deref().unwrap_or_default();
        for (place, site) in listed.iter().enumerate().filter(|(_, site)| !present.includes(**site)) {
            let path = format!("items[{index}].siteIds[{place}]");
            let message = format!("{path} is no site of this organization: '{site}'.");
            wrong.push(Violation::new(path, "UNKNOWN_SITE", message));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(UseCaseError::Invalid(wrong)) }
}
