//! Passkeys: adding them, signing in with one, and giving one as a proof.

mod given;
mod log_in;
mod manage;
mod register;
mod relying_party;

use askline_domain::identity::{
    passkeys::ceremony::{Ceremony, Purpose},
    secret::Secret,
};
use jiff::Timestamp;
use serde_json::Value;

pub(super) use given::use_up;
pub use given::{SentPasskey, check_passkey};
pub use log_in::log_in_with_passkey;
pub use manage::{remove_passkey, rename_passkey};
pub use register::{AddedPasskey, Adding, add_passkey, begin_registration};
pub use relying_party::{NoPasskeys, RelyingParty};

use self::relying_party::Begun;
use crate::{error::UseCaseError, instance::Instance};

/// A ceremony that a browser can carry out with a person.
pub struct BegunCeremony {
    /// What the caller sends back with the answer.
    pub ceremony: Secret,
    /// The options for the browser.
    pub options: Value,
    /// When the answer is too late.
    pub expires_at: Timestamp,
}

/// Begins to ask for a passkey.
pub fn begin_ceremony(
    instance: &Instance,
    party: &RelyingParty,
    purpose: Purpose,
    at: Timestamp,
) -> Result<BegunCeremony, UseCaseError> {
    let begun = party.begin_proof().map_err(|error| UseCaseError::Failed(error.to_string()))?;
    sealed(instance, purpose, begun, at)
}

fn sealed(
    instance: &Instance,
    purpose: Purpose,
    Begun { options, state }: Begun,
    at: Timestamp,
) -> Result<BegunCeremony, UseCaseError> {
    let ceremony = Ceremony::new(purpose, state, at);
    let expires_at = ceremony.expires_at();
    Ok(BegunCeremony { ceremony: instance.ports.passkeys.seal_ceremony(&ceremony)?, options, expires_at })
}
