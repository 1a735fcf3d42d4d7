//! Events that one caller sends to the writer.

use crate::events::{model::gathering, sqlite::seen::Identity};

/// A batch with the identity of each event.
pub(crate) type Batch = gathering::Batch<Vec<Identity>>;
