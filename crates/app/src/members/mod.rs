//! Manages members of an organization. The only way to join one is to accept an invitation.

mod change;
mod invite;
mod join;

pub use change::{change_access, end_membership, leave, remove, set_access};
pub use invite::{Invited, Inviter, Pending, add_invitation, invite, renew, renew_token};
pub use join::{Joined, Joiner, accept, opened_invitation, take_up};
