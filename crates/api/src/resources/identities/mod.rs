//! Sign-in through identity providers, and the identities that are linked to the caller's account.
//!
//! What a provider proved never leaves this folder except as a session, or as a link to an account.

mod flow;
mod gate;
mod linked;
mod providers;

pub use flow::{
    IdentityLink, LinkPassword, ProviderAnswer, ProviderPath, ProviderReturn, ProviderSignIn, SignInStep, StepStatus,
    begin_sign_in, finish_sign_in, link_identity_with_password, return_from_provider,
};
pub use gate::{GateEntry, check_gate_is_set, sign_in_by_gate};
pub use linked::{
    BegunLink, IdentityPath, LinkedIdentityView, Unlinked, UnlinkedIdentity, begin_identity_link, begin_identity_proof,
    list_linked_identities, unlink_identity,
};
pub use providers::{ProviderKind, ProviderView, list_sign_in_providers};
