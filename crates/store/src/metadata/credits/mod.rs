//! Credits. Balance, reservations and ledger change together, in the scope of their organization, so that two jobs can
//! never spend the same credit. A period begins when the account is first used in it.

pub(super) mod account;
mod notices;
mod reservations;

use askline_app::ports::{
    StoreResult,
    credits::{CreditReservation, CreditStore},
};
use askline_domain::{
    audit::AuditDraft,
    organizations::ledger::{CreditAccount, LedgerEntry, LedgerEntryType, LedgerReference},
    shared::{
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::{
    account::{Line, current, read_account},
    reservations::{reserve, settle},
};
use super::{MetadataStore, changes::scope::Scope, values::among};
use crate::sql::{
    Row,
    rows::{RowReader, json_text},
    sql,
};

const LEDGER: &str = "credit_ledger";

#[async_trait]
impl CreditStore for MetadataStore {
    async fn credits(&self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>> {
        let mut reading = self.inner.read.acquire().await?;
        let Some((account, due)) = read_account(&mut reading, org, at).await? else { return Ok(None) };
        drop(reading);
        if due.is_empty() {
            return Ok(Some(account));
        }
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let account = current(&mut change, org, at).await?;
        change.commit_without_notice().await?;
        Ok(account)
    }

    async fn ledger(
        &self,
        org: OrgId,
        among: Option<&[SiteId]>,
        kind: Option<LedgerEntryType>,
        page: PageRequest,
    ) -> StoreResult<Page<LedgerEntry>> {
        let before = page.before.and_then(|place| i64::try_from(place).ok()).unwrap_or(i64::MAX);
        // An entry about a job whose site is unknown is hidden from members who see only some sites.
        // Two texts, because a condition that may be absent uses no index.
        macro_rules! entries {
            ($of_kind:literal) => {
                among!(
                    concat!(
                        "SELECT * FROM credit_ledger WHERE org_id = $1 AND place < $2 AND ",
                        $of_kind,
                        " AND ($4 IS NULL OR reference_type <> 'job' OR site_id IN"
                    ),
                    "$4",
                    ") ORDER BY place DESC LIMIT $5"
                )
            };
        }
        sql(if kind.is_some() { entries!("kind = $3") } else { entries!("CAST($3 AS TEXT) IS NULL") })
            .bind(org)
            .bind(before)
            .bind(kind.map(LedgerEntryType::as_str))
            .bind(among.map(json_text).transpose()?)
            .page(&self.inner.read, page, read_entry)
            .await
    }

    async fn reserve_credits(
        &self,
        org: OrgId,
        reference: &LedgerReference,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        let mut change = self.begin([Scope::Organization(org)]).await?;
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
        let mut change = self.begin([Scope::Organization(org)]).await?;
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
        let mut change = self.begin([Scope::Organization(org)]).await?;
        if current(&mut change, org, at).await?.is_none() {
            return Ok(0);
        }
        let taken: i64 = sql("SELECT CAST(COALESCE(-SUM(amount), 0) AS BIGINT) FROM credit_ledger \
             WHERE org_id = $1 AND reference_type = $2 AND reference_id = $3 AND kind IN ('debit', 'refund')")
        .bind(org)
        .bind(&reference.kind)
        .bind(&reference.id)
        .value(change.connection())
        .await?;
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
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let Some(account) = current(&mut change, org, at).await? else { return Ok(None) };
        if amount.saturating_neg() > account.available() {
            return Ok(None);
        }
        let reference = LedgerReference { kind: "audit".into(), id: audit.id.to_string() };
        let line = Line { org, kind: LedgerEntryType::Adjustment, amount, reason, reference: &reference, at };
        line.add(&mut change).await?;
        change.append_audit(audit).await?;
        let account = current(&mut change, org, at).await?;
        if let Some(account) = &account {
            match account.shortage() {
                _ if amount > 0 => notices::forget(&mut change, account).await?,
                Some(shortage) if amount < 0 => notices::tell(&mut change, account, shortage, at).await?,
                _ => {}
            }
        }
        change.commit_without_notice().await?;
        Ok(account)
    }
}

fn read_entry(row: &Row) -> StoreResult<LedgerEntry> {
    let row = RowReader::new(row, LEDGER, "id");
    let integer = |column| row.optional_integer(column)?.ok_or_else(|| row.corrupt(column));
    Ok(LedgerEntry {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        sequence: row.number("place")?,
        kind: row.parsed("kind")?,
        amount: integer("amount")?,
        balance_after: integer("balance_after")?,
        reason: row.text("reason")?,
        reference: LedgerReference { kind: row.text("reference_type")?, id: row.text("reference_id")? },
        created_at: row.time("created_ms")?,
    })
}
