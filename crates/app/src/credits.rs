//! Reserves, charges and adjusts credits, and reports shortages.

use askline_domain::{
    audit::AuditDraft,
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditAccount, CreditShortage, LedgerReference},
    },
    shared::ids::OrgId,
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;

use crate::ports::{
    StoreResult,
    change::{Change, Scope},
    credits::CreditStore,
};

/// Reserves credits within a change for work that it begins. If there are too few, commit and stop: the change then reports the
/// shortage.
pub async fn reserve(
    change: &mut dyn Change,
    org: OrgId,
    reference: &LedgerReference,
    amount: u32,
    at: Timestamp,
) -> StoreResult<CreditReservation> {
    let reservation = change.reserve_credits(org, reference, amount, at).await?;
    if matches!(reservation, CreditReservation::Insufficient { .. })
        && let Some(account) = change.credit_account(org, at).await?
    {
        report(change, &account, account.shortage().unwrap_or(CreditShortage::Low), at).await?;
    }
    Ok(reservation)
}

/// Charges within a change what work used of its reservation, frees the rest, and reports a shortage that begins with it. Returns
/// false if there is no reservation, so that work pays once.
pub async fn settle(
    change: &mut dyn Change,
    org: OrgId,
    reference: &LedgerReference,
    used: u32,
    reason: &str,
    at: Timestamp,
) -> StoreResult<bool> {
    if !change.settle_credits(org, reference, used, reason, at).await? {
        return Ok(false);
    }
    if used > 0
        && let Some(account) = change.credit_account(org, at).await?
        && let Some(shortage) = account.shortage()
    {
        report(change, &account, shortage, at).await?;
    }
    Ok(true)
}

/// Adds credits, or removes available ones, as a correction by the operator. Returns the account after that; `None`, with nothing
/// stored, if fewer are available or there is no such organization.
pub async fn adjust(
    credits: &dyn CreditStore,
    org: OrgId,
    amount: i64,
    reason: &str,
    at: Timestamp,
    entry: AuditDraft,
) -> StoreResult<Option<CreditAccount>> {
    let mut change = credits.begin(&[Scope::Organization(org)]).await?;
    let account = change.credit_account(org, at).await?;
    if account.is_none_or(|account| amount.saturating_neg() > account.available()) {
        return Ok(None);
    }
    let reference = LedgerReference { kind: "audit".into(), id: entry.id.to_string() };
    change.adjust_credits(org, &reference, amount, reason, at).await?;
    change.audit(entry).await?;
    let account = change.credit_account(org, at).await?;
    if amount < 0
        && let Some(account) = &account
        && let Some(shortage) = account.shortage()
    {
        report(&mut *change, account, shortage, at).await?;
    }
    change.commit_without_notice().await?;
    Ok(account)
}

/// Raises an event about a shortage, once for each shortage.
async fn report(
    change: &mut dyn Change,
    account: &CreditAccount,
    shortage: CreditShortage,
    at: Timestamp,
) -> StoreResult<()> {
    if change.note_shortage(account.org_id, shortage).await? {
        let name = match shortage {
            CreditShortage::Low => EventName::CreditsLow,
            CreditShortage::Exhausted => EventName::CreditsExhausted,
        };
        change.raise(&Event::of_credits(name, account, at)).await?;
    }
    Ok(())
}
