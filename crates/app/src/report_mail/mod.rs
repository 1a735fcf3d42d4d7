//! Reports by email: who wants them, and sending those that are due.
//!
//! A subscription is a person's own matter and no action in an organization, so no audit log contains it.

mod brand;
mod digests;
mod send;
mod subscribe;
mod tally;

use askline_domain::{identity::user::User, organizations::member::Membership, shared::ids::UserId, sites::Site};

pub use self::send::send_due;
pub(crate) use self::{
    brand::brand_of,
    digests::{Sent, digest, most_asked, sent},
    subscribe::{end, put_wanted, report_due},
    tally::Tally,
};
use jiff::tz::TimeZone;

use crate::{
    ports::{StoreError, StoreResult, change::Change, sites::SiteStore},
    sites::every_site,
};

/// Whether emails to a person may be about an organization: it demands no second factor, or the account has one.
pub(crate) fn is_reached(membership: &Membership, user: &User) -> bool {
    !membership.sign_in_rules.require_second_factor || !user.factors.is_empty()
}

/// The sites that emails to a person are about: all that the person sees in organizations that are reached.
pub(crate) async fn sites_of(sites: &dyn SiteStore, user: &User, memberships: &[Membership]) -> StoreResult<Vec<Site>> {
    let mut found = Vec::new();
    for membership in memberships.iter().filter(|one| is_reached(one, user)) {
        found.extend(every_site(sites, membership.org_id, membership.sites.listed()).await?);
    }
    Ok(found)
}

/// Whether a person still has exactly this access. What a person may no longer see is not sent.
pub(crate) async fn has_access_still(
    change: &mut dyn Change,
    account: UserId,
    memberships: &[Membership],
) -> StoreResult<bool> {
    for membership in memberships {
        let member = change.member(membership.org_id, account).await?;
        if !member.is_some_and(|member| member.role == membership.role && member.sites == membership.sites) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The time zone of each site.
pub(crate) fn zones_of(sites: &[Site]) -> StoreResult<Vec<TimeZone>> {
    sites.iter().map(|site| site.time_zone().map_err(StoreError::from)).collect()
}
