//! What is sent where: which events and reports go to which channel.
//!
//! The kinds are the events of webhooks and the reports: there is no second list.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{channel::Channel, kind::MAX_CHANNELS_PER_ORGANIZATION, route::Route, route_kind::RouteKind};
use crate::shared::{
    ids::{ChannelId, SiteId},
    lists::{check_count, check_known, check_no_repeats},
    violation::{Violation, Violations},
};

/// The maximum number of sites that one route names.
pub const MAX_SITES_OF_ROUTE: usize = 200;
/// The maximum number of routes of an organization: every kind to every channel.
pub const MAX_ROUTES: usize = MAX_CHANNELS_PER_ORGANIZATION as usize * RouteKind::EVERY.len();

/// What is to be sent where. It replaces everything that was sent before.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "NotificationRoutesUpdate")]
pub struct RoutesUpdate {
    /// Every route.
    #[schemars(length(max = MAX_ROUTES))]
    pub items: Vec<GivenRoute>,
}

/// An event or a report that is sent to a channel.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "NotificationRouteInput")]
pub struct GivenRoute {
    /// The event or the report.
    #[schemars(with = "RouteKind")]
    pub kind: String,
    /// The channel.
    pub channel_id: ChannelId,
    /// The sites whose events and reports are sent; null or omitted for all sites, and for events about no site.
    #[schemars(length(max = MAX_SITES_OF_ROUTE), extend("uniqueItems" = true))]
    pub site_ids: Option<Vec<SiteId>>,
}

impl RoutesUpdate {
    /// Returns the routes of each of an organization's channels, in their order, or everything that is wrong with the input.
    pub fn check(&self, channels: &[Channel]) -> Result<Vec<Vec<Route>>, Vec<Violation>> {
        let mut violations = Violations::new();
        if !check_count("items", self.items.len(), MAX_ROUTES, &mut violations) {
            return violations.finish(Vec::new());
        }
        let known = RouteKind::EVERY.map(RouteKind::as_str);
        let mut routes: Vec<Vec<Route>> = vec![Vec::new(); channels.len()];
        for (index, item) in self.items.iter().enumerate() {
            let at = format!("items[{index}]");
            check_known(&format!("{at}.kind"), "UNKNOWN_EVENT", &item.kind, &known, &mut violations);
            let listed = item.site_ids.as_deref().unwrap_or_default();
            if check_count(&format!("{at}.siteIds"), listed.len(), MAX_SITES_OF_ROUTE, &mut violations) {
                check_no_repeats(|site| format!("{at}.siteIds[{site}]"), listed, &mut violations);
            }
            let place = channels.iter().position(|channel| channel.id == item.channel_id);
            let Some(place) = place else {
                let message = format!("{at}.channelId is no channel of this organization.");
                violations.add(format!("{at}.channelId"), "UNKNOWN_CHANNEL", message);
                continue;
            };
            let Some(kind) = RouteKind::named(&item.kind) else { continue };
            if routes[place].iter().any(|route| route.kind == kind) {
                let message = format!("{at} sends to a channel what another item sends there already.");
                violations.add(at, "DUPLICATE", message);
                continue;
            }
            routes[place].push(Route { kind, site_ids: item.site_ids.clone().into() });
        }
        for routes in &mut routes {
            routes.sort_by_key(|route| route.kind);
        }
        violations.finish(routes)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::json;

    use super::*;
    use crate::{
        channels::{input::ChannelSettings, kind::ChannelType},
        reports::ReportAudience,
        shared::ids::{Id as _, OrgId},
    };

    fn channel(bits: u128) -> Channel {
        let address = "https://hooks.slack.com/services/T00/B00/abcdefgh9fQ2".into();
        let audience = ReportAudience::Team;
        let settings = ChannelSettings { kind: ChannelType::Slack, name: "#seo".into(), address, audience };
        Channel::new(ChannelId::from_bits(bits), OrgId::from_bits(1), &settings, None, Timestamp::UNIX_EPOCH)
    }

    fn check(items: serde_json::Value) -> Result<Vec<Vec<Route>>, Vec<String>> {
        let update: RoutesUpdate = serde_json::from_value(json!({ "items": items })).expect("the document's form");
        update.check(&[channel(1), channel(2)]).map_err(|found| {
            found.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
        })
    }

    #[test]
    fn every_event_and_every_report_can_go_to_every_channel() {
        let ids = [ChannelId::from_bits(1), ChannelId::from_bits(2)];
        let every = ids.iter().flat_map(|id| RouteKind::EVERY.map(|kind| json!({ "kind": kind, "channelId": id })));
        let routes = check(every.collect()).expect("at most this many");
        assert!(routes.iter().all(|routes| routes.len() == RouteKind::EVERY.len()));
    }

    #[test]
    fn a_bad_route_is_named_by_its_place() {
        let (id, other, site) = (ChannelId::from_bits(1), ChannelId::from_bits(9), SiteId::from_bits(1));
        for (items, expected) in [
            (json!([{ "kind": "experiment.decided", "channelId": id }]), "items[0].kind UNKNOWN_EVENT"),
            (json!([{ "kind": "key.created", "channelId": other }]), "items[0].channelId UNKNOWN_CHANNEL"),
            (
                json!([{ "kind": "key.created", "channelId": id }, { "kind": "key.created", "channelId": id, "siteIds": [] }]),
                "items[1] DUPLICATE",
            ),
            (
                json!([{ "kind": "site.stale", "channelId": id, "siteIds": [site, site] }]),
                "items[0].siteIds[1] DUPLICATE",
            ),
        ] {
            assert_eq!(check(items), Err(vec![expected.into()]));
        }
    }
}
