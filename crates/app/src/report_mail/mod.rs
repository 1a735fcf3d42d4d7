//! Reports by email: who wants them, and sending those that are due.
//!
//! A subscription is a person's own matter and no action in an organization, so no audit log contains it.

mod brand;
mod digests;
mod send;
mod subscribe;
mod tally;

use askline_domain::{
    identity::{member::Membership, user::User},
    sites::Site,
};

pub(crate) use self::{
    digests::{Sent, digest, most_asked, sent},
    tally::Tally,
};
pub use self::{
    send::send_due,
    subscribe::{set_wanted, unsubscribe},
};
use jiff::tz::TimeZone;

use crate::{
    ports::{StoreError, StoreResult, sites::SiteStore},
    sites::every_site,
};

/// The sites that reports to a person are about: all that the person sees, without organizations that demand a second factor
/// which the account does not have.
async fn sites_of(sites: &dyn SiteStore, user: &User, memberships: &[Membership]) -> StoreResult<Vec<Site>> {
    let is_reached = |one: &&Membership| !one.sign_in_rules.require_second_factor || !user.factors.is_empty();
    let mut found = Vec::new();
    for membership in memberships.iter().filter(is_reached) {
        found.extend(every_site(sites, membership.org_id, membership.sites.listed()).await?);
    }
    Ok(found)
}

/// The time zone of each site.
pub(crate) fn zones_of(sites: &[Site]) -> StoreResult<Vec<TimeZone>> {
    sites.iter().map(|site| site.time_zone().map_err(StoreError::from)).collect()
}
