//! Notes which shortage of credits was reported.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::ledger::{CreditAccount, CreditShortage},
    shared::ids::OrgId,
};

use crate::{metadata::changes::change::Change, sql::sql};

/// Notes that a shortage is reported; returns false if the last report was about the same shortage or a worse one.
pub(super) async fn note(change: &mut Change, org: OrgId, shortage: CreditShortage) -> StoreResult<bool> {
    let word = match shortage {
        CreditShortage::Low => "low",
        CreditShortage::Exhausted => "exhausted",
    };
    let noted = sql("UPDATE credit_accounts SET told = $1 WHERE org_id = $2 \
         AND (told IS NULL OR (told = 'low' AND $1 = 'exhausted'))")
    .bind(word)
    .bind(org)
    .execute(change.connection())
    .await?;
    Ok(noted > 0)
}

/// Allows the next shortage to be reported: any shortage if there are enough credits now, or only exhaustion if some
/// credits are left. Call it after credits were added.
pub(super) async fn forget(change: &mut Change, account: &CreditAccount) -> StoreResult<()> {
    let still_told = match account.shortage() {
        Some(CreditShortage::Exhausted) => return Ok(()),
        Some(CreditShortage::Low) => Some("low"),
        None => None,
    };
    sql("UPDATE credit_accounts SET told = $1 WHERE org_id = $2 AND told IS NOT NULL AND told IS DISTINCT FROM $1")
        .bind(still_told)
        .bind(account.org_id)
        .execute(change.connection())
        .await
        .map(|_| ())
}
