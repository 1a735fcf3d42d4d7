//! Messages to channels: which are sent at once, and which wait for the digest.

use jiff::{SignedDuration, Timestamp, civil::time, tz::TimeZone};
use rand::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{channel::Channel, notice::Notice, state::says_gone};
use crate::{
    jobs::{JobInput, JobKind, JobOutcome, NewJob, with_jitter},
    shared::{
        calendar::Day,
        ids::{ChannelId, Id as _, JobId, MessageId, OrgId, SiteId},
    },
    webhooks::{Attempt, WAITS, failure_after, message::Event, wait_after_attempt},
};

/// The kind of job that sends a message to a channel.
pub const CHANNEL_JOB: JobKind = JobKind::new("channel.message");
/// The maximum number of messages of one event, site and channel that are sent at once on a day of the site.
pub const MAX_AT_ONCE_A_DAY: u32 = 2;
/// The hour of the site's day at which what is beyond is sent in one message.
pub const DIGEST_HOUR: i8 = 18;
/// The maximum number of messages that one digest names; it counts the others.
pub const MAX_GATHERED: u32 = 20;
/// How long messages are listed.
pub const MESSAGES_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// What a test is called where an event's name is shown.
pub const TEST_KIND: &str = "channel.test";
/// What a digest is called where an event's name is shown.
pub const DIGEST_KIND: &str = "channel.digest";
/// The wait after an answer that the address does not exist: the fifth such answer comes after a day.
const WAIT_WHILE_GONE: SignedDuration = SignedDuration::from_hours(6);

/// The state of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// It waits for its first or next attempt.
    Pending,
    /// It waits for the digest of the day.
    Waiting,
    /// The service accepted it, or the digest that names it.
    Sent,
    /// It failed and is not retried.
    Failed,
}

words! {
    MessageState, "a state of a message": Pending = "pending", Waiting = "waiting", Sent = "sent", Failed = "failed"
}

/// The input of a [`CHANNEL_JOB`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChannelJob {
    /// The message.
    pub message_id: MessageId,
}

impl JobInput for ChannelJob {
    const KIND: JobKind = CHANNEL_JOB;
}

/// A message to a channel.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelMessage {
    /// Its id.
    pub id: MessageId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The site that it is about.
    pub site_id: Option<SiteId>,
    /// The name of the event or the report, [`TEST_KIND`] or [`DIGEST_KIND`].
    pub kind: String,
    /// The day of the site on which it was made, or the report was due; of UTC without a site.
    pub day: Day,
    /// What it says.
    pub notice: Notice,
    /// Its state.
    pub state: MessageState,
    /// The digest that it waits for or was sent with.
    pub digest_id: Option<MessageId>,
    /// For a digest: the number of messages that it counts without naming them.
    pub more: u32,
    /// The number of attempts so far.
    pub attempts: u32,
    /// When it was made.
    pub created_at: Timestamp,
    /// When the service accepted it.
    pub sent_at: Option<Timestamp>,
    /// When the next attempt is due.
    pub next_attempt_at: Option<Timestamp>,
    /// The status of the service's last answer.
    pub response_status: Option<u16>,
    /// Why the last attempt failed.
    pub failure: Option<String>,
}

/// The site that an event is about.
#[derive(Debug, Clone, PartialEq)]
pub struct EventSite {
    /// Its id.
    pub id: SiteId,
    /// Its name.
    pub name: String,
    /// Its time zone.
    pub zone: TimeZone,
}

/// What was already made for a channel on the day of an event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MadeToday {
    /// The number of messages of the same event and site that were sent at once.
    pub at_once: u32,
    /// The digest of the site that was not sent yet, with the number of messages that wait for it.
    pub open_digest: Option<(ChannelMessage, u32)>,
}

/// What an event adds to a channel.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Added {
    /// Messages to store; each one that is pending gets a job.
    pub messages: Vec<ChannelMessage>,
    /// A digest that counts one more message.
    pub counted_in: Option<MessageId>,
}

impl ChannelMessage {
    /// A message that is due at `at`.
    pub fn new(channel: ChannelId, kind: &str, notice: Notice, at: Timestamp) -> Self {
        Self {
            id: MessageId::new(at, &mut rand::rng()),
            channel_id: channel,
            site_id: None,
            kind: kind.to_owned(),
            day: Day::of(at, &TimeZone::UTC),
            notice,
            state: MessageState::Pending,
            digest_id: None,
            more: 0,
            attempts: 0,
            created_at: at,
            sent_at: None,
            next_attempt_at: Some(at),
            response_status: None,
            failure: None,
        }
    }

    /// A test that a person requested.
    pub fn test(channel: &Channel, at: Timestamp) -> Self {
        Self::new(channel.id, TEST_KIND, Notice::of_test(channel.org_id, &channel.name), at)
    }

    /// Whether it gathers what was left out during a day.
    pub fn is_digest(&self) -> bool {
        self.kind == DIGEST_KIND
    }

    /// The job that sends it.
    pub fn job(&self, org: OrgId) -> NewJob {
        let id = JobId::new(self.created_at, &mut rand::rng());
        let job = NewJob::of(id, org, &ChannelJob { message_id: self.id }, self.created_at);
        NewJob { due_at: self.next_attempt_at.unwrap_or(job.due_at), ..job }
    }

    /// What becomes of it after an attempt that ended at `at`, and of its job; `None` means that nothing was sent, because its
    /// channel is disabled.
    pub fn after(&self, attempt: Option<&Attempt>, at: Timestamp, random: &mut impl Rng) -> (Self, JobOutcome) {
        let tried = Self {
            attempts: self.attempts + u32::from(attempt.is_some()),
            response_status: attempt.and_then(|attempt| attempt.status),
            next_attempt_at: None,
            failure: None,
            ..self.clone()
        };
        if attempt.is_some_and(Attempt::succeeded) {
            let sent = Self { state: MessageState::Sent, sent_at: Some(at), ..tried };
            return (sent, JobOutcome::Succeeded(serde_json::json!({})));
        }
        let failure = match attempt {
            Some(_) => failure_after(attempt),
            None => crate::jobs::JobFailure::new("NOT_DELIVERED", "The channel is disabled."),
        };
        let tried = Self { failure: Some(failure.message.clone()), ..tried };
        let due_at = attempt.and_then(|attempt| self.wait_after(attempt, random)).map(|wait| at + wait);
        match due_at {
            Some(due_at) => {
                let again = Self { next_attempt_at: Some(due_at), ..tried };
                (again, JobOutcome::Retry { failure, due_at })
            }
            None => (Self { state: MessageState::Failed, ..tried }, JobOutcome::Failed(failure)),
        }
    }

    /// How long to wait after a failed attempt; `None` if it was the last. A person waits for a test, so it is not retried.
    fn wait_after(&self, attempt: &Attempt, random: &mut impl Rng) -> Option<SignedDuration> {
        if self.kind == TEST_KIND {
            return None;
        }
        let number = self.attempts + 1;
        if says_gone(attempt) {
            let is_left = usize::try_from(number).is_ok_and(|number| number <= WAITS.len());
            return is_left.then(|| with_jitter(WAIT_WHILE_GONE, random));
        }
        wait_after_attempt(&self.kind, number, attempt, random)
    }
}

/// What an event adds to a channel that it is sent to.
pub fn added(channel: &Channel, event: &Event, site: Option<&EventSite>, made: &MadeToday) -> Added {
    let (at, zone) = (event.occurred_at, zone_of(site));
    let about = |message: ChannelMessage| ChannelMessage {
        site_id: site.map(|site| site.id),
        day: Day::of(at, &zone),
        ..message
    };
    let notice = Notice::of_event(event, site.map(|site| site.name.as_str()));
    let message = about(ChannelMessage::new(channel.id, event.name.as_str(), notice, at));
    if made.at_once < MAX_AT_ONCE_A_DAY {
        return Added { messages: vec![message], counted_in: None };
    }
    let waits_for = |digest: MessageId| ChannelMessage {
        state: MessageState::Waiting,
        digest_id: Some(digest),
        next_attempt_at: None,
        ..message.clone()
    };
    match &made.open_digest {
        Some((digest, gathered)) if *gathered >= MAX_GATHERED => {
            Added { messages: Vec::new(), counted_in: Some(digest.id) }
        }
        Some((digest, _)) => Added { messages: vec![waits_for(digest.id)], counted_in: None },
        None => {
            let site_name = site.map(|site| site.name.as_str());
            let notice = Notice::of_digest(site_name, channel.org_id, site.map(|site| site.id), &[], 0);
            let due_at = digest_due(at, &zone);
            let digest = about(ChannelMessage::new(channel.id, DIGEST_KIND, notice, at));
            let digest = ChannelMessage { next_attempt_at: Some(due_at), ..digest };
            Added { messages: vec![waits_for(digest.id), digest], counted_in: None }
        }
    }
}

/// The day of an event, by which messages are counted.
pub fn day_of(event: &Event, site: Option<&EventSite>) -> Day {
    Day::of(event.occurred_at, &zone_of(site))
}

fn zone_of(site: Option<&EventSite>) -> TimeZone {
    site.map_or(TimeZone::UTC, |site| site.zone.clone())
}

/// When the next digest of a site is due: at 18:00 of its day.
pub fn digest_due(at: Timestamp, zone: &TimeZone) -> Timestamp {
    let local = at.to_zoned(zone.clone());
    let hour = time(DIGEST_HOUR, 0, 0, 0);
    let date = if local.time() < hour { local.date() } else { local.date().tomorrow().unwrap_or(local.date()) };
    date.to_datetime(hour).to_zoned(zone.clone()).map_or(at, |due| due.timestamp())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        channels::{input::ChannelSettings, kind::ChannelType, state::GONE_FOR},
        reports::ReportAudience,
        webhooks::EventName,
    };

    fn channel() -> Channel {
        let address = "https://hooks.slack.com/services/T00/B00/abcdefgh9fQ2".into();
        let audience = ReportAudience::Team;
        let settings = ChannelSettings { kind: ChannelType::Slack, name: "#seo".into(), address, audience };
        Channel::new(ChannelId::from_bits(1), OrgId::from_bits(1), &settings, None, Timestamp::UNIX_EPOCH)
    }

    fn site(zone: &str) -> EventSite {
        let zone = TimeZone::get(zone).expect("a time zone");
        EventSite { id: SiteId::from_bits(3), name: "Nordlicht".into(), zone }
    }

    fn event(at: &str) -> Event {
        let at = at.parse().expect("a moment");
        Event { org_id: OrgId::from_bits(1), name: EventName::CitationLost, occurred_at: at, data: json!({}) }
    }

    #[test]
    fn the_third_message_of_a_day_waits_for_one_digest_at_18_of_the_site() {
        let (channel, site, event) = (channel(), site("Europe/Berlin"), event("2026-06-15T12:00:00Z"));
        let mut made = MadeToday::default();
        for at_once in 0..MAX_AT_ONCE_A_DAY {
            made.at_once = at_once;
            let added = added(&channel, &event, Some(&site), &made);
            assert_eq!(added.messages.len(), 1);
            assert_eq!(added.messages[0].state, MessageState::Pending);
        }
        made.at_once = MAX_AT_ONCE_A_DAY;
        let third = added(&channel, &event, Some(&site), &made);
        let [held, digest] = third.messages.as_slice() else { panic!("a message and its digest") };
        assert_eq!((held.state, held.digest_id), (MessageState::Waiting, Some(digest.id)));
        assert!(digest.is_digest());
        assert_eq!(digest.next_attempt_at.map(|at| at.to_string()).as_deref(), Some("2026-06-15T16:00:00Z"));
        made.open_digest = Some((digest.clone(), 1));
        let fourth = added(&channel, &event, Some(&site), &made);
        assert_eq!(fourth.messages.len(), 1);
        assert_eq!(fourth.messages[0].digest_id, Some(digest.id));
        made.open_digest = Some((digest.clone(), MAX_GATHERED));
        let beyond = added(&channel, &event, Some(&site), &made);
        assert_eq!((beyond.messages.len(), beyond.counted_in), (0, Some(digest.id)));
    }

    #[test]
    fn after_18_the_digest_is_due_on_the_next_day_also_where_clocks_change() {
        let due = |at: &str, zone: &str| {
            digest_due(at.parse().expect("a moment"), &TimeZone::get(zone).expect("a zone")).to_string()
        };
        assert_eq!(due("2026-06-15T15:59:59Z", "Europe/Berlin"), "2026-06-15T16:00:00Z");
        assert_eq!(due("2026-06-15T16:00:00Z", "Europe/Berlin"), "2026-06-16T16:00:00Z");
        assert_eq!(due("2026-10-24T17:00:00Z", "Europe/Berlin"), "2026-10-25T17:00:00Z");
        assert_eq!(due("2026-06-15T12:00:00Z", "UTC"), "2026-06-15T18:00:00Z");
    }

    #[test]
    fn a_message_is_retried_as_a_webhooks_and_a_test_is_not() {
        let answered = |status: u16| Attempt {
            status: Some(status),
            failure: (status >= 300).then(|| "refused".into()),
            retry_after_seconds: (status == 429).then_some(3_600),
            ..Attempt::default()
        };
        let (channel, at) = (channel(), Timestamp::UNIX_EPOCH);
        let message = ChannelMessage::new(channel.id, "citation.lost", Notice::of_test(channel.org_id, "x"), at);
        let (sent, outcome) = message.after(Some(&answered(200)), at, &mut rand::rng());
        assert_eq!((sent.state, sent.sent_at, sent.attempts), (MessageState::Sent, Some(at), 1));
        assert!(matches!(outcome, JobOutcome::Succeeded(_)));
        let (again, _) = message.after(Some(&answered(429)), at, &mut rand::rng());
        assert_eq!(again.state, MessageState::Pending);
        assert!(again.next_attempt_at.is_some_and(|next| next.duration_since(at) >= SignedDuration::from_hours(1)));
        let (failed, _) = ChannelMessage::test(&channel, at).after(Some(&answered(500)), at, &mut rand::rng());
        assert_eq!((failed.state, failed.failure.as_deref()), (MessageState::Failed, Some("refused")));
        let (unsent, _) = message.after(None, at, &mut rand::rng());
        assert_eq!((unsent.state, unsent.attempts), (MessageState::Failed, 0));
    }

    #[test]
    fn the_last_attempt_at_a_gone_address_is_at_least_a_day_after_the_first() {
        let gone = Attempt { status: Some(404), failure: Some("gone".into()), ..Attempt::default() };
        let begun = Timestamp::UNIX_EPOCH;
        let mut message = ChannelMessage::new(ChannelId::from_bits(1), "citation.lost", channel_notice(), begun);
        let mut at = begun;
        while message.state == MessageState::Pending {
            (message, _) = message.after(Some(&gone), at, &mut rand::rng());
            at = message.next_attempt_at.unwrap_or(at);
        }
        assert!(at.duration_since(begun) >= GONE_FOR, "{at}");
    }

    fn channel_notice() -> Notice {
        Notice::of_test(OrgId::from_bits(1), "#seo")
    }
}
