//! The panels of a shared link, and which filters each of them can apply.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::filter::LinkFilter;
use crate::platforms::social_network;

/// What a shared link can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SharedPanel {
    /// The figures of the overview.
    Figures,
    /// Asks by day and assistant.
    Chart,
    /// Asks, visits back, and how often engines cite the site.
    Loop,
    /// Assistants by asks and visits.
    Assistants,
    /// Pages by asks and visits.
    Pages,
    /// Suggested questions by clicks.
    Questions,
    /// Where readers came from.
    Referrers,
    /// Shares by channel.
    Shares,
    /// Crawlers that ran the widget.
    Crawlers,
    /// Readers' devices.
    Devices,
    /// How often each engine cites the site.
    Citations,
    /// What crawlers read, by the logs of the site's web servers.
    Reads,
}

words! {
    SharedPanel, "a panel of a shared link":
    Figures = "figures",
    Chart = "chart",
    Loop = "loop",
    Assistants = "assistants",
    Pages = "pages",
    Questions = "questions",
    Referrers = "referrers",
    Shares = "shares",
    Crawlers = "crawlers",
    Devices = "devices",
    Citations = "citations",
    Reads = "reads",
}

/// What a filter limits to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limited {
    Page,
    Folder,
    Assistant,
    Network,
}

const ALL_FILTERS: &[Limited] = &[Limited::Page, Limited::Folder, Limited::Assistant, Limited::Network];

impl SharedPanel {
    /// The filters that the panel can apply to every number that it shows.
    const fn applies(self) -> &'static [Limited] {
        use Limited::{Assistant, Folder, Network, Page};
        match self {
            // Figures that the filter cannot limit are left out.
            Self::Figures => ALL_FILTERS,
            Self::Chart | Self::Assistants | Self::Questions | Self::Referrers => &[Page, Folder, Assistant],
            // A view belongs to no platform.
            Self::Pages | Self::Devices | Self::Crawlers | Self::Reads => &[Page, Folder],
            Self::Shares => &[Page, Folder, Network],
            // Engines are asked about the site.
            Self::Loop | Self::Citations => &[],
        }
    }

    /// Why the panel cannot be shown with this filter; `None` if it can.
    pub fn refusal(self, filter: &LinkFilter) -> Option<String> {
        let pages = filter.pages.iter().map(|page| {
            if page.ends_with("/**") { (Limited::Folder, "pages below a folder") } else { (Limited::Page, "a page") }
        });
        let platforms = filter.platforms.iter().map(|id| match social_network::get(id) {
            Some(_) => (Limited::Network, "a social network"),
            None => (Limited::Assistant, "an assistant"),
        });
        let (_, to) = pages.chain(platforms).find(|(limited, _)| !self.applies().contains(limited))?;
        Some(format!("'{self}' cannot be limited to {to}. Leave the panel or the filter out."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_refused_with_every_filter_that_it_cannot_apply() {
        let filter = |pages: &[&str], platforms: &[&str]| LinkFilter {
            pages: pages.iter().map(|text| (*text).to_owned()).collect(),
            platforms: platforms.iter().map(|text| (*text).to_owned()).collect(),
        };
        let refused = |filter: LinkFilter| -> Vec<&str> {
            SharedPanel::EVERY
                .iter()
                .filter(|panel| panel.refusal(&filter).is_some())
                .map(|panel| panel.as_str())
                .collect()
        };
        assert_eq!(refused(LinkFilter::default()), Vec::<&str>::new());
        let of_the_site = ["loop", "citations"];
        assert_eq!(refused(filter(&["/guides/**"], &[])), of_the_site);
        assert_eq!(refused(filter(&["/pricing"], &[])), of_the_site);
        assert_eq!(
            refused(filter(&[], &["chatgpt"])),
            ["loop", "pages", "shares", "crawlers", "devices", "citations", "reads"]
        );
        let by_network = refused(filter(&["/pricing"], &["facebook"]));
        assert_eq!(by_network.len(), SharedPanel::EVERY.len() - 2, "{by_network:?}");
        assert!(!by_network.contains(&"shares") && !by_network.contains(&"figures"));
    }

    #[test]
    fn the_words_of_panels_are_those_that_are_sent() {
        for panel in SharedPanel::EVERY {
            assert_eq!(serde_json::to_value(panel).ok(), Some(panel.as_str().into()));
        }
    }
}
