//! What the guard on outgoing requests says about an address that a person sent.

use askline_domain::channels::input::{AddressVerdict, target_of};

use crate::ports::webhooks::target::WebhookTargets;

/// What the guard on outgoing requests says about an address that a person sent.
pub async fn verdict(targets: &dyn WebhookTargets, address: Option<&str>) -> AddressVerdict {
    let Some(url) = address.and_then(target_of) else { return AddressVerdict::default() };
    AddressVerdict { refusal: targets.check(&url).await.err(), is_internal: targets.is_internal(&url).await }
}
