//! How certain it is that a request came from the crawler that it names.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How certain it is that a request came from the crawler that its user agent names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The address is in the list that the crawler's maker publishes.
    Verified,
    /// Cannot be checked: the maker publishes no list, the list is not loaded, or the log has no public address.
    Claimed,
    /// The maker publishes a list, and the address is not in it.
    Refuted,
}

words! {
    Evidence, "a kind of evidence":
    Verified = "verified",
    Claimed = "claimed",
    Refuted = "refuted",
}
