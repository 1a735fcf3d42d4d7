//! Whether a session is open, for changes that were allowed because it was.

use askline_app::ports::StoreResult;
use askline_domain::identity::grounds::SessionGround;

use crate::sql::{Connection, Dialects, sql};

/// Whether a session has not ended. It cannot end before the running transaction does.
pub(crate) async fn is_open(connection: &mut Connection, ground: SessionGround) -> StoreResult<bool> {
    // `FOR KEY SHARE` waits for a deletion, and not for the time of the last use.
    let found = sql(Dialects {
        sqlite: "SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2",
        postgres: "SELECT 1 FROM sessions WHERE id = $1 AND user_id = $2 FOR KEY SHARE",
    });
    Ok(found.bind(ground.session).bind(ground.user).fetch_optional(connection).await?.is_some())
}
