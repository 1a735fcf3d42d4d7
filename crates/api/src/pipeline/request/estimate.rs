//! The choice between starting work that costs credits and only estimating its cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether to start the work, or only to estimate its cost.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EstimateQuery {
    /// `true`: nothing is started; the response (200) contains what it would cost.
    #[serde(default)]
    pub estimate: bool,
}

/// Work that was started (202), or what it would cost (200).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "{Begun}Or{Estimate}")]
pub enum BegunOrEstimate<Begun, Estimate> {
    /// The work was started.
    Begun(Box<Begun>),
    /// The estimate of its cost.
    Estimate(Estimate),
}
