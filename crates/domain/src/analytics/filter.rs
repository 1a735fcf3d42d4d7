//! Filters of analytics queries by page and by platform.

use crate::pages::identity::PageIdentifier;

/// A page or a folder of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PageFilter {
    /// The page with this path.
    Page(String),
    /// The page with this path and all pages below it.
    Folder(String),
}

impl PageFilter {
    /// Reads a page in any spelling, readable ones included, or a folder if the text ends with `/**`. `/**` alone means every
    /// page, which is no filter.
    pub fn of(text: &str, identifier: &PageIdentifier) -> Option<Self> {
        match text.strip_suffix("/**") {
            Some(folder) => {
                Some(identifier.folder_of_text(folder)).filter(|folder| !folder.is_empty()).map(Self::Folder)
            }
            None => Some(Self::Page(identifier.of_text(text).into_string())),
        }
    }

    /// Whether a path matches the filter.
    pub fn admits(&self, path: &str) -> bool {
        match self {
            PageFilter::Page(page) => page == path,
            PageFilter::Folder(folder) => path
                .strip_prefix(folder.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#'])),
        }
    }
}

/// The filter of an analytics query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct AnalyticsFilter {
    /// Includes only these pages.
    pub page: Option<PageFilter>,
    /// Includes only this platform: an assistant or a social network. Pages where it was not used are left out.
    pub platform: Option<String>,
}
