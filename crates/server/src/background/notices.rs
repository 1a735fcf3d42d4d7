//! Sends webhook events that are caused by time alone.

use askline_app::{
    keys::report_expiring,
    ports::{StoreResult, whole_stores::Metadata},
    sites::seen_widgets::tell_stale,
};
use jiff::Timestamp;

use super::repeat::{MAX_ROWS_AT_ONCE, in_pieces};

/// Sends webhook events about keys that expire soon and sites where the widget is no longer seen. Returns how many.
pub async fn tell_what_time_brings(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async {
        let keys = report_expiring(metadata, now, MAX_ROWS_AT_ONCE).await?;
        Ok([keys, tell_stale(metadata, now, MAX_ROWS_AT_ONCE).await?])
    })
    .await
}
