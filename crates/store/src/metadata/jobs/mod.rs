//! Jobs: stored with a `Change`, taken in one transaction, and reported on under a lease.

pub(crate) mod ending;
mod in_change;
pub(crate) mod rows;
mod taking;

use askline_app::ports::{
    StoreResult,
    jobs::{JobStore, JobTaking},
};
use askline_domain::{
    jobs::{Job, JobKind, JobLease, JobOutcome, JobProgress, JobState, NewJob},
    shared::ids::{JobId, OrgId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::{
    ending::end_try,
    rows::{TABLE, organization_of, read_job},
};
use super::{
    MetadataStore,
    changes::{change::Change, scope::Scope},
    values::among,
};
use crate::sql::{
    Statement,
    rows::{RowReader, json_text},
    skipping_locked, sql,
};

impl Change {
    /// Stores a job in this change.
    pub(crate) async fn enqueue(&mut self, job: &NewJob) -> StoreResult<()> {
        self.enqueue_of(Some(job.org_id), job).await
    }

    /// Stores a job that may belong to no organization; `org` replaces the job's own organization.
    pub(super) async fn enqueue_of(&mut self, org: Option<OrgId>, job: &NewJob) -> StoreResult<()> {
        sql("INSERT INTO jobs (id, org_id, site_id, kind, input, state, attempts, due_ms, ready_ms, started_by, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $7, $8, $9)")
        .bind(job.id)
        .bind(org)
        .bind(job.site_id)
        .bind(job.kind.as_str())
        .bind(json_text(&job.input)?)
        .bind(JobState::Queued.as_str())
        .bind(job.due_at)
        .bind(job.started_by)
        .bind(job.created_at)
        .execute(self.connection())
        .await?;
        self.note_stored_job();
        Ok(())
    }
}

#[async_trait]
impl JobStore for MetadataStore {
    async fn take_jobs(&self, taking: &JobTaking) -> StoreResult<Vec<Job>> {
        let mut change = self.begin([Scope::JobKind(&taking.kind)]).await?;
        let chosen = taking::chosen(change.connection(), taking).await?;
        if chosen.is_empty() {
            return Ok(Vec::new());
        }
        // On PostgreSQL the rows are locked by the statement that chose them.
        let mut jobs = sql(among!(
            "UPDATE jobs SET state = 'running', attempts = attempts + 1, lease = $1, ready_ms = $2 WHERE id IN",
            "$3",
            " RETURNING *"
        ))
        .bind(taking.token.number())
        .bind(taking.lease_until)
        .bind(json_text(&chosen)?)
        .all(change.connection(), read_job)
        .await?;
        change.commit_without_notice().await?;
        jobs.sort_by_key(|job| (job.due_at, job.id));
        Ok(jobs)
    }

    async fn renew_lease(&self, lease: JobLease, until: Timestamp) -> StoreResult<bool> {
        let renewal = sql("UPDATE jobs SET ready_ms = $1 WHERE id = $2 AND lease = $3 AND state = 'running'");
        self.update_leased(renewal.bind(until), lease).await
    }

    async fn report_progress(&self, lease: JobLease, progress: JobProgress) -> StoreResult<bool> {
        let note = sql("UPDATE jobs SET progress = $1 WHERE id = $2 AND lease = $3 AND state = 'running'");
        self.update_leased(note.bind(json_text(&progress)?), lease).await
    }

    async fn end_try(&self, lease: JobLease, outcome: &JobOutcome, at: Timestamp) -> StoreResult<bool> {
        let mut change = self.begin(organization_of(self, lease.job).await?.map(Scope::Organization)).await?;
        let ended = end_try(&mut change, lease, outcome, at).await?;
        if ended {
            change.commit_without_notice().await?;
        }
        Ok(ended)
    }

    async fn give_back(&self, lease: JobLease, at: Timestamp) -> StoreResult<bool> {
        let giving =
            sql("UPDATE jobs SET state = 'queued', attempts = attempts - 1, lease = NULL, due_ms = $1, ready_ms = $1 \
             WHERE id = $2 AND lease = $3 AND state = 'running'");
        self.update_leased(giving.bind(at), lease).await
    }

    async fn job(&self, org: OrgId, id: JobId) -> StoreResult<Option<Job>> {
        sql("SELECT * FROM jobs WHERE id = $1 AND org_id = $2")
            .bind(id)
            .bind(org)
            .optional(&self.inner.read, read_job)
            .await
    }

    async fn next_due(&self, kind: &JobKind) -> StoreResult<Option<Timestamp>> {
        sql("SELECT id, ready_ms FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL \
                 AND (org_id IS NULL OR org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1)) \
                 ORDER BY ready_ms, id LIMIT 1")
        .bind(kind.as_str())
        .optional(&self.inner.read, |row| RowReader::new(row, TABLE, "id").time("ready_ms"))
        .await
    }

    fn stored_count(&self) -> u64 {
        *self.inner.stored_jobs.borrow()
    }

    async fn stored_after(&self, seen: u64) {
        // The sender is in the store itself, so it cannot be dropped in the meantime.
        let _ = self.inner.stored_jobs.subscribe().wait_for(|count| *count > seen).await;
    }

    async fn remove_finished_jobs(&self, before: Timestamp, most: u32) -> StoreResult<u64> {
        let removal = sql(skipping_locked!(
            removing "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE finished_ms < $1 ORDER BY finished_ms LIMIT $2",
            ")"
        ));
        self.write_without_notice(removal.bind(before).bind(most)).await
    }
}

impl MetadataStore {
    /// Runs a job's update, in which `$1` is already bound; binds the job as `$2` and its token as `$3`. False if the
    /// lease was lost.
    async fn update_leased(&self, update: Statement, lease: JobLease) -> StoreResult<bool> {
        let update = update.bind(lease.job).bind(lease.token.number());
        Ok(self.write_without_notice(update).await? > 0)
    }
}

#[cfg(test)]
mod tests {
    use askline_app::{
        organizations::{self, Owner},
        ports::credits::CreditStore as _,
    };
    use askline_domain::{
        identity::user::User,
        jobs::{JobFailure, LeaseToken},
        organizations::{Organization, ledger::LedgerReference, plan::Plan},
        shared::{
            ids::{Id as _, UserId},
            paging::PageRequest,
        },
    };

    use super::*;
    use crate::metadata::credits::reservations::reserve;

    const KIND: JobKind = JobKind::new("test.work");

    async fn store() -> (tempfile::TempDir, MetadataStore, NewJob) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let store = MetadataStore::open(dir.path()).await.expect("a new database opens");
        let (org_id, at) = (OrgId::from_bits(1), Timestamp::UNIX_EPOCH);
        let organization = Organization {
            id: org_id,
            name: "Acme".into(),
            slug: "acme".into(),
            created_at: at,
            plan: Plan::Pro,
            sign_in_rules: Default::default(),
            brand: None,
        };
        let owner = User {
            id: UserId::from_bits(1),
            email: "ada@example.com".into(),
            name: String::new(),
            created_at: at,
            password_hash: None,
            address: askline_domain::identity::address_state::AddressState::default(),
            credential_version: Default::default(),
            locked_at: None,
            factors: Default::default(),
            wrong_codes: 0,
        };
        let audit = askline_domain::audit::AuditDraft {
            id: askline_domain::shared::ids::AuditId::from_bits(1),
            org_id,
            occurred_at: at,
            action: "organization.created".into(),
            actor: askline_domain::audit::Actor::system("test"),
            targets: Vec::new(),
            ip: None,
            user_agent: None,
            request_id: None,
            metadata: serde_json::json!({}),
            request: None,
            preconditions: Vec::new(),
        };
        let owner = Owner::New(owner, askline_domain::identity::grounds::NewAccountGround::Nobody);
        organizations::add(&store, organization, &owner, audit).await.expect("it is stored");
        let job = NewJob {
            id: JobId::from_bits(7),
            org_id,
            site_id: None,
            kind: KIND,
            input: serde_json::json!({ "n": 1 }),
            due_at: at,
            started_by: Some(askline_domain::shared::ids::KeyId::from_bits(3)),
            created_at: at,
        };
        (dir, store, job)
    }

    #[tokio::test]
    async fn a_job_is_there_with_its_change_or_not_at_all() {
        let (_dir, store, job) = store().await;
        let mut dropped = store.begin([]).await.expect("nobody else writes");
        dropped.enqueue(&job).await.expect("it fits");
        drop(dropped);
        assert_eq!(store.job(job.org_id, job.id).await.expect("it answers"), None);
        assert_eq!(store.stored_count(), 0);
        let mut change = store.begin([]).await.expect("nobody else writes");
        change.enqueue(&job).await.expect("it fits");
        change.commit().await.expect("nothing stands against it");
        let stored = store.job(job.org_id, job.id).await.expect("it answers").expect("it is there");
        assert_eq!((stored.state, stored.attempts, stored.lease_until), (JobState::Queued, 0, None));
        assert_eq!((stored.input, stored.started_by, stored.kind), (job.input, job.started_by, job.kind));
    }

    #[tokio::test]
    async fn callers_waiting_for_jobs_are_woken_by_the_commit() {
        let (_dir, store, job) = store().await;
        let seen = store.stored_count();
        let mut change = store.begin([]).await.expect("nobody else writes");
        change.enqueue(&job).await.expect("it fits");
        let waiting = tokio::spawn({
            let store = store.clone();
            async move { store.stored_after(seen).await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        change.commit_without_notice().await.expect("nothing stands against it");
        waiting.await.expect("it ends");
        // A late caller does not wait at all.
        store.stored_after(seen).await;
    }

    #[tokio::test]
    async fn a_job_that_ends_frees_what_is_kept_for_it_and_one_that_is_tried_again_does_not() {
        let (_dir, store, job) = store().await;
        let at = job.created_at;
        let mut change = store.begin([]).await.expect("nobody else writes");
        reserve(&mut change, job.org_id, &LedgerReference::job(job.id), 100, at).await.expect("there are enough");
        change.enqueue(&job).await.expect("it fits");
        change.commit().await.expect("nothing stands against it");
        let reserved = async || store.credits(job.org_id, at).await.expect("it answers").expect("it is there").reserved;
        let failure = JobFailure::new("TEST", "It failed.");
        for (outcome, kept) in
            [(JobOutcome::Retry { failure: failure.clone(), due_at: at }, 100), (JobOutcome::Failed(failure), 0)]
        {
            assert_eq!(reserved().await, 100);
            let taking = JobTaking {
                kind: KIND,
                max_jobs: 1,
                max_running: 1,
                max_running_each: 1,
                token: LeaseToken::random(&mut rand::rng()),
                now: at,
                lease_until: at,
            };
            assert_eq!(store.take_jobs(&taking).await.expect("it answers").len(), 1);
            let lease = JobLease { job: job.id, token: taking.token };
            assert!(store.end_try(lease, &outcome, at).await.expect("it answers"));
            assert_eq!(reserved().await, kept);
        }
        let ledger = store.ledger(job.org_id, None, None, PageRequest::NEWEST).await.expect("it answers");
        assert_eq!(ledger.items.len(), 1, "the plan's grant alone");
    }
}
