//! Changes of prompts by the use cases, with records and times that a test chooses.

use askline_app::{
    error::{Changed, Conflict, Limit, UseCaseError},
    ports::StoreResult,
    prompts::{self, GenerationRecord, import},
};
use askline_domain::{
    audit::AuditDraft,
    generation::GenerationRequest,
    jobs::{JobLease, NewJob},
    prompts::{Prompt, changes::PromptChanges},
    shared::ids::{JobId, OrgId, PromptId, SiteId},
};
use async_trait::async_trait;

use crate::backend::{Metadata, unexpected};

/// The result of creating a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptCreation {
    Created,
    LimitReached,
}

/// The result of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptImport {
    Stored,
    Outdated,
    LimitReached,
}

/// The result of a request for a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GenerationStart {
    Started,
    AlreadyRunning(JobId),
    Insufficient(String),
    Missing,
}

#[async_trait]
pub trait PromptTestChanges {
    async fn create_prompt(&self, prompt: &Prompt, entry: AuditDraft) -> StoreResult<PromptCreation>;
    async fn update_prompt(&self, prompt: &Prompt, entry: AuditDraft) -> StoreResult<bool>;
    async fn delete_prompt(&self, site: SiteId, id: PromptId, entry: AuditDraft) -> StoreResult<bool>;
    async fn import_prompts(
        &self,
        site: SiteId,
        changes: &PromptChanges,
        entry: AuditDraft,
    ) -> StoreResult<PromptImport>;
    async fn start_generation(
        &self,
        job: &NewJob,
        request: &GenerationRequest,
        entry: AuditDraft,
    ) -> StoreResult<GenerationStart>;
    async fn record_generation(&self, lease: JobLease, org: OrgId, record: &GenerationRecord) -> StoreResult<bool>;
}

#[async_trait]
impl<S: Metadata> PromptTestChanges for S {
    async fn create_prompt(&self, prompt: &Prompt, entry: AuditDraft) -> StoreResult<PromptCreation> {
        if prompts::add(self, prompt, entry).await? {
            Ok(PromptCreation::Created)
        } else {
            Ok(PromptCreation::LimitReached)
        }
    }

    async fn update_prompt(&self, prompt: &Prompt, entry: AuditDraft) -> StoreResult<bool> {
        prompts::put(self, prompt, entry).await
    }

    async fn delete_prompt(&self, site: SiteId, id: PromptId, entry: AuditDraft) -> StoreResult<bool> {
        prompts::remove(self, (site, id), entry).await
    }

    async fn import_prompts(
        &self,
        site: SiteId,
        changes: &PromptChanges,
        entry: AuditDraft,
    ) -> StoreResult<PromptImport> {
        match import::put(self, site, changes, entry).await {
            Ok(()) => Ok(PromptImport::Stored),
            Err(UseCaseError::ChangedMeanwhile(Changed::PromptsOfSite)) => Ok(PromptImport::Outdated),
            Err(UseCaseError::LimitReached(Limit::PromptsOfFile { .. })) => Ok(PromptImport::LimitReached),
            Err(error) => unexpected(error),
        }
    }

    async fn start_generation(
        &self,
        job: &NewJob,
        request: &GenerationRequest,
        entry: AuditDraft,
    ) -> StoreResult<GenerationStart> {
        match prompts::begin_generation(self, job, request, entry).await {
            Ok(()) => Ok(GenerationStart::Started),
            Err(UseCaseError::InConflict(Conflict::AlreadyGenerating(job))) => Ok(GenerationStart::AlreadyRunning(job)),
            Err(UseCaseError::InsufficientCredits(reason)) => Ok(GenerationStart::Insufficient(reason)),
            Err(UseCaseError::NotFound("site")) => Ok(GenerationStart::Missing),
            Err(error) => unexpected(error),
        }
    }

    async fn record_generation(&self, lease: JobLease, org: OrgId, record: &GenerationRecord) -> StoreResult<bool> {
        prompts::record_generation(self, lease, org, record).await
    }
}
