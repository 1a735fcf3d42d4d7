//! Opaque cursors of lists: where the next page begins.

use std::fmt;

use askline_domain::{
    id::{decode_ulid, encode_ulid},
    page::{PAGE_ROWS_DEFAULT, PAGE_ROWS_MOST, PageRequest},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use crate::error::{ApiError, Code};

/// A place in a list. Callers send it back as they got it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Cursor(u128);

/// Tells cursors from ids, and their form from a later one.
const VERSION: &str = "c1";

impl Cursor {
    /// The place after the row with this ULID, or after this many rows.
    pub fn after(place: u128) -> Self {
        Self(place)
    }

    /// The ULID or the number of rows.
    pub fn place(self) -> u128 {
        self.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}{}", String::from_utf8_lossy(&encode_ulid(self.0)))
    }
}

impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl JsonSchema for Cursor {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cursor".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// Query parameters of a list.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Rows of a page, 1 to 200.
    #[schemars(range(min = 1, max = 200), extend("default" = 50))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the page before.
    pub cursor: Option<String>,
}

impl PageQuery {
    /// The page that is asked for.
    pub fn page(&self) -> Result<PageRequest, ApiError> {
        Ok(PageRequest { limit: limit_of(self.limit)?, before: place_of(self.cursor.as_deref())? })
    }
}

/// A `limit` within its bounds.
pub fn limit_of(limit: Option<u32>) -> Result<u32, ApiError> {
    match limit {
        None => Ok(PAGE_ROWS_DEFAULT),
        Some(limit) if (1..=PAGE_ROWS_MOST).contains(&limit) => Ok(limit),
        Some(_) => Err(ApiError::parameter("limit", format!("limit must be from 1 to {PAGE_ROWS_MOST}."))),
    }
}

/// The place a `cursor` stands for.
pub fn place_of(cursor: Option<&str>) -> Result<Option<u128>, ApiError> {
    cursor
        .map(|text| {
            text.strip_prefix(VERSION)
                .and_then(decode_ulid)
                .ok_or_else(|| ApiError::new(Code::InvalidCursor, "cursor was not given out by this list."))
        })
        .transpose()
}
