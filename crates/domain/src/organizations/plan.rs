//! Plans and what they allow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::present_fields::every_field_present;

/// A plan. Ordered: a higher plan allows all that a lower one does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Dashboard only.
    Free,
    /// API keys, 120 requests a minute each.
    Pro,
    /// 600 requests a minute and key.
    Business,
    /// 3,000 requests a minute and key, bulk writes.
    Enterprise,
}

words! { Plan, "a plan": Free = "free", Pro = "pro", Business = "business", Enterprise = "enterprise" }

/// The limits of a plan; null is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PlanLimits {
    /// Requests per minute of each key; zero if the plan has no keys.
    #[serde(skip)]
    pub requests_per_minute: u32,
    /// Keys that may be active at once.
    pub keys: u32,
    /// Sites.
    pub sites: Option<u32>,
    /// Members, invited ones included.
    pub seats: Option<u32>,
    /// Credits granted each month.
    pub credits_per_month: u32,
    /// How many days raw events are kept.
    pub retention_days: u32,
    /// Whether bulk writes are allowed.
    #[serde(skip)]
    pub bulk_writes: bool,
}

impl Plan {
    /// The plan's name.
    pub const fn name(self) -> &'static str {
        match self {
            Plan::Free => "Free",
            Plan::Pro => "Pro",
            Plan::Business => "Business",
            Plan::Enterprise => "Enterprise",
        }
    }

    /// What the plan allows.
    pub const fn limits(self) -> PlanLimits {
        match self {
            Plan::Free => PlanLimits {
                requests_per_minute: 0,
                keys: 0,
                sites: Some(1),
                seats: Some(1),
                credits_per_month: 50,
                retention_days: 90,
                bulk_writes: false,
            },
            Plan::Pro => PlanLimits {
                requests_per_minute: 120,
                keys: 10,
                sites: Some(5),
                seats: Some(5),
                credits_per_month: 1_000,
                retention_days: 365,
                bulk_writes: false,
            },
            Plan::Business => PlanLimits {
                requests_per_minute: 600,
                keys: 50,
                sites: Some(50),
                seats: Some(25),
                credits_per_month: 10_000,
                retention_days: 730,
                bulk_writes: false,
            },
            Plan::Enterprise => PlanLimits {
                requests_per_minute: 3_000,
                keys: 500,
                sites: None,
                seats: None,
                credits_per_month: 100_000,
                retention_days: 1_095,
                bulk_writes: true,
            },
        }
    }
}
