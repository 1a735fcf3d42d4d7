//! Writes failed sign-ins to the audit log in batches.

use std::time::Duration;

use askline_domain::{audit::AuditDraft, shared::ids::UserId};

use super::ended_access::audit_members;
use crate::{
    instance::failed_log_ins::{Due, FailedLogIns},
    ports::{StoreResult, change::Scope, identity::sessions::SessionStore},
};

/// Writes the failures that are due. If that fails, they are kept for the next time.
pub async fn write_due_failures(
    noted: &FailedLogIns,
    sessions: &dyn SessionStore,
    due: Due,
    now: Duration,
) -> StoreResult<()> {
    let taken = noted.take(due, now);
    let failures: Vec<_> = taken.iter().map(|(user, one)| (*user, one.entries().collect())).collect();
    if failures.is_empty() {
        return Ok(());
    }
    let written = write_failures(sessions, failures).await;
    if written.is_err() {
        noted.put_back(taken);
    }
    written
}

/// Writes entries of failed sign-ins to accounts, in the organizations that they are still members of.
pub async fn write_failures(sessions: &dyn SessionStore, failures: Vec<(UserId, Vec<AuditDraft>)>) -> StoreResult<()> {
    let scopes: Vec<Scope<'_>> = failures.iter().flat_map(|(_, entries)| entries.iter().map(Scope::of)).collect();
    let mut change = sessions.begin(&scopes).await?;
    for (user, entries) in failures {
        audit_members(&mut *change, user, entries).await?;
    }
    change.commit_without_notice().await
}
