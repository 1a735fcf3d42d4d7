//! Networks on which a reader can share a page, and their addresses.
//!
//! A click on such a button shows only an intention: no network reports whether anything was posted.

use std::{collections::HashMap, sync::LazyLock};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    colors::background::Background,
    platforms::{
        Confidence, Evidence,
        icons::{self, Marks},
    },
    services,
    shared::uri_component::encode_uri_component,
};

static BUILT_IN: LazyLock<ShareTargets> = LazyLock::new(|| {
    let targets: Vec<ShareTarget> = services::shares();
    let places = targets.iter().enumerate().map(|(place, target)| (target.id.clone(), place)).collect();
    ShareTargets { targets, places }
});

struct ShareTargets {
    targets: Vec<ShareTarget>,
    places: HashMap<String, usize>,
}

/// A way to share a page: a network, the reader's email program, or the share sheet of the reader's system.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareTarget {
    /// The id, such as `linkedin`; it never changes, since events and configurations contain it.
    pub id: String,
    /// The name that readers see.
    pub name: String,
    /// The address with `{{url}}`, `{{title}}` and `{{text}}`, which are replaced by percent-encoded texts. Empty for
    /// the share sheet, which the browser opens.
    pub url_template: String,
    /// How certain the sources are.
    pub confidence: Confidence,
    /// When the entry was last compared with its sources.
    pub checked_on: Date,
    /// A note for operators.
    #[serde(default)]
    pub note: Option<String>,
    /// The sources of the entry.
    pub evidence: Vec<Evidence>,
}

/// The page that is shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedPage<'a> {
    /// The page's absolute address.
    pub url: &'a str,
    /// The title of the page.
    pub title: &'a str,
    /// The text of the post; often the title.
    pub text: &'a str,
}

/// A network as the widget receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicShareTarget {
    /// The id, such as `linkedin`.
    pub id: String,
    /// The name that readers see.
    pub name: String,
    /// The address with `{{url}}`, `{{title}}` and `{{text}}`, which are replaced by percent-encoded texts. Empty for
    /// `system`, the share sheet of the reader's system.
    pub url_template: String,
    /// The network's icon: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent if it has no icon, or
    /// if icons are not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The icon's brand color, if the configuration has brand colors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_color: Option<String>,
    /// The only background on which that color is visible; absent if it is visible on both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_on: Option<Background>,
}

impl PublicShareTarget {
    /// Adds the icon in the configured style.
    pub fn with_mark(self, marks: Marks) -> Self {
        let (mark, mark_color, mark_on) = marks.shown(icons::of_network(&self.id));
        Self { mark, mark_color, mark_on, ..self }
    }
}

/// Returns the network with this id.
pub fn get(id: &str) -> Option<&'static ShareTarget> {
    BUILT_IN.places.get(id).map(|place| &BUILT_IN.targets[*place])
}

/// All networks, in the order in which they are offered.
pub fn iter() -> impl ExactSizeIterator<Item = &'static ShareTarget> {
    BUILT_IN.targets.iter()
}

/// The networks that are enabled for a new site, in order.
pub fn default_ids() -> &'static [String] {
    services::default_shares()
}

impl ShareTarget {
    /// Returns the address that opens the network's form for `page`.
    pub fn href(&self, page: SharedPage<'_>) -> String {
        // Placeholders are replaced in one pass, so that a placeholder in a title stays text.
        let mut href = String::with_capacity(self.url_template.len() + 2 * page.url.len());
        let mut rest = self.url_template.as_str();
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((name, after)) = after.split_once("}}") else {
                break;
            };
            href.push_str(before);
            href.push_str(&encode_uri_component(match name {
                "url" => page.url,
                "title" => page.title,
                "text" => page.text,
                _ => "",
            }));
            rest = after;
        }
        href.push_str(rest);
        href
    }
}

impl From<&ShareTarget> for PublicShareTarget {
    fn from(target: &ShareTarget) -> Self {
        Self {
            id: target.id.clone(),
            name: target.name.clone(),
            url_template: target.url_template.clone(),
            mark: None,
            mark_color: None,
            mark_on: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_network_is_well_formed_and_says_where_it_is_known_from() {
        assert!(iter().len() >= 15);
        for target in iter() {
            let id = &target.id;
            assert!((1..=32).contains(&id.len()), "{id}");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_'), "{id}");
            assert_eq!(get(id), Some(target), "ids are unique");
            let scheme = if id == "email" { "mailto:?" } else { "https://" };
            let is_address = target.url_template.starts_with(scheme) && target.url_template.contains("{{url}}");
            assert_eq!(is_address, id != "system", "{id}");
            assert_eq!(target.url_template.is_empty(), id == "system", "{id}");
            let filled = target.href(SharedPage { url: "u", title: "t", text: "x" });
            assert!(!filled.contains(['{', '}']), "{id} has an unknown placeholder: {filled}");
            assert!(!target.evidence.is_empty(), "{id}");
            assert!(target.evidence.iter().all(|e| e.address.starts_with("https://") && !e.date.is_empty()), "{id}");
            assert!(target.checked_on.year() >= 2026, "{id}");
        }
        assert!(default_ids().iter().all(|id| get(id).is_some()));
    }

    #[test]
    fn what_is_shared_is_percent_encoded() {
        let page = SharedPage { url: "https://example.com/?a=b&c", title: "R&D {{url}}", text: "50% off" };
        let check = |id: &str, expected: &str| assert_eq!(get(id).expect("built in").href(page), expected);
        check("x", "https://x.com/intent/post?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c&text=50%25%20off");
        check(
            "reddit",
            "https://www.reddit.com/submit?url=https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c&title=R%26D%20%7B%7Burl%7D%7D",
        );
        check(
            "email",
            "mailto:?subject=R%26D%20%7B%7Burl%7D%7D&body=50%25%20off%20https%3A%2F%2Fexample.com%2F%3Fa%3Db%26c",
        );
    }

    proptest! {
        #[test]
        fn whatever_is_shared_the_host_stays(text in "\\PC{0,80}") {
            for target in iter().filter(|target| target.url_template.starts_with("https://")) {
                let href = target.href(SharedPage { url: &text, title: &text, text: &text });
                let expected = url::Url::parse(&target.url_template).expect("an address").host_str().map(str::to_owned);
                prop_assert_eq!(url::Url::parse(&href).expect("an address").host_str().map(str::to_owned), expected);
            }
        }
    }
}
