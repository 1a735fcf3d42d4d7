//! A route: an event or a report that is sent to a channel.

use serde::{Deserialize, Serialize};

use super::route_kind::RouteKind;
use crate::{shared::ids::SiteId, sites::visible::VisibleSites, webhooks::EventName};

/// An event or a report that is sent to a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Route {
    /// What is sent.
    pub kind: RouteKind,
    /// The sites. Events about no site are sent only with all sites.
    pub site_ids: VisibleSites,
}

impl Route {
    /// Whether an event is sent on this route; `site` is the one that it is about.
    pub fn takes(&self, kind: EventName, site: Option<SiteId>) -> bool {
        self.kind == RouteKind::Event(kind)
            && site.map_or(self.site_ids.listed().is_none(), |site| self.site_ids.includes(site))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn a_route_with_sites_takes_their_events_alone() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let all = Route { kind: EventName::SiteStale.into(), site_ids: VisibleSites::ALL };
        let some = Route { kind: EventName::SiteStale.into(), site_ids: VisibleSites::only(vec![one]) };
        for (route, site, expected) in [
            (&all, None, true),
            (&all, Some(other), true),
            (&some, Some(one), true),
            (&some, Some(other), false),
            (&some, None, false),
        ] {
            assert_eq!(route.takes(EventName::SiteStale, site), expected);
            assert!(!route.takes(EventName::SiteInstalled, site));
        }
    }
}
