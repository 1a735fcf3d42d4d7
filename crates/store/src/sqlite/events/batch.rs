//! Events that one caller sends to the writer.

use super::seen::Identity;
use crate::events::gathering;

/// A batch with the identity of each event.
pub(super) type Batch = gathering::Batch<Vec<Identity>>;
