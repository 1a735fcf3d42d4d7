//! Askline's own annotations, stored with the audit entry of the change that they are about.

use askline_app::ports::StoreResult;
use askline_domain::{
    annotations::{Annotation, AnnotationKind, OWN_ANNOTATION_DAYS, OwnAnnotation},
    shared::ids::SiteId,
};
use jiff::{Timestamp, tz::TimeZone};

use super::rows::insertion;
use crate::sql::{Connection, sql};

const MS_PER_HOUR: i64 = 3_600_000;

/// Stores the annotation of a change, unless the site has one of its kind in that hour, and removes those that are too old.
pub(in crate::metadata) async fn insert(
    connection: &mut Connection,
    (kind, site): (AnnotationKind, SiteId),
    at: Timestamp,
) -> StoreResult<()> {
    let zone: Option<String> = sql("SELECT timezone FROM sites WHERE id = $1 AND is_removed = 0")
        .bind(site)
        .optional_value(&mut *connection)
        .await?;
    let Some(zone) = zone else { return Ok(()) };
    let zone = TimeZone::get(&zone).unwrap_or(TimeZone::UTC);
    store(connection, &Annotation::own(site, OwnAnnotation::Entry(kind), at, &zone)).await
}

/// Stores an annotation, unless the site has one of its kind in that hour, and removes those that are too old.
pub(super) async fn store(connection: &mut Connection, annotation: &Annotation) -> StoreResult<()> {
    let hour = annotation.created_at.as_millisecond() / MS_PER_HOUR;
    if insertion(annotation, Some(hour))?.execute(&mut *connection).await? > 0 {
        sql("DELETE FROM annotations WHERE site_id = $1 AND own_hour < $2")
            .bind(annotation.site_id)
            .bind(hour - i64::from(OWN_ANNOTATION_DAYS) * 24)
            .execute(connection)
            .await?;
    }
    Ok(())
}
