//! Adds, changes, deletes and tests channels, and decides what is sent where.
//!
//! Records what became of messages. No audit entry contains an address.

mod change;
mod create;
mod delete;
mod record;
mod route;
mod test;

use askline_domain::{
    channels::{
        Channel,
        input::{AddressVerdict, target_of},
    },
    shared::ids::OrgId,
};

pub use change::change;
pub use create::create;
pub use delete::delete;
pub use record::{MAX_TOLD_ADMINS, record};
pub use route::route;
pub use test::test;

use crate::{error::UseCaseError, ports::webhooks::target::WebhookTargets};

/// What the guard on outgoing requests says about an address that a person sent.
pub async fn verdict(targets: &dyn WebhookTargets, address: Option<&str>) -> AddressVerdict {
    let Some(url) = address.and_then(target_of) else { return AddressVerdict::default() };
    AddressVerdict { refusal: targets.check(&url).await.err(), is_internal: targets.is_internal(&url).await }
}

/// The channel, if it belongs to the organization.
fn of_organization(found: Option<Channel>, org: OrgId) -> Result<Channel, UseCaseError> {
    found.filter(|channel| channel.org_id == org).ok_or(UseCaseError::NotFound("channel"))
}
