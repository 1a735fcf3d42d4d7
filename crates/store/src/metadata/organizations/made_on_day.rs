//! How many keys and sites an organization created today. Deleted ones still count.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::bounds::{Made, day_of_making},
    shared::ids::OrgId,
};
use jiff::Timestamp;

use crate::sql::{Connection, sql};

/// Counts another object that is created on this day, in the organization's scope; returns the new count. If it exceeds
/// the day's limit, the change must be dropped.
pub(crate) async fn count_made(connection: &mut Connection, org: OrgId, made: Made, day: i64) -> StoreResult<u32> {
    let counted: i64 = sql("INSERT INTO made_on_day (org_id, kind, day, made) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (org_id, kind) DO UPDATE SET day = excluded.day, \
         made = CASE WHEN made_on_day.day = excluded.day THEN made_on_day.made + 1 ELSE 1 END RETURNING made")
    .bind(org)
    .bind(made.as_str())
    .bind(day)
    .value(connection)
    .await?;
    Ok(u32::try_from(counted).unwrap_or(u32::MAX))
}

/// Counts an object that is created at `at`. Returns whether it is one too many for its day; then the change must be dropped.
pub(crate) async fn made_too_many(
    connection: &mut Connection,
    org: OrgId,
    made: Made,
    at: Timestamp,
) -> StoreResult<bool> {
    Ok(count_made(connection, org, made, day_of_making(at)).await? > made.most_a_day())
}
