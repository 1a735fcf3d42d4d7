//! Credits. Balance, reservations and ledger change together, in the scope of their organization, so that two jobs can
//! never spend the same credit. A period begins when the account is first used in it.

pub(super) mod account;
mod in_change;
mod notices;
pub(super) mod reservations;

use askline_app::ports::{StoreResult, credits::CreditStore};
use askline_domain::{
    organizations::ledger::{CreditAccount, LedgerEntry, LedgerEntryType, LedgerReference},
    shared::{
        ids::{OrgId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::account::{current, read_account};
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
