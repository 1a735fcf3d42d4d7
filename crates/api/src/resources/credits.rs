//! Reads credits: the balance and the ledger. Nothing here spends credits.

use askline_domain::{
    organizations::ledger::{CreditAccount, CreditPace, LedgerEntry, LedgerEntryType},
    shared::{
        ids::OrgId,
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT},
        rfc3339::Moment,
    },
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply};

/// An organization's credits.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Credits")]
pub struct CreditsView {
    /// The organization.
    pub org_id: OrgId,
    /// The sum of all transactions.
    pub balance: i64,
    /// Credits that running work may still use.
    pub reserved: i64,
    /// Credits that new work may use: `balance` minus `reserved`.
    pub available: i64,
    /// The credits that the plan grants for each period. Unused ones expire with the period.
    pub monthly_allowance: i64,
    /// The credits that were charged in this period, minus refunds.
    pub used_this_period: i64,
    /// The first moment of this period, a calendar month in UTC.
    pub period_start: Moment,
    /// The first moment of the next period.
    pub period_end: Moment,
    /// How fast credits are spent in this period. Null in its first three days.
    pub pace: Option<PaceView>,
}

/// How fast credits are spent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CreditPace")]
pub struct PaceView {
    /// Credits charged per day of this period so far, minus refunds; rounded to a tenth.
    pub credits_per_day: f64,
    /// When no credits are available at this pace; null if they last to the end of the period.
    pub runs_out_at: Option<Moment>,
}

impl From<CreditPace> for PaceView {
    fn from(pace: CreditPace) -> Self {
        Self {
            credits_per_day: (pace.credits_per_day * 10.0).round() / 10.0,
            runs_out_at: pace.runs_out_at.map(Moment),
        }
    }
}

impl CreditsView {
    fn of(account: CreditAccount, now: Timestamp) -> Self {
        Self {
            org_id: account.org_id,
            balance: account.balance,
            reserved: account.reserved,
            available: account.available(),
            monthly_allowance: account.monthly_allowance,
            used_this_period: account.used_this_period,
            period_start: Moment(account.period.start()),
            period_end: Moment(account.period.end()),
            pace: account.pace(now).map(PaceView::from),
        }
    }
}

/// Filters of the list of transactions.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LedgerQuery {
    /// Only transactions of this type.
    #[serde(rename = "type")]
    pub kind: Option<LedgerEntryType>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// `GET /credits`
pub async fn show_credits(call: Call<OrgAccess>, _: Input) -> Result<Reply<CreditsView>, ApiError> {
    let account = call.app.ports().credits.credits(call.tenant.id, call.request.at).await?;
    let account = account.ok_or_else(|| ApiError::not_found("organization"))?;
    Ok(Reply::new(CreditsView::of(account, call.request.at)))
}

/// `GET /credits/ledger`
pub async fn list_ledger_entries(
    call: Call<OrgAccess>,
    input: Input<Nothing, LedgerQuery>,
) -> Result<Reply<Items<LedgerEntry>>, ApiError> {
    let LedgerQuery { kind, limit, cursor } = input.query;
    let page = PageQuery { limit, cursor }.page()?;
    let credits = &call.app.ports().credits;
    // Adds the grant of a period that has just begun, which belongs in the list.
    credits.credits(call.tenant.id, call.request.at).await?;
    let entries = credits.ledger(call.tenant.id, call.tenant.sites.listed(), kind, page).await?;
    Ok(Reply::page(entries, page.limit, |entry| u128::from(entry.sequence)))
}
