//! Members of an organization. Nobody becomes one but by accepting an invitation.

mod change;
mod invite;
mod join;

pub use change::{change_access, leave, remove};
pub use invite::{Invited, Inviter, invite, renew};
pub use join::{Joined, accept, opened_invitation};
