//! Addresses of webhooks. They often contain a token, so they are sealed at rest like the secrets; only their origin is
//! stored unsealed, for people who look at a database whose key is lost.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::{shared::ids::WebhookId, webhooks::origin_of};

use crate::{
    sealing::SealingKey,
    sql::{Row, rows::RowReader},
};

/// The stored form of an address.
pub(crate) struct StoredAddress {
    /// Scheme, host and port.
    pub origin: String,
    /// The whole address, sealed.
    pub sealed: String,
}

impl StoredAddress {
    pub(crate) fn seal(sealing: &SealingKey, id: WebhookId, url: &str) -> StoreResult<Self> {
        Ok(Self { origin: origin_of(url), sealed: sealing.seal(&sealed_place(id), url)? })
    }
}

/// Returns the whole address; `None` if the key that sealed it is lost, so that a list can still be shown.
pub(super) fn whole_address(sealing: &SealingKey, row: &RowReader<'_, Row>) -> StoreResult<Option<String>> {
    let Some(sealed) = row.optional_text("sealed_url")? else { return row.text("url").map(Some) };
    match sealing.open(&sealed_place(row.parsed("id")?), &sealed) {
        Ok(opened) => Ok(opened.map(|url| url.expose().to_owned())),
        Err(StoreError::Unavailable(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The location of a webhook's secrets, which their seal is bound to.
pub(super) fn place_of(id: WebhookId) -> String {
    format!("webhooks/{id}")
}

/// Different from the location of the secrets, so that one can never be used instead of the other.
fn sealed_place(id: WebhookId) -> String {
    format!("{}/url", place_of(id))
}
