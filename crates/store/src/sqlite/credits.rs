//! Credits. Balance, reservations and ledger change together, on the one write connection: no two works can spend the
//! same credit. Periods begin when the account is first asked in them.

use askline_domain::{
    audit::AuditDraft,
    id::{Id as _, LedgerEntryId, OrgId},
    ledger::{CreditAccount, CreditPeriod, LedgerEntry, LedgerEntryType, LedgerReference},
    page::{Page, PageRequest},
    plan::Plan,
    ports::{CreditReservation, CreditStore, StoreResult},
};
use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{SqliteConnection, sqlite::SqliteRow};

use super::{
    MetadataStore,
    rows::{RowReader, milliseconds, page_rows, store_error},
    transaction::Change,
};

const ACCOUNTS: &str = "credit_accounts";
const LEDGER: &str = "credit_ledger";

#[async_trait]
impl CreditStore for MetadataStore {
    async fn credits(&self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>> {
        let mut reading = self.inner.read.acquire().await.map_err(store_error)?;
        let Some(found) = read_account(&mut reading, org, at).await? else { return Ok(None) };
        drop(reading);
        if found.is_due.is_empty() {
            return Ok(Some(found.account));
        }
        let mut change = self.begin().await?;
        let account = current(&mut change, org, at).await?;
        change.commit_without_notice().await?;
        Ok(account)
    }

    async fn ledger(
        &self,
        org: OrgId,
        kind: Option<LedgerEntryType>,
        page: PageRequest,
    ) -> StoreResult<Page<LedgerEntry>> {
        let before = page.before.and_then(|place| i64::try_from(place).ok()).unwrap_or(i64::MAX);
        let rows = sqlx::query(
            "SELECT * FROM credit_ledger WHERE org_id = $1 AND place < $2 AND ($3 IS NULL OR kind = $3) \
             ORDER BY place DESC LIMIT $4",
        )
        .bind(org.to_string())
        .bind(before)
        .bind(kind.map(LedgerEntryType::as_str))
        .bind(page_rows(page))
        .fetch_all(&self.inner.read)
        .await
        .map_err(store_error)?;
        let entries = rows.iter().map(read_entry).collect::<StoreResult<_>>()?;
        Ok(Page::cut(entries, page.limit))
    }

    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        let mut change = self.begin().await?;
        let outcome = reserve(&mut change, org, reference, amount, at).await?;
        change.commit_without_notice().await?;
        Ok(outcome)
    }

    async fn settle_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let mut change = self.begin().await?;
        let is_settled = settle(&mut change, org, reference, used, reason, at).await?;
        change.commit_without_notice().await?;
        Ok(is_settled)
    }

    async fn refund_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<i64> {
        let mut change = self.begin().await?;
        if current(&mut change, org, at).await?.is_none() {
            return Ok(0);
        }
        let taken: i64 = sqlx::query_scalar(
            "SELECT COALESCE(-SUM(amount), 0) FROM credit_ledger \
             WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3 AND kind IN ('debit', 'refund')",
        )
        .bind(org.to_string())
        .bind(&reference.kind)
        .bind(&reference.id)
        .fetch_one(change.connection())
        .await
        .map_err(store_error)?;
        if taken > 0 {
            Line { org, kind: LedgerEntryType::Refund, amount: taken, reason, reference, at }.add(&mut change).await?;
            change.commit_without_notice().await?;
        }
        Ok(taken)
    }

    async fn adjust_credits(
        &self,
        org: OrgId,
        amount: i64,
        reason: &str,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<CreditAccount>> {
        let mut change = self.begin().await?;
        let Some(account) = current(&mut change, org, at).await? else { return Ok(None) };
        if amount.saturating_neg() > account.available() {
            return Ok(None);
        }
        let reference = LedgerReference { kind: "audit".into(), id: audit.id.to_string() };
        let line = Line { org, kind: LedgerEntryType::Adjustment, amount, reason, reference: &reference, at };
        line.add(&mut change).await?;
        change.append_audit(audit).await?;
        let account = current(&mut change, org, at).await?;
        change.commit_without_notice().await?;
        Ok(account)
    }
}

/// Keeps credits for a work.
async fn reserve(
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
    sqlx::query(
        "INSERT INTO credit_reservations (org_id, reference_type, reference_id, amount, created_ms) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(org.to_string())
    .bind(&reference.kind)
    .bind(&reference.id)
    .bind(i64::from(amount))
    .bind(milliseconds(at))
    .execute(change.connection())
    .await
    .map_err(store_error)?;
    add_to_reserved(change, org, i64::from(amount)).await?;
    Ok(CreditReservation::Reserved)
}

/// Ends a reservation, once.
async fn settle(
    change: &mut Change,
    org: OrgId,
    reference: &LedgerReference,
    used: u32,
    reason: &str,
    at: Timestamp,
) -> StoreResult<bool> {
    let Some(reserved) = reserved_for(change.connection(), org, reference).await? else { return Ok(false) };
    // Freed before the period turns, else what is paid now would expire first and be missing.
    sqlx::query("DELETE FROM credit_reservations WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3")
        .bind(org.to_string())
        .bind(&reference.kind)
        .bind(&reference.id)
        .execute(change.connection())
        .await
        .map_err(store_error)?;
    current(change, org, at).await?;
    add_to_reserved(change, org, -reserved).await?;
    let paid = i64::from(used).min(reserved);
    if paid > 0 {
        Line { org, kind: LedgerEntryType::Debit, amount: -paid, reason, reference, at }.add(change).await?;
    }
    Ok(true)
}

async fn reserved_for(
    connection: &mut SqliteConnection,
    org: OrgId,
    reference: &LedgerReference,
) -> StoreResult<Option<i64>> {
    sqlx::query_scalar(
        "SELECT amount FROM credit_reservations WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3",
    )
    .bind(org.to_string())
    .bind(&reference.kind)
    .bind(&reference.id)
    .fetch_optional(connection)
    .await
    .map_err(store_error)
}

async fn add_to_reserved(change: &mut Change, org: OrgId, amount: i64) -> StoreResult<()> {
    sqlx::query("UPDATE credit_accounts SET reserved = reserved + $1 WHERE org_id = $2")
        .bind(amount)
        .bind(org.to_string())
        .execute(change.connection())
        .await
        .map(|_| ())
        .map_err(store_error)
}

/// An account, and what the period of the question asks to be done before it is right.
struct FoundAccount {
    account: CreditAccount,
    is_due: Due,
}

#[derive(Default)]
struct Due {
    /// The account was never asked for.
    is_new: bool,
    /// A new period has begun.
    has_turned: bool,
    /// What the plan grants beyond what it has granted in this period.
    grant: i64,
}

impl Due {
    const fn is_empty(&self) -> bool {
        !self.is_new && !self.has_turned && self.grant == 0
    }
}

async fn read_account(
    connection: &mut SqliteConnection,
    org: OrgId,
    at: Timestamp,
) -> StoreResult<Option<FoundAccount>> {
    let row = sqlx::query(
        "SELECT organizations.id AS org_id, plan, balance, reserved, used, granted, period_start_ms \
         FROM organizations LEFT JOIN credit_accounts ON credit_accounts.org_id = organizations.id \
         WHERE organizations.id = $1",
    )
    .bind(org.to_string())
    .fetch_optional(connection)
    .await
    .map_err(store_error)?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, ACCOUNTS, "org_id");
    let plan: Plan = row.parsed("plan")?;
    let monthly_allowance = i64::from(plan.limits().credits_per_month);
    let asked = CreditPeriod::of(at);
    let stored = row.optional_time("period_start_ms")?.map(CreditPeriod::of);
    // A clock that was set back leaves the account in the later period.
    let period = stored.map_or(asked, |stored| stored.max(asked));
    let has_turned = stored.is_some_and(|stored| period > stored);
    let number = |column| Ok(row.optional_integer(column)?.unwrap_or(0));
    let granted = if has_turned { 0 } else { number("granted")? };
    Ok(Some(FoundAccount {
        account: CreditAccount {
            org_id: org,
            balance: number("balance")?,
            reserved: number("reserved")?,
            monthly_allowance,
            used_this_period: if has_turned { 0 } else { number("used")? },
            period,
        },
        is_due: Due { is_new: stored.is_none(), has_turned, grant: (monthly_allowance - granted).max(0) },
    }))
}

/// The account in the period of `at`: what is due is done first.
async fn current(change: &mut Change, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>> {
    let Some(FoundAccount { account, is_due }) = read_account(change.connection(), org, at).await? else {
        return Ok(None);
    };
    if is_due.is_empty() {
        return Ok(Some(account));
    }
    let reference = account.period.reference();
    let line = |kind, amount, reason| Line { org, kind, amount, reason, reference: &reference, at };
    if is_due.is_new {
        sqlx::query(
            "INSERT INTO credit_accounts (org_id, balance, reserved, used, granted, period_start_ms) \
             VALUES ($1, 0, 0, 0, 0, $2)",
        )
        .bind(org.to_string())
        .bind(milliseconds(account.period.start()))
        .execute(change.connection())
        .await
        .map_err(store_error)?;
    }
    if is_due.has_turned && account.available() > 0 {
        line(LedgerEntryType::Adjustment, -account.available(), "What was left of the last period expired")
            .add(change)
            .await?;
    }
    if is_due.has_turned {
        sqlx::query("UPDATE credit_accounts SET used = 0, granted = 0, period_start_ms = $1 WHERE org_id = $2")
            .bind(milliseconds(account.period.start()))
            .bind(org.to_string())
            .execute(change.connection())
            .await
            .map_err(store_error)?;
    }
    if is_due.grant > 0 {
        sqlx::query("UPDATE credit_accounts SET granted = granted + $1 WHERE org_id = $2")
            .bind(is_due.grant)
            .bind(org.to_string())
            .execute(change.connection())
            .await
            .map_err(store_error)?;
        line(LedgerEntryType::Grant, is_due.grant, "The plan's credits of this period").add(change).await?;
    }
    Ok(read_account(change.connection(), org, at).await?.map(|found| found.account))
}

/// A line to be added to the ledger.
struct Line<'a> {
    org: OrgId,
    kind: LedgerEntryType,
    amount: i64,
    reason: &'a str,
    reference: &'a LedgerReference,
    at: Timestamp,
}

impl Line<'_> {
    /// Changes the balance and says so in the ledger. The account is there.
    async fn add(self, change: &mut Change) -> StoreResult<()> {
        let used = match self.kind {
            LedgerEntryType::Debit | LedgerEntryType::Refund => -self.amount,
            LedgerEntryType::Grant | LedgerEntryType::Adjustment => 0,
        };
        let id = LedgerEntryId::new(self.at, &mut rand::rng());
        let balance: i64 = sqlx::query_scalar(
            "UPDATE credit_accounts SET balance = balance + $1, used = used + $2 WHERE org_id = $3 RETURNING balance",
        )
        .bind(self.amount)
        .bind(used)
        .bind(self.org.to_string())
        .fetch_one(change.connection())
        .await
        .map_err(store_error)?;
        sqlx::query(
            "INSERT INTO credit_ledger (id, org_id, place, kind, amount, balance_after, reason, reference_type, \
             reference_id, created_ms) \
             SELECT $1, $2, COALESCE(MAX(place), 0) + 1, $3, $4, $5, $6, $7, $8, $9 FROM credit_ledger WHERE org_id = $2",
        )
        .bind(id.to_string())
        .bind(self.org.to_string())
        .bind(self.kind.as_str())
        .bind(self.amount)
        .bind(balance)
        .bind(self.reason)
        .bind(&self.reference.kind)
        .bind(&self.reference.id)
        .bind(milliseconds(self.at))
        .execute(change.connection())
        .await
        .map(|_| ())
        .map_err(store_error)
    }
}

fn read_entry(row: &SqliteRow) -> StoreResult<LedgerEntry> {
    let row = RowReader::new(row, LEDGER, "id");
    let integer = |column| row.optional_integer(column)?.ok_or_else(|| row.corrupt(column));
    Ok(LedgerEntry {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        place: row.number("place")?,
        kind: row.parsed("kind")?,
        amount: integer("amount")?,
        balance_after: integer("balance_after")?,
        reason: row.text("reason")?,
        reference: LedgerReference { kind: row.text("reference_type")?, id: row.text("reference_id")? },
        created_at: row.time("created_ms")?,
    })
}
