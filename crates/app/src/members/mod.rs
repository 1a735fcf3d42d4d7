//! Manages members of an organization. The only way to join one is to accept an invitation.

mod change;
mod invite;
mod join;

pub use change::{change_access, leave, remove};
pub use invite::{Invited, Inviter, invite, renew};
pub use join::{Joined, accept, opened_invitation};
