//! Where a shortened answer continues: the page of the API, the table, the row.
//!
//! A place is bound to the tool and its arguments, and to the row before it. If rows were added ahead of that row, the
//! place moves with it; if it was deleted, the assistant must start again.

use askline_api::pipeline::error::{ApiError, Code};
use askline_domain::identity::secret::SecretDigest;
use serde_json::{Map, Value};

/// The prefix that distinguishes these cursors from the API's own.
const PREFIX: &str = "m1.";
/// The length of digests in bytes. They only detect mistakes: an invented cursor leads only to its own caller's data.
const DIGEST_BYTES: usize = 6;
/// The arguments that a cursor contains, or that may differ between pages.
pub(super) const CURSOR: &str = "cursor";
pub(super) const LIMIT: &str = "limit";

/// A place within one response of the API.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the table in the order of the plan.
    pub(super) table: usize,
    /// The first row that was not shown.
    pub(super) row: usize,
    /// The digest of the first cell of the row before it.
    pub(super) before: String,
    /// The API's `limit` and `cursor` of the current page.
    limit: Option<u64>,
    page: Option<String>,
}

impl Place {
    /// The place after `row` rows of a table, the last of which begins with the cell `before`, in the answer to these
    /// arguments.
    pub(super) fn after(table: usize, row: usize, before: &Value, asked: &Map<String, Value>) -> Self {
        let limit = asked.get(LIMIT).and_then(Value::as_f64).map(|limit| limit as u64);
        let page = asked.get(CURSOR).and_then(Value::as_str).map(str::to_owned);
        Self { table, row, before: digest(before), limit, page }
    }

    /// The cursor for this place, for this tool with these arguments.
    pub(super) fn written(&self, tool: &str, asked: &Map<String, Value>) -> String {
        let limit = self.limit.map(|limit| limit.to_string()).unwrap_or_default();
        let page = self.page.as_deref().unwrap_or_default();
        let (table, row, before) = (self.table, self.row, &self.before);
        format!("{PREFIX}{}.{table}.{row}.{before}.{limit}.{page}", bound_to(tool, asked))
    }

    /// Reads the cursor in these arguments and replaces it with the API's own. `None` if there is no cursor, or if it is
    /// already the API's own.
    pub(super) fn taken(tool: &str, arguments: &mut Map<String, Value>) -> Result<Option<Self>, ApiError> {
        let Some(text) = arguments.get(CURSOR).and_then(Value::as_str).and_then(|text| text.strip_prefix(PREFIX))
        else {
            return Ok(None);
        };
        let place = Self::read(text, &bound_to(tool, arguments)).ok_or_else(not_here)?;
        arguments.remove(CURSOR);
        arguments.remove(LIMIT);
        if let Some(page) = &place.page {
            arguments.insert(CURSOR.into(), page.as_str().into());
        }
        if let Some(limit) = place.limit {
            arguments.insert(LIMIT.into(), limit.into());
        }
        Ok(Some(place))
    }

    fn read(text: &str, bound: &str) -> Option<Self> {
        let [given, table, row, before, limit, page] = text.splitn(6, '.').collect::<Vec<_>>().try_into().ok()?;
        let limit = if limit.is_empty() { None } else { Some(limit.parse().ok()?) };
        let page = (!page.is_empty()).then(|| page.to_owned());
        let (table, row) = (table.parse().ok()?, row.parse().ok()?);
        (given == bound).then_some(Self { table, row, before: before.to_owned(), limit, page })
    }

    /// The first row to show of a table whose rows now have these first cells.
    pub(super) fn found_in(&self, rows: &[Value]) -> Result<usize, ApiError> {
        let is_before = |row: usize| rows.get(row).is_some_and(|cell| digest(cell) == self.before);
        if self.row == 0 {
            return Ok(0);
        }
        if is_before(self.row - 1) {
            return Ok(self.row);
        }
        (0..rows.len()).rev().find(|row| is_before(*row)).map(|row| row + 1).ok_or_else(not_here)
    }
}

fn digest(value: &Value) -> String {
    hex::encode(&SecretDigest::of(&value.to_string()).0[..DIGEST_BYTES])
}

fn bound_to(tool: &str, arguments: &Map<String, Value>) -> String {
    let others = arguments.iter().filter(|(name, _)| ![CURSOR, LIMIT].contains(&name.as_str()));
    let mut others: Vec<(&String, &Value)> = others.collect();
    others.sort_by_key(|(name, _)| *name);
    digest(&Value::from(format!("{:?}", (tool, others))))
}

fn not_here() -> ApiError {
    ApiError::new(
        Code::InvalidCursor,
        "cursor is not from this tool with these arguments, or its row was deleted. Start again without one.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn arguments(value: Value) -> Map<String, Value> {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn a_place_is_read_as_it_was_written_and_brings_the_page_of_the_api_along() {
        let asked = arguments(json!({ "siteId": "s", "limit": 7.0, "cursor": "c2.a.b" }));
        let place = Place::after(2, 9, &json!("row"), &asked);
        let mut again = arguments(json!({ "siteId": "s", "cursor": place.written("list", &asked) }));
        assert_eq!(Place::taken("list", &mut again).ok(), Some(Some(place)));
        assert_eq!(again, arguments(json!({ "siteId": "s", "cursor": "c2.a.b", "limit": 7 })));
    }

    #[test]
    fn a_cursor_of_another_tool_or_other_arguments_is_refused_and_the_apis_own_is_left_alone() {
        let asked = arguments(json!({ "siteId": "s" }));
        let text = Place::after(0, 1, &json!("row"), &asked).written("list", &asked);
        for (tool, site) in [("show", "s"), ("list", "t")] {
            let mut given = arguments(json!({ "siteId": site, "cursor": text }));
            assert_eq!(Place::taken(tool, &mut given).expect_err(site).code, Code::InvalidCursor);
        }
        for broken in ["m1.", "m1.1.2.3", "m1.x.0.0...", "m1.\u{e9}.9.9.9.9.9"] {
            let mut given = arguments(json!({ "siteId": "s", "cursor": broken }));
            assert_eq!(Place::taken("list", &mut given).expect_err(broken).code, Code::InvalidCursor);
        }
        let mut own = arguments(json!({ "siteId": "s", "cursor": "c2abc" }));
        assert_eq!(Place::taken("list", &mut own).ok(), Some(None));
        assert_eq!(own["cursor"], "c2abc");
    }

    #[test]
    fn a_cursor_follows_its_row_past_inserted_rows_and_is_invalid_once_the_row_is_deleted() {
        let rows = |names: &[&str]| names.iter().map(|name| json!(name)).collect::<Vec<_>>();
        let place = Place::after(0, 2, &json!("b"), &Map::new());
        assert_eq!(place.found_in(&rows(&["a", "b", "c"])).ok(), Some(2));
        assert_eq!(place.found_in(&rows(&["new", "a", "b", "c"])).ok(), Some(3));
        assert_eq!(place.found_in(&rows(&["a", "c"])).expect_err("gone").code, Code::InvalidCursor);
    }
}
