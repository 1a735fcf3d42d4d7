//! How many keys and sites an organization created today. Deleted ones still count.

use askline_app::ports::StoreResult;
use askline_domain::{organizations::bounds::Made, shared::ids::OrgId};

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
