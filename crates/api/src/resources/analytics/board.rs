//! `GET /analytics/overview`: one row per site that the caller may read. By default, sites that need attention are listed first.

use askline_app::reports::board::{self, Board, BoardQuestion};
use askline_domain::{
    board::BoardSort,
    shared::{
        calendar::{MAX_WINDOW_DAYS, WINDOW_DAYS_DEFAULT},
        paging::MAX_SEARCH_CHARACTERS,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{board_cursor, question::window_of};
use crate::pipeline::{
    handling::{ApiError, Call, Cursor, Input, Nothing, OrgAccess, Pagination, Reply},
    request::cursor::read_place,
};

/// The maximum number of sites on a page.
const MAX_ROWS: u32 = 50;

/// Query parameters of the list of sites with their figures.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardQuery {
    /// The number of calendar days, including today; each site counts the days of its own time zone.
    #[schemars(range(min = 1, max = MAX_WINDOW_DAYS), extend("default" = WINDOW_DAYS_DEFAULT))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today by default.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// The order: sites that need attention first, then the most asked; by name; or by asks.
    #[schemars(extend("default" = "attention"))]
    pub sort: Option<BoardSort>,
    /// Text that the name or the domain must contain.
    #[schemars(length(min = 1, max = MAX_SEARCH_CHARACTERS))]
    pub q: Option<String>,
    /// The maximum number of rows on a page, 1 to 50.
    #[schemars(range(min = 1, max = MAX_ROWS), extend("default" = MAX_ROWS))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// `GET /analytics/overview`
pub async fn show_sites_overview(
    mut call: Call<OrgAccess>,
    input: Input<Nothing, BoardQuery>,
) -> Result<Reply<Board>, ApiError> {
    let query = input.query;
    let slot = call.take_slot()?;
    let limit = query.limit.unwrap_or(MAX_ROWS);
    if !(1..=MAX_ROWS).contains(&limit) {
        return Err(ApiError::parameter("limit", format!("limit must be from 1 to {MAX_ROWS}.")));
    }
    let after = read_place(query.cursor.as_deref(), board_cursor::read)?;
    if query.q.as_ref().is_some_and(|text| text.is_empty() || text.chars().count() > MAX_SEARCH_CHARACTERS) {
        return Err(ApiError::parameter("q", format!("q must have 1 to {MAX_SEARCH_CHARACTERS} characters.")));
    }
    let asked = BoardQuestion {
        org: call.tenant.id,
        among: call.tenant.sites.listed(),
        search: query.q.as_deref(),
        sort: query.sort.unwrap_or_default(),
        after,
        limit: limit as usize,
        now: call.request.at,
    };
    let window = |today| window_of(query.days, query.from.as_deref(), query.to.as_deref(), today);
    let (board, next) = board::read(call.app.ports(), asked, window).await?;
    drop(slot);
    let next_cursor = next.as_ref().map(|place| Cursor::at(board_cursor::written(place)));
    Ok(Reply::new(board).pagination(Pagination { limit, has_more: next_cursor.is_some(), next_cursor }))
}
