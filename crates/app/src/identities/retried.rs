//! Makes the changes of a sign-in again if the store rolled them back.
//!
//! What the provider answered cannot be sent a second time, so the request is not repeated as a whole.

use crate::{
    error::UseCaseError,
    ports::{StoreError, again::MAX_TRIES},
};

/// Runs `change` until it is not rolled back. It decides again each time.
pub(super) async fn retried<T, C>(change: impl Fn() -> C) -> Result<T, UseCaseError>
where
    C: Future<Output = Result<T, UseCaseError>>,
{
    let mut tries = 1;
    loop {
        match change().await {
            Err(UseCaseError::Store(StoreError::RolledBack(_))) if tries < MAX_TRIES => tries += 1,
            made => return made,
        }
    }
}
