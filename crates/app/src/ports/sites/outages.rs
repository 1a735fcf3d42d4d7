//! The last sign of life of an instance, and the outage without notes.

use askline_domain::annotations::outage::{Outage, SignOfLife};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// The last sign of life of any server on the stores.
#[async_trait]
pub trait OutageStore: Send + Sync + 'static {
    /// The last sign; `None` before the first.
    async fn sign_of_life(&self) -> StoreResult<Option<SignOfLife>>;
    /// Stores a sign, unless another server stored one since `last` was read; returns whether it did.
    async fn put_sign_of_life(&self, last: Option<&SignOfLife>, sign: &SignOfLife) -> StoreResult<bool>;
    /// Notes that every site has its note about an outage, unless another one was found since.
    async fn end_outage(&self, outage: &Outage) -> StoreResult<()>;
}
