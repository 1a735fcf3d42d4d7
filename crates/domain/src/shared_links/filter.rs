//! What every number of a shared link is limited to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    pages::identity::PageIdentifier,
};

/// What every number of a link is limited to. An empty list is no limit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(transform = crate::present_fields::every_field_present)]
pub struct LinkFilter {
    /// A page, or with `/**` at its end a folder. At most one for now.
    pub pages: Vec<String>,
    /// The id of an assistant or a social network. At most one for now.
    pub platforms: Vec<String>,
}

impl LinkFilter {
    /// The filter of reports. `None` if a page of it no longer means a page of the site: then nothing may be shown, rather
    /// than everything.
    pub fn of_reports(&self, pages: &PageIdentifier) -> Option<AnalyticsFilter> {
        let page = match self.pages.first() {
            Some(text) => Some(PageFilter::of(text, pages)?),
            None => None,
        };
        Some(AnalyticsFilter { page, platform: self.platforms.first().cloned() })
    }
}
