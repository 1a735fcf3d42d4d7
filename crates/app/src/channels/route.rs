//! Decides which events and reports are sent to which channel.

use std::collections::BTreeSet;

use askline_domain::{
    audit::context::AuditContext,
    channels::{Channel, reports::ChannelReports, routing::RoutesUpdate},
    reports::period::ReportKind,
    shared::{
        ids::{OrgId, SiteId},
        violation::Violation,
    },
    sites::visible::VisibleSites,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{
        StoreResult,
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
        let routed = Channel { routes, ..channel.clone() };
        if routed.routes != channel.routes {
            change.replace_channel(&routed, None).await?;
            follow_reports(&mut *change, &channel, &routed, context.at).await?;
            changed.push(routed.audit_target());
        }
        after.push(routed);
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

/// Begins to send reports that a channel gets from now on, and ends those that it gets no longer.
async fn follow_reports(change: &mut dyn Change, before: &Channel, after: &Channel, at: Timestamp) -> StoreResult<()> {
    for kind in ReportKind::EVERY {
        match (before.report_route(kind), after.report_route(kind)) {
            (None, Some(_)) => change.put_channel_reports(&ChannelReports::new(after.id, kind, at)).await?,
            (Some(_), None) => change.remove_channel_reports(after.id, kind).await?,
            _ => {}
        }
    }
    Ok(())
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
