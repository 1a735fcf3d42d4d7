//! Plans and their limits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::present_fields::every_field_present;

/// A plan. Plans are ordered: a higher plan allows everything that a lower one allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Only the dashboard, without API keys.
    Free,
    /// API keys with 120 requests per minute each.
    Pro,
    /// API keys with 600 requests per minute each.
    Business,
    /// API keys with 3,000 requests per minute each, large imports, and generation for whole sites.
    Enterprise,
}

words! { Plan, "a plan": Free = "free", Pro = "pro", Business = "business", Enterprise = "enterprise" }

/// The limits of a plan; null means unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PlanLimits {
    /// The maximum number of requests per minute and key; zero if the plan has no keys.
    #[serde(skip)]
    pub requests_per_minute: u32,
    /// The maximum number of active API keys; a rotated key and its replacement count once.
    pub keys: u32,
    /// The maximum number of sites.
    pub sites: Option<u32>,
    /// The maximum number of members, including pending invitations.
    pub seats: Option<u32>,
    /// Credits granted per month.
    pub credits_per_month: u32,
    /// The number of days for which raw events are kept.
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

    /// The limits of the plan.
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
