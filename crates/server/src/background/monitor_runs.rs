//! Starts runs of monitors on schedule.

use askline_app::{
    monitors,
    ports::{StoreResult, whole_stores::Metadata},
};
use askline_domain::engines::EngineCatalogue;
use jiff::Timestamp;

use super::repeat::{MAX_ROWS_AT_ONCE, in_pieces};

/// Starts the due runs of monitors; returns how many monitors were due.
pub async fn start_due_runs(metadata: &dyn Metadata, catalogue: &EngineCatalogue, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async {
        Ok([monitors::start_due_runs(metadata, now, MAX_ROWS_AT_ONCE, catalogue).await?])
    })
    .await
}
