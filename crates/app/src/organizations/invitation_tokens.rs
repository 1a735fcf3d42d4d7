//! Ends the tokens of invitations whose inviter may no longer give their role.

use askline_domain::{
    identity::role::Role,
    shared::ids::{OrgId, UserId},
};

use crate::ports::{StoreResult, change::Change};

/// Ends the tokens for roles that `inviter` may no longer give; `role` is their current role, `None` if they are no member.
pub(crate) async fn end_tokens_of(
    change: &mut dyn Change,
    org: OrgId,
    inviter: UserId,
    role: Option<Role>,
) -> StoreResult<()> {
    for given in Role::EVERY.into_iter().filter(|given| !role.is_some_and(|role| role.may_give(*given))) {
        change.end_tokens(org, inviter, given).await?;
    }
    Ok(())
}
