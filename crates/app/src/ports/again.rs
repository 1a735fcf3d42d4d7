//! Repeats a change that its store rolled back. Never repeats one that may have been stored.

use super::StoreError;

/// The maximum number of attempts at a change that is rolled back each time.
pub const MAX_TRIES: u32 = 3;

/// An error of a change, which may be one of the store.
pub trait ChangeError: From<StoreError> {
    /// The store's error; otherwise the error as it is.
    fn of_store(self) -> Result<StoreError, Self>;
}

impl ChangeError for StoreError {
    fn of_store(self) -> Result<StoreError, Self> {
        Ok(self)
    }
}

/// Makes a change, and repeats it if the store rolled it back. For changes of background work, and for those whose
/// caller must not start over because it has already sent, counted or stored something.
pub async fn again_if_rolled_back<T, E, C>(change: impl Fn() -> C) -> Result<T, E>
where
    E: ChangeError,
    C: Future<Output = Result<T, E>>,
{
    let mut tries = 1;
    loop {
        let error = match change().await {
            Ok(made) => return Ok(made),
            Err(error) => error.of_store()?,
        };
        match error {
            StoreError::RolledBack(_) if tries < MAX_TRIES => tries += 1,
            // All attempts are used up.
            StoreError::RolledBack(reason) => return Err(StoreError::Unavailable(reason).into()),
            error => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::{super::StoreResult, *};

    /// Makes a change that fails in this way the first `failures` times; returns how often it was tried, and its
    /// result.
    async fn made(failures: u32, error: StoreError) -> (u32, StoreResult<u32>) {
        let made = AtomicU32::new(0);
        let change = || async {
            match made.fetch_add(1, Ordering::Relaxed) + 1 {
                time if time <= failures => Err(error.clone()),
                time => Ok(time),
            }
        };
        let result = again_if_rolled_back(change).await;
        (made.into_inner(), result)
    }

    #[tokio::test]
    async fn only_what_was_rolled_back_is_made_again_and_not_for_ever() {
        let rolled_back = StoreError::RolledBack("a deadlock".into());
        assert!(matches!(made(2, rolled_back.clone()).await, (3, Ok(3))));
        assert!(matches!(made(3, rolled_back).await, (3, Err(StoreError::Unavailable(_)))));
        let uncertain = StoreError::Uncertain("no answer".into());
        assert!(matches!(made(1, uncertain).await, (1, Err(StoreError::Uncertain(_)))));
    }
}
