//! Which alerts a person wants by email: for all sites, with exceptions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::quiet_hours::QuietHours;
use crate::{shared::ids::SiteId, webhooks::EventName};

/// Whether a person wants an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertWish {
    /// The event.
    pub kind: EventName,
    /// The site that it is about; none for all others.
    pub site: Option<SiteId>,
    /// Whether it is wanted.
    pub wanted: bool,
}

/// What a person chose. Nothing is sent until they ask for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertSettings {
    /// At most one wish for each event and site.
    pub wishes: Vec<AlertWish>,
    /// When no alert is sent.
    pub quiet_hours: Option<QuietHours>,
    /// When the latest email was sent.
    pub sent_at: Option<Timestamp>,
}

impl AlertSettings {
    /// Whether an alert is wanted: the wish for its site decides, or else the one for all sites.
    pub fn wants(&self, kind: EventName, site: Option<SiteId>) -> bool {
        let wish = |about: Option<SiteId>| self.wishes.iter().find(|wish| wish.kind == kind && wish.site == about);
        let own = site.and_then(|site| wish(Some(site)));
        own.or_else(|| wish(None)).is_some_and(|wish| wish.wanted)
    }

    /// The sites whose wish is not that for all sites, with the wish.
    pub fn exceptions(&self, kind: EventName) -> impl Iterator<Item = (SiteId, bool)> {
        let all = self.wants(kind, None);
        let own = self.wishes.iter().filter(move |wish| wish.kind == kind && wish.wanted != all);
        own.filter_map(|wish| Some((wish.site?, wish.wanted)))
    }

    /// Sets a wish. One for all sites replaces those for single sites; those of sites that the person does not see any more
    /// are forgotten.
    pub fn set(&mut self, wish: AlertWish, is_seen: impl Fn(SiteId) -> bool) {
        let is_replaced = |one: &AlertWish| one.kind == wish.kind && (wish.site.is_none() || one.site == wish.site);
        self.wishes.retain(|one| !is_replaced(one));
        self.forget_unseen(is_seen);
        self.wishes.push(wish);
    }

    /// Forgets the wishes for sites that the person does not see, such as deleted ones.
    pub fn forget_unseen(&mut self, is_seen: impl Fn(SiteId) -> bool) {
        self.wishes.retain(|one| one.site.is_none_or(&is_seen));
    }

    /// Whether a wish is about a single site.
    pub fn has_wishes_for_sites(&self) -> bool {
        self.wishes.iter().any(|wish| wish.site.is_some())
    }

    /// Ends all alerts.
    pub fn end_all(&mut self) {
        self.wishes.clear();
    }

    /// Whether any alert is wanted.
    pub fn wants_any(&self) -> bool {
        self.wishes.iter().any(|wish| wish.wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    const KIND: EventName = EventName::CitationLost;

    fn wish(site: Option<SiteId>, wanted: bool) -> AlertWish {
        AlertWish { kind: KIND, site, wanted }
    }

    #[test]
    fn the_wish_for_a_site_decides_before_that_for_all_and_a_new_one_for_all_replaces_both() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let mut settings = AlertSettings::default();
        assert!(!settings.wants(KIND, Some(one)) && !settings.wants_any());
        settings.set(wish(None, true), |_| true);
        settings.set(wish(Some(one), false), |_| true);
        assert!(!settings.wants(KIND, Some(one)) && settings.wants(KIND, Some(other)) && settings.wants(KIND, None));
        assert!(!settings.wants(EventName::CitationGained, Some(other)));
        assert_eq!(settings.exceptions(KIND).collect::<Vec<_>>(), [(one, false)]);
        settings.set(wish(None, false), |_| true);
        assert_eq!(settings.wishes, [wish(None, false)]);
        settings.set(wish(Some(one), true), |_| true);
        assert!(settings.wants(KIND, Some(one)) && !settings.wants(KIND, Some(other)));
    }

    #[test]
    fn wishes_for_sites_that_are_not_seen_any_more_are_forgotten() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let mut settings = AlertSettings::default();
        settings.set(wish(Some(one), true), |_| true);
        settings.set(wish(Some(other), true), |site| site == other);
        assert_eq!(settings.wishes, [wish(Some(other), true)]);
    }
}
