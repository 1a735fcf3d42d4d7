//! Which alerts a person wants by email: for all sites, with exceptions.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::quiet_hours::QuietHours;
use crate::{
    shared::{
        ids::SiteId,
        lists::{check_count, check_no_repeats},
        violation::Violations,
    },
    webhooks::EventName,
};

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

/// The maximum number of sites that a choice leaves out.
pub const MAX_EXCEPTIONS: usize = 500;

/// What a person chooses for an alert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertChoice {
    /// The event.
    pub kind: EventName,
    /// Whether it is wanted.
    pub wanted: bool,
    /// The sites that the choice is about.
    pub about: ChosenSites,
}

/// The sites that a choice is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChosenSites {
    /// One site. What was chosen for others stays.
    One(SiteId),
    /// All sites, also later ones, except these, for which the opposite holds. Replaces what was chosen before.
    AllExcept(Vec<SiteId>),
}

impl ChosenSites {
    /// Reads what a choice is about: one site, or all except some, each named once. Adds what is wrong.
    pub fn read(site: Option<SiteId>, except: Option<Vec<SiteId>>, violations: &mut Violations) -> Self {
        let Some(except) = except else { return site.map_or(Self::AllExcept(Vec::new()), Self::One) };
        if site.is_some() {
            let message = "except cannot be given with siteId: it is for a choice about all sites.";
            violations.add("except", "NOT_APPLICABLE", message);
        } else if check_count("except", except.len(), MAX_EXCEPTIONS, violations) {
            check_no_repeats(|index| format!("except[{index}]"), &except, violations);
        }
        Self::AllExcept(except)
    }

    /// The sites that are named, each with the field of the request that names it.
    pub fn named(&self) -> Vec<(SiteId, String)> {
        match self {
            Self::One(site) => vec![(*site, "siteId".into())],
            Self::AllExcept(sites) => {
                sites.iter().enumerate().map(|(index, site)| (*site, format!("except[{index}]"))).collect()
            }
        }
    }
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

    /// Stores a choice. The wishes for sites that the person does not see any more are forgotten.
    pub fn choose(&mut self, choice: &AlertChoice, is_seen: impl Fn(SiteId) -> bool) {
        let AlertChoice { kind, wanted, about } = choice;
        let wish = |site, wanted| AlertWish { kind: *kind, site, wanted };
        let is_replaced = |one: &AlertWish| match about {
            ChosenSites::One(site) => one.site == Some(*site),
            ChosenSites::AllExcept(_) => true,
        };
        self.wishes.retain(|one| one.kind != *kind || !is_replaced(one));
        match about {
            ChosenSites::One(site) => self.wishes.push(wish(Some(*site), *wanted)),
            ChosenSites::AllExcept(sites) => {
                self.wishes.push(wish(None, *wanted));
                self.wishes.extend(sites.iter().map(|site| wish(Some(*site), !*wanted)));
            }
        }
        self.forget_unseen(is_seen);
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

    fn set(settings: &mut AlertSettings, wish: &AlertWish, is_seen: impl Fn(SiteId) -> bool) {
        let about = wish.site.map_or(ChosenSites::AllExcept(Vec::new()), ChosenSites::One);
        settings.choose(&AlertChoice { kind: wish.kind, wanted: wish.wanted, about }, is_seen);
    }

    #[test]
    fn the_wish_for_a_site_decides_before_that_for_all_and_a_new_one_for_all_replaces_both() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let mut settings = AlertSettings::default();
        assert!(!settings.wants(KIND, Some(one)) && !settings.wants_any());
        set(&mut settings, &wish(None, true), |_| true);
        set(&mut settings, &wish(Some(one), false), |_| true);
        assert!(!settings.wants(KIND, Some(one)) && settings.wants(KIND, Some(other)) && settings.wants(KIND, None));
        assert!(!settings.wants(EventName::CitationGained, Some(other)));
        assert_eq!(settings.exceptions(KIND).collect::<Vec<_>>(), [(one, false)]);
        set(&mut settings, &wish(None, false), |_| true);
        assert_eq!(settings.wishes, [wish(None, false)]);
        set(&mut settings, &wish(Some(one), true), |_| true);
        assert!(settings.wants(KIND, Some(one)) && !settings.wants(KIND, Some(other)));
    }

    #[test]
    fn a_choice_with_exceptions_replaces_what_was_chosen_for_the_event_and_nothing_else() {
        let [one, other, third] = [1, 2, 3].map(SiteId::from_bits);
        let mut settings = AlertSettings::default();
        set(&mut settings, &wish(Some(third), true), |_| true);
        settings.choose(
            &AlertChoice { kind: EventName::SiteStale, wanted: true, about: ChosenSites::AllExcept(vec![]) },
            |_| true,
        );
        let choose = |wanted, sites: &[SiteId]| AlertChoice {
            kind: KIND,
            wanted,
            about: ChosenSites::AllExcept(sites.to_vec()),
        };
        for wanted in [true, false] {
            settings.choose(&choose(wanted, &[one, other]), |_| true);
            assert_eq!(settings.exceptions(KIND).collect::<Vec<_>>(), [(one, !wanted), (other, !wanted)]);
            assert_eq!(settings.wants(KIND, Some(third)), wanted);
            assert!(settings.wants(EventName::SiteStale, None));
        }
        settings.choose(&choose(true, &[]), |_| true);
        assert_eq!(settings.exceptions(KIND).count(), 0);
        let single = AlertChoice { kind: KIND, wanted: false, about: ChosenSites::One(one) };
        settings.choose(&single, |_| true);
        assert_eq!(settings.exceptions(KIND).collect::<Vec<_>>(), [(one, false)]);
    }

    #[test]
    fn exceptions_are_named_once_and_not_beside_a_single_site() {
        let [one, other] = [1, 2].map(SiteId::from_bits);
        let many = (0..=MAX_EXCEPTIONS as u128).map(SiteId::from_bits).collect();
        for (site, except, found) in [
            (None, vec![one, other, one], Some(("except[2]", "DUPLICATE"))),
            (None, many, Some(("except", "TOO_MANY"))),
            (Some(one), vec![], Some(("except", "NOT_APPLICABLE"))),
            (None, vec![other, one], None),
        ] {
            let mut violations = Violations::new();
            ChosenSites::read(site, Some(except), &mut violations);
            let violations = violations.finish(()).err().unwrap_or_default();
            let codes: Vec<_> = violations.iter().map(|one| (one.path.as_str(), &*one.code)).collect();
            assert_eq!(codes, found.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn wishes_for_sites_that_are_not_seen_any_more_are_forgotten() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        let mut settings = AlertSettings::default();
        set(&mut settings, &wish(Some(one), true), |_| true);
        set(&mut settings, &wish(Some(other), true), |site| site == other);
        assert_eq!(settings.wishes, [wish(Some(other), true)]);
    }
}
