//! Ends the ways into an account within a change.
//!
//! Writes about the account in the logs of its organizations.

use askline_domain::{
    audit::AuditDraft,
    shared::ids::{SessionId, UserId},
};

use crate::ports::{
    StoreResult,
    change::{Change, EndedLinks},
};

/// Ends every session of an account except `keep`, sign-in that waits for its second step, one-time link, known browser and
/// address, requested address, and emailed link except those that undo a change of address. Changes that are under way with the
/// account's present credentials fail.
pub(super) async fn end_access(change: &mut dyn Change, account: UserId, keep: Option<SessionId>) -> StoreResult<()> {
    change.raise_credential_version(account).await?;
    change.end_sessions(account, keep).await?;
    change.end_challenges(account).await?;
    change.end_one_time_link(account).await?;
    change.forget_visitors(account).await?;
    change.put_pending_address(account, None).await?;
    change.end_mailed_links(account, EndedLinks::AllButUndo).await
}

/// Removes the password of an account, unlinks every identity, and ends every way into it. Another person may know the password,
/// have linked the identity, or use a session.
pub(super) async fn end_password(change: &mut dyn Change, account: UserId) -> StoreResult<()> {
    change.put_password(account, None).await?;
    change.delete_identities_of(account).await?;
    end_access(change, account, None).await
}

/// Writes the entries of the organizations that the person is still a member of.
pub(super) async fn audit_members(
    change: &mut dyn Change,
    account: UserId,
    entries: Vec<AuditDraft>,
) -> StoreResult<()> {
    let memberships = change.account(account).await?.map(|(_, memberships)| memberships).unwrap_or_default();
    for entry in entries {
        if memberships.iter().any(|membership| membership.org_id == entry.org_id) {
            change.audit(entry).await?;
        }
    }
    Ok(())
}
