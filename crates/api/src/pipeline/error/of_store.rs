//! The errors of stores as callers see them.

use askline_app::ports::StoreError;
use askline_domain::shared::calendar::UnreadableTime;

use super::{ApiError, Code};
use crate::pipeline::unavailable;

/// How long a caller is asked to wait if a store is unavailable.
const RETRY_AFTER_SECONDS: u64 = 2;

impl ApiError {
    fn nothing_stored() -> Self {
        Self {
            retry_after: Some(RETRY_AFTER_SECONDS),
            ..Self::new(Code::Unavailable, "The service cannot do this at the moment. Nothing was stored.")
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(reason) => {
                unavailable::because(reason);
                Self::nothing_stored()
            }
            StoreError::RolledBack(reason) => Self { rolled_back: Some(reason), ..Self::nothing_stored() },
            StoreError::Uncertain(reason) => {
                unavailable::because(format!("not known whether it was stored: {reason}"));
                Self {
                    retry_after: Some(RETRY_AFTER_SECONDS),
                    may_have_happened: true,
                    ..Self::new(
                        Code::Unavailable,
                        "It is not known whether this was stored. Check before you send it again.",
                    )
                }
            }
            StoreError::DoneBefore => Self {
                retry_after: Some(1),
                ..Self::new(
                    Code::IdempotencyInProgress,
                    "Another request with this Idempotency-Key finished at the same time.",
                )
            },
            StoreError::PreconditionsChanged => Self {
                preconditions_changed: true,
                ..Self::new(
                    Code::Conflict,
                    "A role, a member's sites, an invitation, the key or the plan was changed at the same time. Nothing was stored: read the object again, then retry.",
                )
            },
            StoreError::SessionEnded => Self::new(Code::SessionExpired, "The session has ended. Sign in again."),
            StoreError::AccountChanged => Self::new(
                Code::InvalidCredentials,
                "The account was changed at the same time. Nothing was stored: sign in again, or repeat this.",
            ),
            StoreError::TooManyRequestsKept { free_in } => Self::too_many_requests_kept(free_in),
            other => Self::internal(other),
        }
    }
}

impl From<UnreadableTime> for ApiError {
    fn from(error: UnreadableTime) -> Self {
        StoreError::from(error).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_happened_is_retryable_only_where_repeating_is_harmless() {
        let uncertain = ApiError::from(StoreError::Uncertain("the connection broke".into()));
        assert_eq!((uncertain.code, uncertain.body(None).retryable), (Code::Unavailable, false));
        assert!(uncertain.clone().of_repeatable().body(None).retryable);
        let refused = ApiError::not_found("key");
        assert_eq!(refused.clone().of_repeatable().message, refused.message);
    }
}
