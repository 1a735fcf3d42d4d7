//! Figures of jobs: the cost of taking one, and how a backlog delays other kinds.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};
use askline_app::ports::{
    StoreResult,
    jobs::{JobStore as _, JobTaking},
    whole_stores::Database as _,
};
use askline_domain::{
    jobs::{Job, JobKind, JobLease, LeaseToken},
    shared::clock::SystemClock,
};
use askline_jobs::runner::{HeldJob, JobEnd, JobHandler, JobRunner};
use askline_store::metadata::MetadataStore;
use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::{mpsc, watch};

const BACKLOG: JobKind = JobKind::new("bench.backlog");
const BESIDE: JobKind = JobKind::new("bench.beside");
const FEW: u32 = 10;
const MANY: u32 = 100_000;
const BESIDE_JOBS: u32 = 100;
const TAKEN: u32 = 1_000;
/// The maximum number of concurrent jobs of a kind.
const AT_ONCE: u32 = 32;

/// Prints the figures.
pub async fn print() -> Result<()> {
    let folder = tempfile::tempdir()?;
    MetadataStore::open(folder.path()).await?.close().await;
    let few = take_and_end(folder.path(), FEW).await?;
    let many = take_and_end(folder.path(), MANY).await?;
    println!(
        "{:<52} {:>9.0} us {:>9.0} us {:>8.2} {:>8}",
        "a job taken among 100,000, against among ten",
        many,
        few,
        many / few,
        "< 1 ms"
    );
    let (drained, beside) = drain(folder.path()).await?;
    println!(
        "{:<52} {:>10.0}/s {:>12} {:>8} {:>8}   {BESIDE_JOBS} jobs of another kind beside it: {:.0} ms",
        "a backlog of 100,000 jobs drained",
        f64::from(MANY) / drained.as_secs_f64(),
        "",
        "",
        "",
        beside.as_secs_f64() * 1e3
    );
    Ok(())
}

/// Adds `jobs` waiting jobs of a kind.
fn fill(folder: &Path, kind: &JobKind, jobs: u32) -> Result<()> {
    let mut connection = rusqlite::Connection::open(folder.join("metadata.db"))?;
    let change = connection.transaction()?;
    change.execute(
        "INSERT OR IGNORE INTO organizations (id, name, slug, plan, created_ms) \
         VALUES ('org_00000000000000000000000001', 'Bench', 'bench', 'enterprise', 0)",
        [],
    )?;
    // Ids of 26 digits, which are valid ULIDs.
    change.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) \
         INSERT INTO jobs (id, org_id, kind, input, state, attempts, due_ms, ready_ms, created_ms) \
         SELECT printf('job_%026d', (SELECT COUNT(*) FROM jobs) + i), 'org_00000000000000000000000001', ?2, '{}', \
         'queued', 0, i, i, 0 FROM n",
        rusqlite::params![jobs, kind.as_str()],
    )?;
    change.commit()?;
    Ok(())
}

/// Microseconds to take one of `jobs` waiting jobs.
async fn take_and_end(folder: &Path, jobs: u32) -> Result<f64> {
    fill(folder, &BACKLOG, jobs)?;
    let store = MetadataStore::open(folder).await?;
    let mut took = Duration::ZERO;
    for number in 0..TAKEN {
        let now = Timestamp::now();
        let taking = JobTaking {
            kind: BACKLOG,
            max_jobs: 1,
            max_running: AT_ONCE,
            max_running_each: AT_ONCE,
            token: LeaseToken::random(&mut rand::rng()),
            now,
            lease_until: now + Duration::from_secs(30),
        };
        let started = Instant::now();
        let job = store.take_jobs(&taking).await?.pop().context("a job that waits")?;
        took += started.elapsed();
        let lease = JobLease { job: job.id, token: taking.token };
        // Returns the job to the queue, so that the backlog keeps its size.
        ensure!(store.give_back(lease, now).await?, "job {number} was taken by someone else");
    }
    store.close().await;
    Ok(took.as_secs_f64() * 1e6 / f64::from(TAKEN))
}

struct Count {
    kind: JobKind,
    done: mpsc::UnboundedSender<()>,
}

#[async_trait::async_trait]
impl JobHandler for Count {
    fn kind(&self) -> JobKind {
        self.kind.clone()
    }
    fn max_running(&self) -> u32 {
        AT_ONCE
    }
    fn max_attempts(&self) -> u32 {
        1
    }
    async fn run(&self, _: &Job, _: &HeldJob) -> StoreResult<JobEnd> {
        // The receiver exists until all jobs have been counted.
        let _ = self.done.send(());
        Ok(JobEnd::Succeeded(Value::Null))
    }
}

/// How long the backlog takes to drain, and how long the jobs beside it take meanwhile.
async fn drain(folder: &Path) -> Result<(Duration, Duration)> {
    let connection = rusqlite::Connection::open(folder.join("metadata.db"))?;
    connection.execute("DELETE FROM jobs", [])?;
    drop(connection);
    fill(folder, &BACKLOG, MANY)?;
    fill(folder, &BESIDE, BESIDE_JOBS)?;
    let store = Arc::new(MetadataStore::open(folder).await?);
    let (backlog_done, mut backlog) = mpsc::unbounded_channel();
    let (beside_done, mut beside) = mpsc::unbounded_channel();
    let runner = JobRunner::new(
        store.clone(),
        Arc::new(SystemClock::default()),
        vec![
            Arc::new(Count { kind: BACKLOG, done: backlog_done }),
            Arc::new(Count { kind: BESIDE, done: beside_done }),
        ],
    );
    let (stop, stopped) = watch::channel(false);
    let started = Instant::now();
    let running = tokio::spawn(async move { runner.run(stopped).await });
    for _ in 0..BESIDE_JOBS {
        beside.recv().await.context("the runner ended early")?;
    }
    let beside_took = started.elapsed();
    for _ in 0..MANY {
        backlog.recv().await.context("the runner ended early")?;
    }
    let took = started.elapsed();
    stop.send(true)?;
    running.await?;
    Ok((took, beside_took))
}
