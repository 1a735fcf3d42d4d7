//! The sites that a key or member may see: all, or a list.

use serde::{Deserialize, Serialize};

use crate::shared::ids::SiteId;

/// The `siteIds` of a key or a member. Nothing else decides whether a caller may see a site.
///
/// The JSON is null for all sites, otherwise the list. An empty list means no site, so that shortening a list never
/// turns it into all sites.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VisibleSites(Option<Vec<SiteId>>);

impl VisibleSites {
    /// Every site of the organization, including future ones.
    pub const ALL: Self = Self(None);

    /// Only these sites.
    pub const fn only(sites: Vec<SiteId>) -> Self {
        Self(Some(sites))
    }

    /// Whether a site of the organization is visible.
    pub fn includes(&self, site: SiteId) -> bool {
        self.0.as_ref().is_none_or(|listed| listed.contains(&site))
    }

    /// The sites that are visible here and there.
    #[must_use]
    pub fn common_with(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(listed), Some(_)) => {
                Self(Some(listed.iter().copied().filter(|site| other.includes(*site)).collect()))
            }
        }
    }

    /// The list of visible sites; `None` if all are visible.
    pub fn listed(&self) -> Option<&[SiteId]> {
        self.0.as_deref()
    }
}

impl From<Option<Vec<SiteId>>> for VisibleSites {
    fn from(listed: Option<Vec<SiteId>>) -> Self {
        Self(listed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn an_empty_list_is_no_site_and_no_list_is_every_site() {
        let (one, other) = (SiteId::from_bits(1), SiteId::from_bits(2));
        assert!(VisibleSites::ALL.includes(one));
        assert!(VisibleSites::only(vec![one]).includes(one));
        assert!(!VisibleSites::only(vec![one]).includes(other));
        assert!(!VisibleSites::only(vec![]).includes(one));
    }

    #[test]
    fn as_json_all_sites_are_null_and_a_list_is_a_list() {
        for (sites, json) in [(VisibleSites::ALL, "null"), (VisibleSites::only(vec![]), "[]")] {
            assert_eq!(serde_json::to_string(&sites).expect("plain data"), json);
            assert_eq!(serde_json::from_str::<VisibleSites>(json).expect("the same"), sites);
        }
    }
}
