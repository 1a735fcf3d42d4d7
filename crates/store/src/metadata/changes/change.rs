//! An atomic change: its statements, its audit entries and the notice that something changed.
//!
//! A change that is dropped, fails or is cancelled leaves no trace.

use std::sync::Arc;

use askline_app::ports::{StoreError, StoreResult, changes::Subject};
use askline_domain::{annotations::AnnotationKind, audit::AuditDraft, webhooks::message::Event};

use super::{
    idempotency, preconditions,
    scope::{Scope, lock_keys},
};
use crate::{
    metadata::{Inner, MetadataStore, annotations, audit::chain},
    sql::{Connection, Dialects, Statement, sql},
};

/// The number of rows of `changes` that are kept; about [`REMOVED_EVERY`] more collect before the next removal.
const CHANGES_KEPT: i64 = 10_000;
/// The number of rows between two removals of old ones.
const REMOVED_EVERY: i64 = 1_000;

/// A write transaction. If it is dropped without a commit, it is rolled back. For a single statement, use
/// [`MetadataStore::write_without_notice`].
///
/// After a statement has failed, drop the change: SQLite may have rolled it back already, and PostgreSQL accepts no
/// further statement. Where a `UNIQUE` may be violated, use `ON CONFLICT`.
pub(crate) struct Change {
    transaction: Connection,
    inner: Arc<Inner>,
    /// What the change is about; empty until a subject is set.
    subjects: Vec<Subject>,
    /// The organizations of its audit entries. The change is about them unless a subject is set.
    organizations: Vec<Subject>,
    has_stored_jobs: bool,
    has_idempotency_record: bool,
    has_compared_grounds: bool,
}

impl MetadataStore {
    /// Begins a change. Until it is committed or dropped it locks these scopes (on SQLite: the whole database), so
    /// nothing slow may happen in between.
    pub(crate) async fn begin(&self, scopes: impl IntoIterator<Item = Scope<'_>>) -> StoreResult<Change> {
        let transaction = self.inner.write.begin_change(lock_keys(scopes)).await?;
        Ok(Change {
            transaction,
            inner: Arc::clone(&self.inner),
            subjects: Vec::new(),
            organizations: Vec::new(),
            has_stored_jobs: false,
            has_idempotency_record: false,
            has_compared_grounds: false,
        })
    }

    /// Runs one statement as a separate change that no cache depends on; returns how many rows it changed. The change
    /// has no scope: a statement that changes more than one row must skip those that another transaction has locked.
    pub(crate) async fn write_without_notice(&self, statement: Statement) -> StoreResult<u64> {
        let mut change = self.begin([]).await?;
        let touched = statement.execute(change.connection()).await?;
        change.commit_without_notice().await?;
        Ok(touched)
    }
}

impl Change {
    /// Returns the connection to run statements on: `query.execute(change.connection())`.
    pub(crate) fn connection(&mut self) -> &mut Connection {
        &mut self.transaction
    }

    /// Returns the store that is changed.
    pub(crate) fn inner(&self) -> &Inner {
        &self.inner
    }

    /// Adds a subject of the change, so that caches drop only what it may have altered. A change without a subject is
    /// about the organizations of its audit entries; one without entries is about everything.
    pub(crate) fn concerns(&mut self, subject: Subject) {
        self.subjects.push(subject);
    }

    /// Appends an entry to the audit chain of its organization, and stores the record of the idempotent request that
    /// caused the change, and raises the event about it, if there is one. If that record already exists, this fails with [`StoreError::DoneBefore`]: drop the change.
    pub(crate) async fn append_audit(&mut self, mut draft: AuditDraft) -> StoreResult<()> {
        if let Some(record) = draft.request.take()
            && !std::mem::replace(&mut self.has_idempotency_record, true)
        {
            idempotency::insert(&mut self.transaction, draft.org_id, &record).await?;
        }
        self.compare_grounds(&draft).await?;
        self.organizations.push(Subject::Organization(draft.org_id));
        let (event, annotated, at) = (Event::of_entry(&draft), AnnotationKind::of_entry(&draft), draft.occurred_at);
        chain::append(&mut self.transaction, draft).await?;
        if let Some(annotated) = annotated {
            annotations::own::insert(&mut self.transaction, annotated, at).await?;
        }
        match event {
            Some(event) => self.raise_event(&event).await,
            None => Ok(()),
        }
    }

    /// Compares the preconditions of the decision with the stored data. The first entry triggers it; a change that may
    /// itself alter what the decision was based on, such as the caller's own role, calls this before its first
    /// statement.
    pub(crate) async fn compare_grounds(&mut self, draft: &AuditDraft) -> StoreResult<()> {
        if std::mem::replace(&mut self.has_compared_grounds, true) {
            return Ok(());
        }
        preconditions::compare(&mut self.transaction, draft.org_id, &draft.preconditions, draft.occurred_at).await
    }

    /// Commits, and notifies all caches of this and other processes.
    pub(crate) async fn commit(mut self) -> StoreResult<()> {
        let mut subjects = match (self.subjects.is_empty(), self.organizations.is_empty()) {
            (false, _) => std::mem::take(&mut self.subjects),
            (true, false) => std::mem::take(&mut self.organizations),
            (true, true) => vec![Subject::Everything],
        };
        subjects.sort_unstable();
        subjects.dedup();
        for subject in &subjects {
            let row = sql("INSERT INTO changes (subject) VALUES ($1) RETURNING id").bind(subject.to_string());
            let row: i64 = row.value(self.connection()).await?;
            if row % REMOVED_EVERY == 0 {
                remove_changes(self.connection(), row - CHANGES_KEPT).await?;
            }
        }
        let inner = Arc::clone(&self.inner);
        to_its_end(async move {
            let committed = self.commit_transaction().await;
            // A commit that may have happened is also announced.
            if matches!(committed, Ok(()) | Err(StoreError::Uncertain(_))) {
                inner.changes.note(&subjects);
            }
            committed
        })
        .await
    }

    /// Commits changes to data that no cache contains, such as last uses, jobs, credits or idempotency records.
    pub(crate) async fn commit_without_notice(self) -> StoreResult<()> {
        to_its_end(self.commit_transaction()).await
    }

    /// Makes the commit wake the tasks that wait for jobs.
    pub(crate) fn note_stored_job(&mut self) {
        self.has_stored_jobs = true;
    }

    async fn commit_transaction(self) -> StoreResult<()> {
        self.transaction.commit().await?;
        if self.has_stored_jobs {
            self.inner.stored_jobs.send_modify(|count| *count += 1);
        }
        Ok(())
    }
}

/// Removes old rows of `changes`, and stores up to which id (PostgreSQL: which transaction); does nothing while
/// another change removes rows.
async fn remove_changes(connection: &mut Connection, through: i64) -> StoreResult<()> {
    let remembering = sql(Dialects {
        sqlite: "UPDATE changes_removed SET through = MAX(through, $1)",
        postgres: "UPDATE changes_removed SET through = GREATEST(through, \
                   COALESCE((SELECT MAX(turn) FROM changes WHERE id <= $1), through)) \
                   WHERE id = (SELECT id FROM changes_removed FOR UPDATE SKIP LOCKED)",
    });
    if remembering.bind(through).execute(&mut *connection).await? == 0 {
        return Ok(());
    }
    sql("DELETE FROM changes WHERE id <= $1").bind(through).execute(connection).await.map(|_| ())
}

/// Runs a commit in a separate task. A client that disconnects cancels the handler's future, and even then a committed
/// change must be announced.
async fn to_its_end(commit: impl Future<Output = StoreResult<()>> + Send + 'static) -> StoreResult<()> {
    tokio::spawn(commit)
        .await
        .map_err(|error| StoreError::Uncertain(format!("the task of a commit ended early: {error}")))?
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, task::Poll, time::Duration};

    use askline_app::ports::changes::Changes as _;

    use super::*;

    async fn store() -> (tempfile::TempDir, MetadataStore) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let store = MetadataStore::open(dir.path()).await.expect("a new database opens");
        (dir, store)
    }

    /// Waits until the connection's thread has taken its next step and has woken the task that polled last.
    async fn woken() {
        let mut was_asked = false;
        poll_fn(|_| if std::mem::replace(&mut was_asked, true) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    /// The number of stored changes.
    async fn stored(store: &MetadataStore) -> i64 {
        sql("SELECT COUNT(*) FROM changes").value(&store.inner.read).await.expect("the table is there")
    }

    #[tokio::test]
    async fn dropped_change_leaves_nothing_and_blocks_no_later_change() {
        let (_dir, store) = store().await;
        let before = stored(&store).await;
        let mut change = store.begin([]).await.expect("nobody else writes");
        sql("INSERT INTO changes (subject) VALUES ('*')").execute(change.connection()).await.expect("there is room");
        drop(change);
        let change = store.begin([]).await.expect("the connection is free again");
        assert_eq!(stored(&store).await, before);
        change.commit().await.expect("nothing stands against it");
        assert_eq!(stored(&store).await, before + 1);
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_during_the_commit_does_not_hide_the_change() {
        let (_dir, store) = store().await;
        let (before, generation) = (stored(&store).await, store.generation());
        for polls in 0..12 {
            let change = store.begin([]).await.expect("nobody else writes");
            let mut commit = Box::pin(change.commit());
            for _ in 0..polls {
                let ready = poll_fn(|context| Poll::Ready(commit.as_mut().poll(context).is_ready())).await;
                if ready {
                    break;
                }
                woken().await;
            }
            drop(commit);
            // The next change waits for the only connection, and thus for that commit or its rollback.
            drop(store.begin([]).await.expect("the connection becomes free"));
            let expected = generation + (stored(&store).await - before).unsigned_abs();
            let announced = async {
                while store.generation() != expected {
                    tokio::task::yield_now().await;
                }
            };
            let announced = tokio::time::timeout(Duration::from_secs(1), announced).await;
            assert!(announced.is_ok(), "committed and not announced after {polls} polls");
        }
        assert!(stored(&store).await > before, "no commit got through");
    }

    #[tokio::test]
    async fn a_rollback_by_sqlite_itself_does_not_block_the_store_for_ever() {
        let (_dir, store) = store().await;
        let mut change = store.begin([]).await.expect("nobody else writes");
        // SQLite does this automatically when a disk is full or fails.
        sql("ROLLBACK").execute(change.connection()).await.expect("a transaction is open");
        drop(change);
        store.begin([]).await.expect("a new connection").commit().await.expect("it can write");
    }

    #[tokio::test]
    async fn a_full_disk_is_unavailable_leaves_nothing_and_is_over_when_there_is_room() {
        let (_dir, store) = store().await;
        let before = stored(&store).await;
        for _ in 0..3 {
            // Set again each time, since a connection on which SQLite rolled back is replaced.
            limit_pages(&store, 1).await;
            let error = fill(&store).await.expect_err("there is no room");
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
            assert_eq!(stored(&store).await, before);
        }
        limit_pages(&store, 1_000_000).await;
        fill(&store).await.expect("there is room again");
        assert_eq!(stored(&store).await, before + 1);
    }

    async fn limit_pages(store: &MetadataStore, most: u32) {
        // SQLite never lowers the limit below the current number of pages, so the next page exceeds it.
        let pragma = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {most}"));
        sql(pragma).execute(&store.inner.write).await.expect("SQLite takes the limit");
    }

    /// A change that needs more pages than a new database has.
    async fn fill(store: &MetadataStore) -> StoreResult<()> {
        let mut change = store.begin([]).await?;
        sql("INSERT INTO users (id, email, name, created_ms) VALUES ('usr_1', 'a@example.com', $1, 0)")
            .bind("x".repeat(100_000))
            .execute(change.connection())
            .await?;
        change.commit().await
    }
}
