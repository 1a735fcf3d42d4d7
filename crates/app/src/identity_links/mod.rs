//! What a link of an identity to an account stores, and its roles.

mod roles;
mod stored;

pub(crate) use roles::{apply_roles, scopes_of_roles};
pub(crate) use stored::link_of;
