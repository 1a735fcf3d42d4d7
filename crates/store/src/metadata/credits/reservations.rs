//! Credits reserved for running work. A reservation is made once and ended once.

use askline_app::ports::{StoreResult, credits::CreditReservation};
use askline_domain::{
    organizations::ledger::{CreditPeriod, CreditShortage, LedgerEntryType, LedgerReference},
    shared::ids::{JobId, OrgId},
};
use jiff::Timestamp;

use super::{
    account::{Line, current, expire},
    notices,
};
use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::RowReader, sql},
};

impl Change {
    /// Reserves `amount` credits for a job that this change enqueues. Call it first. If there are too few credits,
    /// commit and stop: this change then reports the shortage to webhooks.
    pub(crate) async fn reserve_for_job(
        &mut self,
        org: OrgId,
        job: JobId,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        reserve(self, org, &LedgerReference::job(job), amount, at).await
    }

    /// Pays what a job used of its reservation, and frees the rest; `false` if there is no reservation, so that a job
    /// pays once. A job that ends without this call pays nothing: `jobs::ending::end_try` frees its reservation.
    pub(crate) async fn pay_for_job(
        &mut self,
        org: OrgId,
        job: JobId,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        settle(self, org, &LedgerReference::job(job), used, reason, at).await
    }
}

/// Reserves credits for a piece of work.
pub(super) async fn reserve(
    change: &mut Change,
    org: OrgId,
    reference: &LedgerReference,
    amount: u32,
    at: Timestamp,
) -> StoreResult<CreditReservation> {
    let Some(account) = current(change, org, at).await? else { return Ok(CreditReservation::Missing) };
    if reserved_for(change.connection(), org, reference).await?.is_some() {
        return Ok(CreditReservation::AlreadyReserved);
    }
    if account.available() < i64::from(amount) {
        let shortage = account.shortage().unwrap_or(CreditShortage::Low);
        notices::tell(change, &account, shortage, at).await?;
        return Ok(CreditReservation::Insufficient { available: account.available() });
    }
    sql("INSERT INTO credit_reservations (org_id, reference_type, reference_id, amount, created_ms) \
         VALUES ($1, $2, $3, $4, $5)")
    .bind(org)
    .bind(&reference.kind)
    .bind(&reference.id)
    .bind(amount)
    // If the clock was set back, the account stays in the later period, and the reservation belongs to that period.
    .bind(at.max(account.period.start()))
    .execute(change.connection())
    .await?;
    add_to_reserved(change, org, i64::from(amount)).await?;
    Ok(CreditReservation::Reserved)
}

/// Ends a reservation, once. Unused credits of an earlier period expire, as they would have without the reservation.
pub(super) async fn settle(
    change: &mut Change,
    org: OrgId,
    reference: &LedgerReference,
    used: u32,
    reason: &str,
    at: Timestamp,
) -> StoreResult<bool> {
    let Some((reserved, period)) = reserved_for(change.connection(), org, reference).await? else { return Ok(false) };
    // Deleted before the period changes; otherwise the credits paid now would expire first and be missing.
    sql("DELETE FROM credit_reservations WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3")
        .bind(org)
        .bind(&reference.kind)
        .bind(&reference.id)
        .execute(change.connection())
        .await?;
    let account = current(change, org, at).await?;
    add_to_reserved(change, org, -reserved).await?;
    let paid = i64::from(used).min(reserved);
    if let Some(account) = account.filter(|account| account.period > period && reserved > paid) {
        expire(change, &account, reserved - paid, at).await?;
    }
    if paid > 0 {
        Line { org, kind: LedgerEntryType::Debit, amount: -paid, reason, reference, at }.add(change).await?;
        if let Some(account) = current(change, org, at).await?
            && let Some(shortage) = account.shortage()
        {
            notices::tell(change, &account, shortage, at).await?;
        }
    }
    Ok(true)
}

async fn reserved_for(
    connection: &mut Connection,
    org: OrgId,
    reference: &LedgerReference,
) -> StoreResult<Option<(i64, CreditPeriod)>> {
    let row = sql("SELECT amount, created_ms, reference_id FROM credit_reservations \
         WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3")
    .bind(org)
    .bind(&reference.kind)
    .bind(&reference.id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, "credit_reservations", "reference_id");
    let amount = row.optional_integer("amount")?.ok_or_else(|| row.corrupt("amount"))?;
    Ok(Some((amount, CreditPeriod::of(row.time("created_ms")?))))
}

async fn add_to_reserved(change: &mut Change, org: OrgId, amount: i64) -> StoreResult<()> {
    sql("UPDATE credit_accounts SET reserved = reserved + $1 WHERE org_id = $2")
        .bind(amount)
        .bind(org)
        .execute(change.connection())
        .await
        .map(|_| ())
}
