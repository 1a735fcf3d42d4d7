//! What a right to a change stood on when it was judged. The store compares it again in the transaction of the change:
//! whatever was taken away in between takes the change with it.

use crate::{
    id::{KeyId, UserId},
    organization::MemberStatus,
    plan::Plan,
    role::Role,
};

/// A fact about the organization of the change that must still hold when it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Its plan.
    Plan(Plan),
    /// A member, or one who was invited, with this role: who calls, or whom the change is about.
    Member {
        /// Who.
        user: UserId,
        /// What they may do.
        role: Role,
        /// Whether they joined.
        status: MemberStatus,
    },
    /// The key that calls is in force.
    Key(KeyId),
}
