//! Whether an app has not ended since it was connected.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::{AppId, OrgId};

use crate::sql::{Connection, Dialects, sql};

/// What makes an app of `$1` with the id `$2` end without its row being removed.
macro_rules! connected {
    ($lock:literal) => {
        concat!(
            "SELECT 1 FROM connected_apps a JOIN users u ON u.id = a.user_id WHERE a.org_id = $1 AND a.id = $2 \
             AND a.credential_version = u.credential_version AND u.locked_ms IS NULL",
            $lock
        )
    };
}

/// Whether an app of the organization has not ended.
pub(super) async fn is_connected(connection: &mut Connection, org: OrgId, id: AppId) -> StoreResult<bool> {
    Ok(sql(connected!("")).bind(org).bind(id).fetch_optional(connection).await?.is_some())
}

/// Like [`is_connected`]. The app cannot end before the running transaction does.
pub(in crate::metadata) async fn stays_connected(
    connection: &mut Connection,
    org: OrgId,
    id: AppId,
) -> StoreResult<bool> {
    let found = sql(Dialects { sqlite: connected!(""), postgres: connected!(" FOR SHARE OF a, u") });
    Ok(found.bind(org).bind(id).fetch_optional(connection).await?.is_some())
}
