//! Fields of an edit: an omitted field stays as it is.

use serde::{Deserialize, Deserializer};

/// Reads a field that can be omitted but not cleared: null is not a valid value. For `deserialize_with` on a field
/// with a default, whose schema is that of `T`.
pub fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
