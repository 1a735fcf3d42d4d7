//! Starts the runs of monitors by their schedule.

use askline_domain::{
    monitors::engine::EngineCatalogue,
    ports::{StoreResult, whole_stores::Metadata},
};
use jiff::Timestamp;

use super::repeat::{ROWS_AT_ONCE_MOST, in_pieces};

/// Starts the runs of monitors that are due; how many monitors were.
pub async fn start_due_runs(metadata: &dyn Metadata, catalogue: &EngineCatalogue, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async { Ok([metadata.start_due_runs(now, ROWS_AT_ONCE_MOST, catalogue).await?]) })
        .await
}
