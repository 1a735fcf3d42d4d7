//! Reads the audit log. Nothing here writes.

use askline_app::ports::{
    StoreResult,
    audit_log::{AuditFilter, AuditLog, ChainReport},
};
use askline_domain::{
    audit::AuditEntry,
    shared::{
        ids::{AuditId, OrgId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::chain;
use crate::{
    metadata::MetadataStore,
    sql::{Statement, Value, rows::page_bound, sql},
};

/// The entries that match a filter and are older than a given entry.
macro_rules! matching {
    // The casts are for PostgreSQL, which must know the type of a parameter that may be NULL.
    () => {
        "audit_entries e WHERE e.org_id = $1 AND e.id < $2 \
         AND (CAST($3 AS TEXT) IS NULL OR e.action = $3 \
              OR ($3 LIKE '%.' AND substr(e.action, 1, length($3)) = $3)) \
         AND (CAST($4 AS TEXT) IS NULL OR e.actor_id = $4) \
         AND (CAST($5 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM audit_targets t \
              WHERE t.org_id = e.org_id AND t.target_id = $5 AND t.audit_id = e.id)) \
         AND (CAST($6 AS BIGINT) IS NULL OR e.occurred_ms >= $6) \
         AND (CAST($7 AS BIGINT) IS NULL OR e.occurred_ms < $7)"
    };
}

#[async_trait]
impl AuditLog for MetadataStore {
    async fn audit_entries(
        &self,
        org: OrgId,
        filter: &AuditFilter,
        page: PageRequest,
    ) -> StoreResult<Page<AuditEntry>> {
        older(
            concat!("SELECT e.* FROM ", matching!(), " ORDER BY e.id DESC LIMIT $8"),
            org,
            page_bound::<AuditId>(page),
            filter,
        )
        .page(&self.inner.read, page, chain::audit_entry)
        .await
    }

    async fn has_older_entries(
        &self,
        org: OrgId,
        filter: &AuditFilter,
        id: AuditId,
        count: usize,
    ) -> StoreResult<bool> {
        let text = concat!("SELECT e.id FROM ", matching!(), " ORDER BY e.id DESC LIMIT 1 OFFSET $8");
        let found = older(text, org, id, filter)
            .bind(i64::try_from(count).unwrap_or(i64::MAX))
            .fetch_optional(&self.inner.read)
            .await?;
        Ok(found.is_some())
    }

    async fn verify_chain(&self, org: OrgId) -> StoreResult<ChainReport> {
        chain::verify_one(&self.inner.read, org).await
    }

    async fn verify_chains(&self) -> StoreResult<Vec<ChainReport>> {
        chain::verify(&self.inner.read).await
    }
}

/// A statement on the entries that match a filter and are older than the id `before`.
fn older(text: &'static str, org: OrgId, before: impl Into<Value>, filter: &AuditFilter) -> Statement {
    sql(text)
        .bind(org)
        .bind(before)
        .bind(&filter.action)
        .bind(&filter.actor_id)
        .bind(&filter.target_id)
        .bind(filter.from)
        .bind(filter.to)
}
