//! Ends every way into an account.
//!
//! One of its sessions asks for it, and stays, or the operator locks the account.

use askline_app::ports::StoreResult;
use askline_domain::{
    audit::AuditDraft,
    identity::{grounds::ConfirmedGround, known_visitor::KnownVisitor},
    mail::MailContent,
    shared::ids::UserId,
};
use jiff::Timestamp;

use super::{
    grounds::raise_version,
    recovery::{end_ways_in, forget_wishes},
    sessions::known_visitors::remember,
};
use crate::{
    metadata::{MetadataStore, changes::scope::Scope},
    sql::sql,
};

/// Ends every other session, links in emails except those that undo a change of address, and remembered browsers.
pub(super) async fn revoke_access(
    store: &MetadataStore,
    ground: ConfirmedGround,
    known: &KnownVisitor,
    at: Timestamp,
    audits: Vec<AuditDraft>,
) -> StoreResult<()> {
    let user = ground.session.user;
    let remembered = store.to_remember(user, known).await;
    let mut change = store.begin(Scope::of_user(user, &audits)).await?;
    change.compare_confirmed(ground).await?;
    raise_version(change.connection(), user).await?;
    end_ways_in(change.connection(), user, Some(ground.session.session)).await?;
    forget_wishes(change.connection(), user).await?;
    remember(change.connection(), user, &remembered, at).await?;
    change.tell(user, MailContent::AccessRevoked, at).await?;
    change.commit_to_account(user, audits).await
}

/// Locks an account and ends every way into it. Returns false, and changes nothing, if it is locked or does not exist.
pub(super) async fn lock(
    store: &MetadataStore,
    user: UserId,
    at: Timestamp,
    audits: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let mut change = store.begin(Scope::of_user(user, &audits)).await?;
    let locking = sql("UPDATE users SET locked_ms = $1 WHERE id = $2 AND locked_ms IS NULL").bind(at).bind(user);
    if locking.execute(change.connection()).await? == 0 {
        return Ok(false);
    }
    raise_version(change.connection(), user).await?;
    end_ways_in(change.connection(), user, None).await?;
    forget_wishes(change.connection(), user).await?;
    change.tell(user, MailContent::AccountLocked, at).await?;
    change.commit_to_account(user, audits).await?;
    Ok(true)
}

/// Lets an account sign in again. Returns false, and changes nothing, if it is not locked or does not exist.
pub(super) async fn unlock(store: &MetadataStore, user: UserId, audits: Vec<AuditDraft>) -> StoreResult<bool> {
    let mut change = store.begin(Scope::of_user(user, &audits)).await?;
    let unlocking = sql("UPDATE users SET locked_ms = NULL WHERE id = $1 AND locked_ms IS NOT NULL").bind(user);
    if unlocking.execute(change.connection()).await? == 0 {
        return Ok(false);
    }
    change.commit_to_account(user, audits).await?;
    Ok(true)
}
