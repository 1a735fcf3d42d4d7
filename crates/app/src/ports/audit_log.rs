//! Reads the audit log. Only the changes that it records write to it.

use askline_domain::{
    audit::AuditEntry,
    shared::{
        ids::{AuditId, OrgId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// Which entries are returned; `None` matches any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// This action, or all actions of a group if it ends in `.`, such as `key.`.
    pub action: Option<String>,
    /// By the actor with this id.
    pub actor_id: Option<String>,
    /// About the target with this id.
    pub target_id: Option<String>,
    /// The earliest time.
    pub from: Option<Timestamp>,
    /// The end of the time range, exclusive.
    pub to: Option<Timestamp>,
}

/// The result of checking one organization's chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainReport {
    /// The organization.
    pub org_id: OrgId,
    /// The number of entries that were read.
    pub entries: u64,
    /// The first entry that does not follow the one before it.
    pub broken_at: Option<AuditId>,
    /// Whether entries are missing from the end.
    pub truncated: bool,
}

/// The audit log.
#[async_trait]
pub trait AuditLog: Send + Sync + 'static {
    /// Entries of an organization, newest first.
    async fn audit_entries(&self, org: OrgId, filter: &AuditFilter, page: PageRequest)
    -> StoreResult<Page<AuditEntry>>;
    /// Whether more than `count` entries that match `filter` are older than `id`.
    async fn has_older_entries(&self, org: OrgId, filter: &AuditFilter, id: AuditId, count: usize)
    -> StoreResult<bool>;
    /// Checks the chain of one organization from its beginning.
    async fn verify_chain(&self, org: OrgId) -> StoreResult<ChainReport>;
    /// Checks every chain from its beginning.
    async fn verify_chains(&self) -> StoreResult<Vec<ChainReport>>;
}
