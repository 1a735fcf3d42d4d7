//! Annotations as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    annotations::Annotation,
    shared::{
        calendar::Day,
        ids::{AnnotationId, SiteId},
    },
};

use crate::sql::{
    Connection, Statement,
    rows::{Columns, RowReader, json_text},
    sql,
};

/// Stores an annotation. `own_hour` is set for Askline's own ones, of which a kind has one an hour.
pub(super) fn insertion(annotation: &Annotation, own_hour: Option<i64>) -> StoreResult<Statement> {
    Ok(sql("INSERT INTO annotations (id, site_id, day, time, text, kind, author, created_ms, own_hour) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (site_id, own_hour, kind) DO NOTHING")
    .bind(annotation.id)
    .bind(annotation.site_id)
    .bind(annotation.date.0)
    .bind(annotation.time.as_deref())
    .bind(&annotation.text)
    .bind(annotation.kind.as_str())
    .bind(json_text(&annotation.author)?)
    .bind(annotation.created_at)
    .bind(own_hour))
}

/// One annotation of a site.
pub(super) async fn select(
    connection: &mut Connection,
    site: SiteId,
    id: AnnotationId,
) -> StoreResult<Option<Annotation>> {
    sql("SELECT * FROM annotations WHERE id = $1 AND site_id = $2")
        .bind(id)
        .bind(site)
        .optional(connection, annotation)
        .await
}

/// Reads an annotation.
pub(super) fn annotation<C: Columns>(row: &C) -> StoreResult<Annotation> {
    let row = RowReader::new(row, "annotations", "id");
    let day = row.optional_integer("day")?.and_then(|day| i32::try_from(day).ok());
    Ok(Annotation {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        date: Day(day.ok_or_else(|| row.corrupt("day"))?),
        time: row.optional_text("time")?,
        text: row.text("text")?,
        kind: row.parsed("kind")?,
        author: row.json("author")?,
        created_at: row.time("created_ms")?,
    })
}
