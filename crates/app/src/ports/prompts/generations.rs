//! Stored generations: started and recorded, each in one atomic change.

use askline_domain::{
    audit::AuditDraft,
    generation::{Generation, GenerationRequest},
    jobs::{JobLease, NewJob},
    rules::proposed::{DraftedRules, LeftOut},
    shared::ids::JobId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// The result of a request for a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenerationStart {
    /// Its job is stored, and its credits are reserved.
    Started,
    /// A generation for this site has not ended yet; nothing changed.
    AlreadyRunning(JobId),
    /// Too few credits are available; no job is stored, and webhooks are notified of the shortage.
    Insufficient {
        /// How many are available.
        available: i64,
    },
    /// There is no such site, or organization.
    Missing,
}

/// A generation to be stored.
#[derive(Debug, Clone, PartialEq)]
pub struct GenerationRecord {
    /// The request.
    pub request: GenerationRequest,
    /// The result.
    pub generation: Generation,
    /// The pages that were read.
    pub pages_read: Vec<String>,
    /// The proposals for single pages; `None` keeps the earlier ones as they are.
    pub drafted: Option<DraftedRules>,
    /// The pages and sitemaps that were not read, and why, if no proposals are drafted; otherwise `drafted` contains them.
    pub left_out: Vec<LeftOut>,
    /// The time.
    pub at: Timestamp,
}

/// Generations.
#[async_trait]
pub trait GenerationStore: Send + Sync + 'static {
    /// Reserves the credits and stores the job, whose input is `request`, with its audit entry. Only one generation
    /// runs for a site at a time.
    async fn start_generation(
        &self,
        job: &NewJob,
        request: &GenerationRequest,
        audit: AuditDraft,
    ) -> StoreResult<GenerationStart>;
    /// Stores what was generated, and ends the attempt of its job, in one transaction: the prompts that may still be
    /// replaced, the questions unless a person wrote some, the proposals for single pages in place of the earlier ones,
    /// the payment, the audit entry, the event. Costs nothing if no text of a model is used. Returns false, and stores
    /// nothing, if the lease was lost. If the site was deleted or nothing may be replaced, the job fails and costs
    /// nothing.
    async fn record_generation(&self, lease: JobLease, record: &GenerationRecord) -> StoreResult<bool>;
}
