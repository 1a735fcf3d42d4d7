//! Opaque cursors of lists: the start of the next page, bound to one list.
//!
//! Handlers only know positions. When a response is finished, the position is bound to the list, its objects, its filters and its
//! order; when a request is read, the binding is checked and removed. So no list can forget to check it.

use std::{collections::BTreeMap, fmt};

use askline_domain::{
    identity::secret::SecretDigest,
    shared::{
        ids::{OrgId, decode_ulid, encode_ulid},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT, PageRequest},
    },
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use url::form_urlencoded;

use crate::pipeline::error::{ApiError, Code};

/// A position in a list. Callers send it back unchanged.
#[derive(Clone, PartialEq, Eq)]
pub struct Cursor(String);

/// Distinguishes cursors from ids, and this format from others.
const VERSION: &str = "c2";
/// The length of the digest of what a cursor is bound to, in characters. It detects mistakes; a forged cursor reads
/// only lists that its caller may read.
const DIGEST_CHARACTERS: usize = 16;
const PARAMETER: &str = "cursor";
/// Parameters that may differ from page to page.
const FREE_PARAMETERS: [&str; 3] = [PARAMETER, "limit", "format"];

impl Cursor {
    /// The position after the row with this ULID, or after this many rows.
    pub fn after(place: u128) -> Self {
        Self(String::from_utf8_lossy(&encode_ulid(place)).into_owned())
    }

    /// A position in the list's own format, which needs no encoding in a URL.
    pub fn at(place: String) -> Self {
        Self(place)
    }
}

/// What the cursors of a request are bound to.
pub(crate) struct List<'r> {
    /// The operation.
    pub(crate) operation: &'static str,
    /// The organization of the list, if the caller may see it.
    pub(crate) organization: Option<OrgId>,
    /// The parameters of the path.
    pub(crate) path: &'r BTreeMap<String, String>,
    /// The query string, without the organization.
    pub(crate) query: &'r str,
}

impl List<'_> {
    /// The query string with its cursor replaced by the position; `None` without a cursor. A cursor of another list is refused.
    pub(crate) fn opened(&self) -> Result<Option<String>, ApiError> {
        let cursors = form_urlencoded::parse(self.query.as_bytes()).filter(|(name, _)| name == PARAMETER);
        // An empty or repeated parameter is reported by the code that reads it.
        let [cursor] = cursors.map(|(_, cursor)| cursor).collect::<Vec<_>>().try_into().unwrap_or_default();
        if cursor.is_empty() {
            return Ok(None);
        }
        let place = cursor
            .strip_prefix(VERSION)
            .and_then(|text| text.strip_prefix(self.digest().as_str()))
            .ok_or_else(not_of_this_list)?;
        let others = form_urlencoded::parse(self.query.as_bytes()).filter(|(name, _)| name != PARAMETER);
        let mut query = form_urlencoded::Serializer::new(String::new());
        Ok(Some(query.extend_pairs(others).append_pair(PARAMETER, place).finish()))
    }

    /// The cursor for a position.
    pub(crate) fn sealed(&self, place: &Cursor) -> Cursor {
        Cursor(format!("{VERSION}{}{place}", self.digest()))
    }

    fn digest(&self) -> String {
        let mut filters: Vec<_> = form_urlencoded::parse(self.query.as_bytes())
            .filter(|(name, _)| !FREE_PARAMETERS.contains(&name.as_ref()))
            .collect();
        filters.sort();
        // `Debug` puts quotes around each part, so no two lists have the same text.
        let bound = format!("{:?}", (self.operation, self.organization, self.path, filters));
        hex::encode(&SecretDigest::of(&bound).0[..DIGEST_CHARACTERS / 2])
    }
}

fn not_of_this_list() -> ApiError {
    ApiError::new(
        Code::InvalidCursor,
        "cursor does not belong to this list with these filters and this order. Start again without one.",
    )
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

impl PageQuery {
    /// The requested page.
    pub fn page(&self) -> Result<PageRequest, ApiError> {
        Ok(PageRequest { limit: limit_of(self.limit)?, before: place_of(self.cursor.as_deref())? })
    }
}

/// The requested `limit`, if it is in range, or the default.
pub fn limit_of(limit: Option<u32>) -> Result<u32, ApiError> {
    match limit {
        None => Ok(PAGE_ROWS_DEFAULT),
        Some(limit) if (1..=MAX_PAGE_ROWS).contains(&limit) => Ok(limit),
        Some(_) => Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_PAGE_ROWS}."))),
    }
}

/// The position in a `cursor` whose binding was checked and removed.
pub fn place_of(cursor: Option<&str>) -> Result<Option<u128>, ApiError> {
    cursor.map(|place| decode_ulid(place).ok_or_else(not_of_this_list)).transpose()
}

/// A position in the list's own format, which `read` parses.
pub fn read_place<T>(cursor: Option<&str>, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ApiError> {
    cursor.map(|place| read(place).ok_or_else(not_of_this_list)).transpose()
}
