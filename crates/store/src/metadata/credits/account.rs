//! A credit account in a given period, and the ledger entries that change its balance.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::{
        ledger::{
            CreditAccount, CreditPeriod, CreditsDue, EXPIRY_REASON, LedgerEntryType, LedgerReference, StoredAccount,
        },
        plan::Plan,
    },
    shared::ids::{Id as _, LedgerEntryId, OrgId},
};
use jiff::Timestamp;

use super::notices;
use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::RowReader, sql},
};

const ACCOUNTS: &str = "credit_accounts";

/// Returns an account, and what must be done before it is correct for the period of `at`.
pub(super) async fn read_account(
    connection: &mut Connection,
    org: OrgId,
    at: Timestamp,
) -> StoreResult<Option<(CreditAccount, CreditsDue)>> {
    let row = sql("SELECT organizations.id AS org_id, plan, balance, reserved, used, granted, period_start_ms \
         FROM organizations LEFT JOIN credit_accounts ON credit_accounts.org_id = organizations.id \
         WHERE organizations.id = $1 AND organizations.is_removed = 0")
    .bind(org)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, ACCOUNTS, "org_id");
    let plan: Plan = row.parsed("plan")?;
    let number = |column| StoreResult::Ok(row.optional_integer(column)?.unwrap_or(0));
    let stored = StoredAccount {
        balance: number("balance")?,
        reserved: number("reserved")?,
        used: number("used")?,
        granted: number("granted")?,
        period: row.optional_time("period_start_ms")?.map(CreditPeriod::of),
    };
    Ok(Some(stored.at(org, plan, at)))
}

/// Returns the account in the period of `at`, after everything due is done.
pub(in crate::metadata) async fn current(
    change: &mut Change,
    org: OrgId,
    at: Timestamp,
) -> StoreResult<Option<CreditAccount>> {
    let Some((account, due)) = read_account(change.connection(), org, at).await? else {
        return Ok(None);
    };
    if due.is_empty() {
        return Ok(Some(account));
    }
    let reference = account.period.reference();
    sql("INSERT INTO credit_accounts (org_id, balance, reserved, used, granted, period_start_ms) \
         VALUES ($1, 0, 0, $2, $3, $4) ON CONFLICT (org_id) DO UPDATE \
         SET used = excluded.used, granted = excluded.granted, period_start_ms = excluded.period_start_ms")
    .bind(org)
    .bind(account.used_this_period)
    .bind(due.granted)
    .bind(account.period.start())
    .execute(change.connection())
    .await?;
    for (kind, amount, reason) in due.lines() {
        Line { org, kind, amount, reason, reference: &reference, at }.add(change).await?;
    }
    let account = read_account(change.connection(), org, at).await?.map(|(account, _)| account);
    if let Some(account) = &account {
        notices::forget(change, account).await?;
    }
    Ok(account)
}

/// Removes the unused credits of an earlier period.
pub(super) async fn expire(change: &mut Change, account: &CreditAccount, left: i64, at: Timestamp) -> StoreResult<()> {
    let (kind, reason) = (LedgerEntryType::Adjustment, EXPIRY_REASON);
    Line { org: account.org_id, kind, amount: -left, reason, reference: &account.period.reference(), at }
        .add(change)
        .await
}

/// An entry to be added to the ledger.
pub(super) struct Line<'a> {
    pub(super) org: OrgId,
    pub(super) kind: LedgerEntryType,
    pub(super) amount: i64,
    pub(super) reason: &'a str,
    pub(super) reference: &'a LedgerReference,
    pub(super) at: Timestamp,
}

impl Line<'_> {
    /// Changes the balance and adds the entry to the ledger. The account must exist.
    pub(super) async fn add(self, change: &mut Change) -> StoreResult<()> {
        let used = match self.kind {
            LedgerEntryType::Debit | LedgerEntryType::Refund => -self.amount,
            LedgerEntryType::Grant | LedgerEntryType::Adjustment => 0,
        };
        let id = LedgerEntryId::new(self.at, &mut rand::rng());
        let site = site_of(change.connection(), self.org, self.reference).await?;
        let balance: i64 = sql(
            "UPDATE credit_accounts SET balance = balance + $1, used = used + $2 WHERE org_id = $3 RETURNING balance",
        )
        .bind(self.amount)
        .bind(used)
        .bind(self.org)
        .value(change.connection())
        .await?;
        sql(
            "INSERT INTO credit_ledger (id, org_id, place, kind, amount, balance_after, reason, reference_type, \
             reference_id, site_id, created_ms) \
             SELECT $1, $2, COALESCE(MAX(place), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10 FROM credit_ledger WHERE org_id = $2",
        )
        .bind(id)
        .bind(self.org)
        .bind(self.kind.as_str())
        .bind(self.amount)
        .bind(balance)
        .bind(self.reason)
        .bind(&self.reference.kind)
        .bind(&self.reference.id)
        .bind(site)
        .bind(self.at)
        .execute(change.connection())
        .await
        .map(|_| ())
    }
}

/// The site of a job: from the job or, after the job is deleted, from an earlier ledger entry about it.
async fn site_of(connection: &mut Connection, org: OrgId, reference: &LedgerReference) -> StoreResult<Option<String>> {
    let row = sql("SELECT id, site_id FROM jobs WHERE id = $2 AND org_id = $1 AND $3 = 'job' \
         UNION ALL SELECT id, site_id FROM credit_ledger WHERE org_id = $1 AND reference_type = $3 AND reference_id = $2 \
         LIMIT 1")
    .bind(org)
    .bind(&reference.id)
    .bind(&reference.kind)
    .fetch_optional(connection)
    .await?;
    row.map_or(Ok(None), |row| RowReader::new(&row, "credit_ledger", "id").optional_text("site_id"))
}
