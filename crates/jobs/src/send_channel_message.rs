//! Sends messages to channels, each in the form of its service. The result is stored with the end of the job.
//!
//! Nothing here logs an address or a body.

use std::sync::Arc;

use askline_app::{
    channels::record,
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        webhooks::{
            channels::{ChannelStore, DueMessage},
            target::WebhookTargets as _,
        },
    },
};
use askline_domain::{
    channels::{
        address::is_of,
        forms,
        message::{CHANNEL_JOB, ChannelJob},
        notice::Notice,
    },
    jobs::{Job, JobFailure, JobKind},
    shared::clock::{Clock, whole_milliseconds},
    webhooks::Attempt,
};
use async_trait::async_trait;
use reqwest::header::HeaderMap;
use serde_json::json;
use url::Url;

use crate::{
    message_attempt::measured,
    outgoing::{MessageAnswer, MessageSender, OutgoingError},
    runner::{HeldJob, JobEnd, JobHandler},
};

/// The maximum number of messages that are sent at the same time.
const MAX_AT_ONCE: u32 = 64;
/// The maximum number of them for one organization.
const MAX_CONCURRENT_EACH: u32 = 8;
/// The maximum number of attempts that are interrupted, most likely with the whole process, before a message fails.
const MAX_CUT_OFF: u32 = 20;

/// The handler of messages to channels.
pub struct SendChannelMessage {
    store: Arc<dyn ChannelStore>,
    sender: MessageSender,
    public_url: Option<String>,
    clock: Arc<dyn Clock>,
}

impl SendChannelMessage {
    /// Creates a handler that sends the messages in `store`; their links lead to `public_url`.
    pub fn new(
        store: Arc<dyn ChannelStore>,
        sender: MessageSender,
        public_url: Option<String>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { store, sender, public_url, clock }
    }

    async fn attempt(&self, due: &DueMessage) -> Attempt {
        let Some(address) = &due.address else {
            let failure = "The address can no longer be decrypted. Set it again.".into();
            return Attempt { failure: Some(failure), ..Attempt::default() };
        };
        measured(&*self.clock, self.send(due, address.expose())).await
    }

    async fn send(&self, due: &DueMessage, address: &str) -> Result<MessageAnswer, OutgoingError> {
        let url = Url::parse(address).map_err(|_| OutgoingError::NotWeb)?;
        // The operator may have stopped to allow the network since the address was stored.
        if !is_of(due.channel.kind, &url) && !self.sender.is_internal(&url).await {
            return Err(OutgoingError::NotPublic);
        }
        let notice = notice_of(due);
        let link = self.public_url.as_ref().map(|url| format!("{}{}", url.trim_end_matches('/'), notice.path));
        let body = forms::body(due.channel.kind, &notice, link.as_deref());
        self.sender.post(&url, HeaderMap::new(), body.to_string()).await
    }

    async fn end(&self, held: &HeldJob, due: &DueMessage, attempt: Option<Attempt>) -> StoreResult<JobEnd> {
        let at = whole_milliseconds(self.clock.now());
        if let Some(failure) = attempt.as_ref().and_then(|attempt| attempt.failure.as_deref()) {
            let (channel, message) = (due.channel.id, due.message.id);
            tracing::info!(channel.id = %channel, message.id = %message, failure, "A message did not reach its channel");
        }
        let recorded = || record(&*self.store, held.lease(), due, attempt.as_ref(), at);
        if !again_if_rolled_back(recorded).await? {
            tracing::warn!(message.id = %due.message.id, "The lease of a message was lost; it is sent again");
        }
        Ok(JobEnd::Stored)
    }
}

/// What the message says: a digest names what waits for it now.
fn notice_of(due: &DueMessage) -> Notice {
    let message = &due.message;
    if message.is_digest() {
        let site = due.site_name.as_deref();
        Notice::of_digest(site, due.channel.org_id, message.site_id, &due.gathered, message.more)
    } else {
        message.notice.clone()
    }
}

#[async_trait]
impl JobHandler for SendChannelMessage {
    fn kind(&self) -> JobKind {
        CHANNEL_JOB
    }

    fn max_attempts(&self) -> u32 {
        // The message counts its attempts itself; if the job failed earlier, the message would stay pending forever.
        u32::MAX
    }

    fn max_running_each(&self) -> u32 {
        MAX_CONCURRENT_EACH
    }

    fn max_running(&self) -> u32 {
        MAX_AT_ONCE
    }

    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let Some(ChannelJob { message_id: id }) = job.input_of() else {
            return Ok(JobEnd::Failed(JobFailure::new("INTERNAL_ERROR", "The job names no message.")));
        };
        let Some(due) = self.store.due_message(id).await? else {
            return Ok(JobEnd::Succeeded(json!({})));
        };
        // A message whose attempts are all interrupted may be what stops the service.
        if !due.channel.enabled || job.attempts > due.message.attempts + MAX_CUT_OFF {
            return self.end(held, &due, None).await;
        }
        let attempt = self.attempt(&due).await;
        self.end(held, &due, Some(attempt)).await
    }
}
