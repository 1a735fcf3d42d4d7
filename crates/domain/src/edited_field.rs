//! Fields of a change: what is left out stays as it is.

use serde::{Deserialize, Deserializer};

/// Reads a field that can be left out and cannot be cleared: null is no value of it. For `deserialize_with` on a field
/// with a default, whose schema is that of `T`.
pub fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
