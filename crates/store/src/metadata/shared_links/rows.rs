//! Shared links as rows.

use askline_app::ports::StoreResult;
use askline_domain::{keys::KeyCreator, shared_links::SharedLink};

use crate::sql::rows::{Columns, RowReader};

/// Reads a link.
pub(super) fn link<C: Columns>(row: &C) -> StoreResult<SharedLink> {
    let row = RowReader::new(row, "shared_links", "id");
    Ok(SharedLink {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        site_id: row.parsed("site_id")?,
        settings: row.json("settings")?,
        expires_at: row.optional_time("expires_ms")?,
        password_hash: row.optional_text("password_hash")?,
        digest: row.digest("digest")?,
        masked: row.text("masked")?,
        created_at: row.time("created_ms")?,
        created_by: match row.optional_parsed("created_by_id")? {
            Some(id) => Some(KeyCreator { id, email: row.text("created_by_email")? }),
            None => None,
        },
        last_used_at: row.optional_time("last_used_ms")?,
        uses: row.number("uses")?,
    })
}
