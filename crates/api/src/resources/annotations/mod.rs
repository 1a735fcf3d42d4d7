//! Annotations: dated notes on the charts of a site. Readers of the site never see them.

mod change;

use askline_app::ports::sites::annotations::AnnotationPosition;
use askline_domain::{
    annotations::Annotation,
    shared::{
        calendar::{Day, MAX_WINDOW_DAYS, WINDOW_DAYS_DEFAULT},
        ids::AnnotationId,
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
    },
};
use schemars::JsonSchema;
use serde::Deserialize;

pub use change::{create_annotation, delete_annotation, update_annotation};

use crate::{
    pipeline::{
        handling::{ApiError, Call, Cursor, Input, Items, Nothing, Pagination, Reply, SiteAccess},
        request::cursor::{limit_of, read_place},
    },
    resources::analytics::window_of,
};

/// The annotation in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnnotationPath {
    annotation_id: AnnotationId,
}

/// Which annotations are listed.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnotationQuery {
    /// The number of calendar days of the site's time zone, including today.
    #[schemars(range(min = 1, max = MAX_WINDOW_DAYS), extend("default" = WINDOW_DAYS_DEFAULT))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The latest date, today by default; needs `from`.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// Lists the annotations of a period, the latest day first.
pub async fn list_annotations(
    call: Call<SiteAccess>,
    input: Input<Nothing, AnnotationQuery>,
) -> Result<Reply<Items<Annotation>>, ApiError> {
    let (site, query) = (&call.tenant.site.site, &input.query);
    let window = window_of(query.days, query.from.as_deref(), query.to.as_deref(), today(&call)?)?;
    let limit = limit_of(query.limit)?;
    let place = read_place(query.cursor.as_deref(), place_of)?;
    let page = call.app.ports().annotations.annotations(site.id, window, limit, place).await?;
    let next_cursor = page.items.last().filter(|_| page.has_more).map(|last| Cursor::at(written(last)));
    Ok(Reply::new(Items { items: page.items }).pagination(Pagination { limit, has_more: page.has_more, next_cursor }))
}

/// Today in the site's time zone.
fn today(call: &Call<SiteAccess>) -> Result<Day, ApiError> {
    let zone = call.tenant.site.site.time_zone().map_err(ApiError::internal)?;
    Ok(Day::of(call.request.at, &zone))
}

/// The position of an annotation as a cursor contains it: `{day}.{id}`.
fn written(annotation: &Annotation) -> String {
    format!("{}.{}", annotation.date.0, annotation.id)
}

fn place_of(text: &str) -> Option<AnnotationPosition> {
    let (day, id) = text.split_once('.')?;
    Some((Day(day.parse().ok()?), id.parse().ok()?))
}
