//! Which pages and platforms a question is about.

use crate::pages::address::with_capital_escapes;

/// Pages of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PageFilter {
    /// The page with this path.
    Page(String),
    /// The page with this path and all below it.
    Folder(String),
}

impl PageFilter {
    /// A path, or a folder if it ends in `/**`. `/**` is every page, and so no filter.
    pub fn of(text: &str) -> Option<Self> {
        let text = with_capital_escapes(text);
        match text.strip_suffix("/**") {
            Some("") => None,
            Some(folder) => Some(Self::Folder(folder.to_owned())),
            None => Some(Self::Page(text.into_owned())),
        }
    }

    /// Whether a path is among them.
    pub fn admits(&self, path: &str) -> bool {
        match self {
            PageFilter::Page(page) => page == path,
            PageFilter::Folder(folder) => {
                path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }
        }
    }
}

/// The filter of a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct AnalyticsFilter {
    /// Only these pages.
    pub page: Option<PageFilter>,
    /// Only this platform, network or assistant. Of pages, only those where it was used.
    pub platform: Option<String>,
}
