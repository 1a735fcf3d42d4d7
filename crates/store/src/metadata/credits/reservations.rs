//! Credits reserved for running work. A reservation is made once and ended once.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::{
        credit_reservation::CreditReservation,
        ledger::{CreditPeriod, LedgerEntryType, LedgerReference},
    },
    shared::ids::OrgId,
};
use jiff::Timestamp;

use super::account::{Line, current, expire};
use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::RowReader, sql},
};

/// Reserves credits for a piece of work.
pub(in crate::metadata) async fn reserve(
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
pub(in crate::metadata) async fn settle(
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
