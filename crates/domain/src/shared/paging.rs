//! Pages of lists, sorted by id, newest first. A cursor is the last id of the previous page.

/// The default number of rows on a page.
pub const PAGE_ROWS_DEFAULT: u32 = 50;
/// The maximum number of rows on a page.
pub const MAX_PAGE_ROWS: u32 = 200;
/// The maximum length of a text that rows are searched for, in characters.
pub const MAX_SEARCH_CHARACTERS: usize = 200;

/// The part of a list that a caller requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    /// The maximum number of rows.
    pub limit: u32,
    /// Only rows older than the one with this ULID.
    pub before: Option<u128>,
}

impl PageRequest {
    /// Requests the newest rows, up to the maximum.
    pub const NEWEST: PageRequest = PageRequest { limit: MAX_PAGE_ROWS, before: None };
}

/// A part of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The rows, newest first.
    pub items: Vec<T>,
    /// Whether older rows follow.
    pub has_more: bool,
}

impl<T> Page<T> {
    /// Creates a page from a result of up to `limit + 1` rows; the additional row shows that older rows follow.
    pub fn cut(mut items: Vec<T>, limit: u32) -> Self {
        let has_more = items.len() > limit as usize;
        items.truncate(limit as usize);
        Self { items, has_more }
    }

    /// Returns the page with each row converted by `change`.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), has_more: self.has_more }
    }
}
