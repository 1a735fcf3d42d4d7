//! When a recipient's next reports are due.

use askline_domain::{
    recipients::Recipient,
    reports::{
        period::ReportKind,
        subscription::{ReportSubscription, Schedule},
    },
    shared::ids::OrgId,
    sites::visible::VisibleSites,
};
use jiff::Timestamp;

use super::entry::Stores;
use crate::{
    ports::{StoreResult, change::Change},
    report_mail::zones_of,
    sites::every_site,
};

/// When the next report of each kind is due.
pub(super) type Dues = Vec<(ReportKind, Timestamp)>;

/// When the next reports about these sites are due.
pub(super) async fn next_dues(
    stores: Stores<'_>,
    org: OrgId,
    sites: &VisibleSites,
    now: Timestamp,
) -> StoreResult<Dues> {
    let zones = zones_of(&every_site(stores.1, org, sites.listed()).await?)?;
    Ok(ReportKind::EVERY.into_iter().map(|kind| (kind, Schedule::of(kind, now, &zones).next_at)).collect())
}

/// Stores what a recipient gets from now on. A report that begins to be sent is first about the period that is under way.
pub(super) async fn follow(change: &mut dyn Change, recipient: &Recipient, dues: &Dues) -> StoreResult<()> {
    for (kind, next_at) in dues {
        let wanted = recipient.gets(*kind);
        let stored = change.recipient_report(recipient.id, *kind).await?;
        let next = match stored {
            Some(stored) if stored.wanted && wanted => {
                ReportSubscription { due_at: stored.due_at.min(*next_at), ..stored }
            }
            Some(stored) => ReportSubscription { wanted, due_at: *next_at, ..stored },
            None => {
                ReportSubscription { reader: recipient.id, kind: *kind, wanted, due_at: *next_at, sent_until: None }
            }
        };
        change.put_recipient_report(&next).await?;
    }
    Ok(())
}
