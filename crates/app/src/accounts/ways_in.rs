//! The ways to sign in to an account. The last one is never removed.

use askline_domain::{
    identity::{second_factor::assurance::FactorKind, user::User},
    organizations::member::Membership,
    shared::ids::{LinkedIdentityId, PasskeyId},
};

use crate::{
    instance::Instance,
    ports::{StoreResult, change::Change},
};

/// A way to sign in that is to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WayIn {
    /// A passkey.
    Passkey(PasskeyId),
    /// A linked identity.
    Identity(LinkedIdentityId),
}

/// Whether an account as it is in the change can be signed in to without `removed`: with its password, another passkey, or another
/// identity of a provider that the settings name.
pub(crate) async fn has_another_way_in(
    change: &mut dyn Change,
    instance: &Instance,
    (user, memberships): &(User, Vec<Membership>),
    removed: WayIn,
) -> StoreResult<bool> {
    let (providers, mut after) = (&instance.providers, user.clone());
    let passkeys = change.passkeys(user.id).await?;
    let has_passkey = passkeys.iter().any(|passkey| removed != WayIn::Passkey(passkey.id));
    if !has_passkey {
        after.factors = after.factors.without(FactorKind::Passkey);
    }
    if providers.allow_own_ways(&after, memberships) && (has_passkey || user.password_hash.is_some()) {
        return Ok(true);
    }
    let identities = change.identities_of(user.id).await?;
    let others = identities.iter().filter(|identity| removed != WayIn::Identity(identity.id));
    Ok(others.into_iter().any(|identity| providers.is_in_use(&identity.issuer)))
}
