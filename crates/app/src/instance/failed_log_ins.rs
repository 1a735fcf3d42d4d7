//! Counts failed sign-ins in memory, until they are written to the audit log.
//!
//! A running process adds at most one entry per minute and account to each of the account's organizations, so that an attack
//! fills neither the log nor the disk. If the process is killed, the counts of about a minute are lost.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use askline_domain::{
    audit::AuditDraft,
    requests::sliding_minute::MINUTE,
    shared::{
        ids::{OrgId, UserId},
        rfc3339::Moment,
    },
};
use jiff::Timestamp;
use serde_json::json;

/// The maximum number of accounts in memory. A failure takes a password hash, and no machine computes this many per
/// minute.
const MAX_ACCOUNTS: usize = 20_000;

/// The failures that are not yet written.
#[derive(Default)]
pub struct FailedLogIns(Mutex<HashMap<UserId, Noted>>);

/// The failures of an account.
pub(crate) struct Noted {
    /// The audit entries of the latest failure, one for each organization of the account; empty when everything is
    /// written.
    drafts: Vec<AuditDraft>,
    count: u64,
    first_at: Timestamp,
    /// When the first of these failures happened, by the monotonic clock.
    since: Duration,
    /// Until this time, an entry is written only when the service stops, because the last one is less than a minute
    /// old.
    not_before: Duration,
}

/// Which failures are to be written.
#[derive(Clone, Copy)]
pub enum Due {
    /// Those of accounts whose minute is over.
    MinuteOver,
    /// Those of accounts in this organization, whose audit log someone is about to read, unless an account's last entry
    /// is less than a minute old.
    ReadBy(OrgId),
    /// All, because the service is stopping.
    Everything,
}

impl FailedLogIns {
    /// Counts a failure. `drafts` are the audit entries about it, one for each organization of the account. An account
    /// without organizations, or beyond `MAX_ACCOUNTS`, is not counted.
    pub fn note(&self, user: UserId, drafts: Vec<AuditDraft>, at: Timestamp, now: Duration) {
        let mut noted = self.noted();
        if drafts.is_empty() || (noted.len() >= MAX_ACCOUNTS && !noted.contains_key(&user)) {
            return;
        }
        let fresh = || Noted { drafts: Vec::new(), count: 0, first_at: at, since: now, not_before: Duration::ZERO };
        let one = noted.entry(user).or_insert_with(fresh);
        if one.count == 0 {
            (one.first_at, one.since) = (at, now);
        }
        one.count += 1;
        one.drafts = drafts;
    }

    /// Takes the failures that are due.
    pub(crate) fn take(&self, due: Due, now: Duration) -> Vec<(UserId, Noted)> {
        let mut noted = self.noted();
        noted.retain(|_, one| one.count > 0 || now < one.not_before);
        let mut taken = Vec::new();
        for (user, one) in noted.iter_mut().filter(|(_, one)| one.is_due(due, now)) {
            let left = Noted { drafts: Vec::new(), count: 0, not_before: now + MINUTE, ..*one };
            taken.push((*user, std::mem::replace(one, left)));
        }
        taken
    }

    /// Keeps failures that could not be written for the next time.
    pub(crate) fn put_back(&self, taken: Vec<(UserId, Noted)>) {
        let mut noted = self.noted();
        for (user, former) in taken {
            match noted.get_mut(&user) {
                Some(one) if one.count > 0 => {
                    one.count += former.count;
                    (one.first_at, one.since) = (former.first_at, former.since);
                    one.not_before = former.not_before;
                }
                _ => {
                    noted.insert(user, former);
                }
            }
        }
    }

    fn noted(&self) -> MutexGuard<'_, HashMap<UserId, Noted>> {
        self.0.lock().expect("no holder of this lock panics")
    }
}

impl Noted {
    fn is_due(&self, due: Due, now: Duration) -> bool {
        self.count > 0
            && match due {
                Due::Everything => true,
                Due::MinuteOver => now >= self.since + MINUTE && now >= self.not_before,
                Due::ReadBy(org) => now >= self.not_before && self.drafts.iter().any(|draft| draft.org_id == org),
            }
    }

    /// The audit entries about the failures.
    pub(crate) fn entries(&self) -> impl Iterator<Item = AuditDraft> + '_ {
        let metadata = json!({ "count": self.count, "firstAt": Moment(self.first_at) });
        self.drafts.iter().map(move |draft| AuditDraft { metadata: metadata.clone(), ..draft.clone() })
    }
}
