//! Sends emails. Retries until the mail server accepts an email or refuses it permanently, or until it expires.
//!
//! Nothing here logs an address, a subject or a token.

use std::{sync::Arc, time::Duration};

use askline_app::ports::{
    StoreResult,
    again::again_if_rolled_back,
    mail::{DueMail, MailReport, MailServer, MailStore},
    requests::rate_limiter::RateLimiter,
};
use askline_domain::{
    jobs::{Job, JobFailure, JobKind, JobOutcome, wait_after},
    mail::{MAIL_JOB, MailFault, MailStage, shown_answer},
    requests::quota::QuotaCaller,
    shared::clock::{Clock, whole_milliseconds},
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use crate::runner::{HeldJob, JobEnd, JobHandler};

/// The maximum number of emails that are sent at the same time.
const MAX_AT_ONCE: u32 = 4;
/// The maximum number of attempts at an email, counting those that are interrupted, most likely with the whole process.
/// Most emails expire earlier.
const MAX_TRIES: u32 = 50;
/// The longest wait between two attempts: greylisting ends after minutes, and an operator fixes a fault within hours.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(2);

/// The handler of email jobs.
pub struct SendMail {
    store: Arc<dyn MailStore>,
    server: Arc<dyn MailServer>,
    limiter: Arc<dyn RateLimiter>,
    per_minute: u32,
    clock: Arc<dyn Clock>,
}

impl SendMail {
    /// Creates a handler that sends the emails in `store` through `server`, at most `per_minute` in a minute over all
    /// processes; 0 means no limit.
    pub fn new(
        store: Arc<dyn MailStore>,
        server: Arc<dyn MailServer>,
        limiter: Arc<dyn RateLimiter>,
        per_minute: u32,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { store, server, limiter, per_minute, clock }
    }

    /// How long to wait for a turn; `None` if it is this email's turn.
    async fn wait_for_turn(&self) -> Option<Duration> {
        if self.per_minute == 0 {
            return None;
        }
        let decision = self.limiter.take(QuotaCaller::Mail, self.per_minute).await;
        decision.admission.is_none().then_some(decision.free_in)
    }

    async fn record(&self, held: &HeldJob, due: &DueMail, came: MailAttempt) -> StoreResult<JobEnd> {
        let report = MailReport {
            outcome: came.outcome,
            addressee: due.addressee,
            to: due.mail.to.clone(),
            refused: came.refused,
            health: came.health,
            at: self.now(),
        };
        if !again_if_rolled_back(|| self.store.record_mail(held.lease(), &report)).await? {
            tracing::warn!("The lease of an email was lost; it is sent again under the same Message-ID");
        }
        Ok(JobEnd::Stored)
    }

    fn now(&self) -> Timestamp {
        whole_milliseconds(self.clock.now())
    }
}

/// The result of an attempt.
struct MailAttempt {
    outcome: JobOutcome,
    refused: Option<String>,
    health: Option<Option<String>>,
}

impl MailAttempt {
    fn to(outcome: JobOutcome) -> Self {
        Self { outcome, refused: None, health: None }
    }

    fn of_fault(job: &Job, due: &DueMail, fault: &MailFault, now: Timestamp) -> Self {
        let answer = shown_answer(&match fault.code {
            Some(code) => format!("{code} {}", fault.words),
            None => fault.words.clone(),
        });
        let told = match fault.code {
            _ if matches!(fault.stage, MailStage::Address | MailStage::Composition) => {
                "The email cannot be sent to this address through the mail server.".to_owned()
            }
            Some(code) => format!("The mail server answered {code}."),
            None => "The mail server could not be reached, or did not answer.".to_owned(),
        };
        let due_at = whole_milliseconds(now + wait_after(job.attempts, &mut rand::rng()).min(MAX_WAIT));
        let outcome = if fault.is_final() {
            JobOutcome::Failed(JobFailure::new("REFUSED", told))
        } else if due_at >= due.until {
            JobOutcome::Failed(JobFailure::new("NOT_SENT", told))
        } else {
            JobOutcome::Retry { failure: JobFailure::new("NOT_SENT_YET", told), due_at }
        };
        // A server that answers about the recipient or the message works; a refused sender is a fault of the settings.
        let health = Some(fault.is_trouble().then(|| answer.clone()));
        Self { outcome, refused: fault.refuses_recipient().then_some(answer), health }
    }

    const fn name(&self) -> &'static str {
        match (&self.outcome, &self.refused) {
            (JobOutcome::Succeeded(_), _) => "sent",
            (_, Some(_)) => "refused",
            (JobOutcome::Retry { .. }, None) => "put_off",
            (JobOutcome::Failed(_), None) => "given_up",
        }
    }
}

#[async_trait]
impl JobHandler for SendMail {
    fn kind(&self) -> JobKind {
        MAIL_JOB
    }

    fn max_running(&self) -> u32 {
        MAX_AT_ONCE
    }

    fn max_attempts(&self) -> u32 {
        MAX_TRIES
    }

    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let Some(due) = self.store.due_mail(job.id).await? else {
            return Ok(JobEnd::Failed(JobFailure::new(
                "NOT_SENT",
                "The email was removed, or the key that encrypted it is lost.",
            )));
        };
        // Such an email is stored only so that the request takes as long for an address without an account.
        if due.mail.to.is_empty() {
            return self.record(held, &due, MailAttempt::to(JobOutcome::Succeeded(json!({})))).await;
        }
        if self.now() >= due.until {
            let failure = JobFailure::new("NOT_SENT", "The email was not sent in time.");
            return self.record(held, &due, MailAttempt::to(JobOutcome::Failed(failure))).await;
        }
        if let Some(wait) = self.wait_for_turn().await {
            let wait = SignedDuration::try_from(wait).unwrap_or(SignedDuration::from_secs(1));
            return Ok(JobEnd::NotYet(wait));
        }
        let kind = due.mail.content.kind().as_str();
        let came = match self.server.hand_over(job.id, &due.mail).await {
            Ok(()) => MailAttempt { health: Some(None), ..MailAttempt::to(JobOutcome::Succeeded(json!({}))) },
            Err(fault) => {
                tracing::info!(
                    job.id = %job.id, mail.kind = kind, stage = ?fault.stage, code = fault.code,
                    "An email was not accepted"
                );
                MailAttempt::of_fault(job, &due, &fault, self.now())
            }
        };
        metrics::counter!("askline_mails_total", "kind" => kind, "outcome" => came.name()).increment(1);
        self.record(held, &due, came).await
    }
}
