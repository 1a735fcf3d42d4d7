//! Records of idempotent requests. The changes that they record write them; this port adds the responses.

use askline_domain::{
    identity::secret::SecretDigest,
    requests::idempotency::{IdempotencyRecord, IdempotencyState, IdempotencyTicket},
    shared::ids::OrgId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Remembers what a request did and its response. The record of a request is stored with the audit entry of its change
/// ([`askline_domain::audit::AuditDraft::request`]). A change whose record already exists is not made a second time: its port
/// method fails with [`crate::ports::StoreError::DoneBefore`].
#[async_trait]
pub trait IdempotencyStore: Send + Sync + 'static {
    /// What is known about a request with this body in `organization`; expired records count as absent.
    async fn look_up(
        &self,
        ticket: &IdempotencyTicket,
        body: SecretDigest,
        organization: Option<OrgId>,
        now: Timestamp,
    ) -> StoreResult<IdempotencyState>;
    /// Adds the response to the record of a request. If the request changed nothing and so has no record, stores both for
    /// `organization`. Responses beyond the limits are dropped, the oldest first.
    async fn keep_answer(
        &self,
        organization: Option<OrgId>,
        record: &IdempotencyRecord,
        answer: &str,
    ) -> StoreResult<()>;
    /// Removes up to `most` expired records; returns how many.
    async fn remove_expired(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
