//! Generations at rest: begun and recorded, each in one atomic change.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    generation::{Generation, GenerationRequest},
    id::JobId,
    job::{JobLease, NewJob},
    proposed_rule::DraftedRules,
};

/// What became of a generation that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenerationStart {
    /// Its job is stored, and its credits are kept.
    Started,
    /// One for this site has not ended yet; nothing changed.
    AlreadyRunning(JobId),
    /// Too few credits are available; nothing is stored.
    Insufficient {
        /// How many are.
        available: i64,
    },
    /// There is no such site, or organization.
    Missing,
}

/// What was generated, to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct GenerationRecord {
    /// What was asked for.
    pub request: GenerationRequest,
    /// What was made.
    pub generation: Generation,
    /// The pages that were read.
    pub pages_read: Vec<String>,
    /// What is proposed for single pages; `None` leaves what was proposed before as it is.
    pub drafted: Option<DraftedRules>,
    /// When.
    pub at: Timestamp,
}

/// Generations.
#[async_trait]
pub trait GenerationStore: Send + Sync + 'static {
    /// Keeps the credits and stores the job, whose input is `request`, with its audit entry. One generation runs for a
    /// site at a time.
    async fn start_generation(
        &self,
        job: &NewJob,
        request: &GenerationRequest,
        audit: AuditDraft,
    ) -> StoreResult<GenerationStart>;
    /// Stores what was generated and ends the try of its job in one transaction: the prompts that may be replaced as they are
    /// now, the questions unless a person wrote some, the proposals for single pages in place of the earlier ones, the payment,
    /// the audit entry, the event. `false` when the lease was lost, and then nothing is stored. If the site was deleted or nothing
    /// may be replaced any more, the job fails and costs nothing.
    async fn record_generation(&self, lease: JobLease, record: &GenerationRecord) -> StoreResult<bool>;
}
