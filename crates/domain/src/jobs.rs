//! Jobs: background work that survives the process that started it.
//!
//! A job runs at least once. The worker that runs it holds a lease; a report under a lost lease is not stored.

use std::{borrow::Cow, fmt, str::FromStr};

use jiff::{SignedDuration, Timestamp};
use rand::{Rng, RngExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::shared::ids::{JobId, KeyId, OrgId, SiteId};

/// The maximum number of characters in the name of a kind.
const MAX_KIND_CHARACTERS: usize = 60;
/// The wait before the second attempt.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(5);
/// The longest wait between two attempts, without jitter.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(6);

/// The kind of a job, such as `webhook.delivery`: lower-case words, joined by dots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct JobKind(Cow<'static, str>);

/// A text that is not a kind of job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a kind of job: lower-case words, joined by dots")]
pub struct InvalidJobKind;

impl JobKind {
    /// A kind that the code names.
    pub const fn new(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }

    /// The kind as it is stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for JobKind {
    type Err = InvalidJobKind;
    fn from_str(text: &str) -> Result<Self, InvalidJobKind> {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        let is_kind = text.len() <= MAX_KIND_CHARACTERS && text.split('.').all(is_word);
        if is_kind { Ok(Self(Cow::Owned(text.to_owned()))) } else { Err(InvalidJobKind) }
    }
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// The job waits until it is due.
    Queued,
    /// A server is running the job.
    Running,
    /// The job is done.
    Succeeded,
    /// The job failed and is not retried.
    Failed,
}

words! {
    JobState, "a state of a job":
    Queued = "queued",
    Running = "running",
    Succeeded = "succeeded",
    Failed = "failed",
}

/// The progress of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JobProgress {
    /// The number of steps that are done.
    pub done: u32,
    /// The total number of steps, as far as it is known.
    pub total: u32,
}

/// Why an attempt or the whole job failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JobFailure {
    /// A stable code, for programs.
    pub code: String,
    /// A sentence for people. Contains no secret.
    pub message: String,
}

impl JobFailure {
    /// A failure with a code and a sentence.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into() }
    }
}

/// The input of one kind of job. It is stored as JSON, so a release must be able to read what the previous release
/// wrote. Contains no secret.
pub trait JobInput: Serialize + DeserializeOwned {
    /// The kind of job that takes this input.
    const KIND: JobKind;
}

/// A job to be stored in the transaction of the change that requests it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewJob {
    /// The id of the job.
    pub id: JobId,
    /// The organization that the job belongs to.
    pub org_id: OrgId,
    /// The site that the job is about; `None` if it is about no site. Callers who may not see the site may not see the
    /// job.
    pub site_id: Option<SiteId>,
    /// The kind of the job.
    pub kind: JobKind,
    /// A [`JobInput`] as JSON.
    pub input: Value,
    /// The earliest time to run the job.
    pub due_at: Timestamp,
    /// The key whose request started the job; `None` if a member or the service itself did.
    pub started_by: Option<KeyId>,
    /// When the job was requested.
    pub created_at: Timestamp,
}

/// A stored job.
#[derive(Debug, Clone, PartialEq)]
pub struct Job {
    /// The id of the job.
    pub id: JobId,
    /// The organization that the job belongs to; `None` for the work of an account, such as an email to a person.
    pub org_id: Option<OrgId>,
    /// The site that the job is about; `None` if it is about no site.
    pub site_id: Option<SiteId>,
    /// The kind of the job.
    pub kind: JobKind,
    /// A [`JobInput`] as JSON: see [`Job::input_of`].
    pub input: Value,
    /// The state of the job.
    pub state: JobState,
    /// The number of attempts so far, including a running one.
    pub attempts: u32,
    /// When the latest attempt was due, or the next one is.
    pub due_at: Timestamp,
    /// When the lease of the worker that runs the job ends.
    pub lease_until: Option<Timestamp>,
    /// The progress of the job, if its handler reports it.
    pub progress: Option<JobProgress>,
    /// The result of the job.
    pub result: Option<Value>,
    /// Why the latest attempt failed.
    pub failure: Option<JobFailure>,
    /// The key whose request started the job.
    pub started_by: Option<KeyId>,
    /// When the job was requested.
    pub created_at: Timestamp,
    /// When the job ended.
    pub finished_at: Option<Timestamp>,
}

impl NewJob {
    /// A job with this input, due immediately.
    pub fn of<I: JobInput>(id: JobId, org_id: OrgId, input: &I, at: Timestamp) -> Self {
        let input = serde_json::to_value(input).expect("an input is plain data with texts as names");
        Self { id, org_id, site_id: None, kind: I::KIND, input, due_at: at, started_by: None, created_at: at }
    }

    /// Returns the job, about this site.
    pub fn about(self, site: SiteId) -> Self {
        Self { site_id: Some(site), ..self }
    }
}

impl Job {
    /// Returns the handler's input; `None` if the job is of another kind, or if a release with other fields wrote the
    /// input.
    pub fn input_of<I: JobInput>(&self) -> Option<I> {
        (self.kind == I::KIND).then(|| I::deserialize(&self.input).ok()).flatten()
    }
}

impl From<NewJob> for Job {
    /// The job right after it was stored.
    fn from(new: NewJob) -> Self {
        Self {
            id: new.id,
            org_id: Some(new.org_id),
            site_id: new.site_id,
            kind: new.kind,
            input: new.input,
            state: JobState::Queued,
            attempts: 0,
            due_at: new.due_at,
            lease_until: None,
            progress: None,
            result: None,
            failure: None,
            started_by: new.started_by,
            created_at: new.created_at,
            finished_at: None,
        }
    }
}

/// The right to report about a job: its id, and a token that only one worker was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobLease {
    /// The job.
    pub job: JobId,
    /// A new token for each time that a worker takes the job.
    pub token: LeaseToken,
}

/// A random number that distinguishes one lease of a job from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseToken(i64);

impl LeaseToken {
    /// A new token.
    pub fn random(random: &mut impl Rng) -> Self {
        Self(random.random())
    }

    /// The number as it is stored.
    pub fn number(self) -> i64 {
        self.0
    }
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum JobOutcome {
    /// The job is done and has this result.
    Succeeded(Value),
    /// The job failed and is not retried.
    Failed(JobFailure),
    /// The job is retried.
    Retry {
        /// Why this attempt failed.
        failure: JobFailure,
        /// The earliest time of the next attempt.
        due_at: Timestamp,
    },
}

/// Returns how long to wait after attempt number `attempts` (from 1): 5 s, then four times as long after each attempt,
/// but no more than six hours. Random jitter adds up to a quarter, so that jobs which failed together are not retried
/// together.
pub fn wait_after(attempts: u32, random: &mut impl Rng) -> SignedDuration {
    let factor = 4_i64.checked_pow(attempts.saturating_sub(1)).unwrap_or(i64::MAX);
    let seconds = FIRST_WAIT.as_secs().saturating_mul(factor).min(MAX_WAIT.as_secs());
    with_jitter(SignedDuration::from_secs(seconds), random)
}

/// Returns `wait` plus up to a quarter of it, at random.
pub fn with_jitter(wait: SignedDuration, random: &mut impl Rng) -> SignedDuration {
    let milliseconds = i64::try_from(wait.as_millis()).expect("waits are hours, not ages").max(0);
    SignedDuration::from_millis(milliseconds + random.random_range(0..=milliseconds / 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn waits_grow_to_six_hours_and_a_quarter_and_no_further() {
        let mut random = rand::rng();
        for (attempts, least) in [(1, 5), (2, 20), (3, 80), (4, 320), (5, 1_280), (6, 5_120), (7, 20_480), (8, 21_600)]
        {
            let seconds = wait_after(attempts, &mut random).as_millis();
            assert!((least * 1_000..=least * 1_250).contains(&seconds), "{attempts}: {seconds}");
        }
    }

    proptest! {
        #[test]
        fn no_number_of_tries_overflows(attempts: u32) {
            let wait = wait_after(attempts, &mut rand::rng());
            prop_assert!(wait >= FIRST_WAIT && wait <= MAX_WAIT + MAX_WAIT / 4);
        }

        #[test]
        fn no_text_makes_the_reader_of_kinds_panic(text: String) {
            let _ = text.parse::<JobKind>();
        }
    }

    #[test]
    fn kinds_are_dotted_words_in_lower_case() {
        for text in ["webhook.delivery", "a", "prompts.generate_site"] {
            assert_eq!(text.parse::<JobKind>().expect(text).as_str(), text);
        }
        for text in ["", ".", "a.", "A.b", "a b", "a-b", &"a".repeat(61)] {
            assert_eq!(text.parse::<JobKind>(), Err(InvalidJobKind), "{text}");
        }
    }
}
