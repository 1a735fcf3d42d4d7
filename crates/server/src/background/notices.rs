//! Tells webhooks of what time alone brings.

use askline_domain::ports::{StoreResult, whole_stores::Metadata};
use jiff::Timestamp;

use super::repeat::{ROWS_AT_ONCE_MOST, in_pieces};

/// Tells webhooks of keys that end soon and of sites where the widget is not seen any more; how many.
pub async fn tell_what_time_brings(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async {
        let keys = metadata.tell_expiring_keys(now, ROWS_AT_ONCE_MOST).await?;
        Ok([keys, metadata.tell_stale_sites(now, ROWS_AT_ONCE_MOST).await?])
    })
    .await
}
