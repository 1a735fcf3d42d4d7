//! Reports that credits run low, once for each shortage.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::ledger::{CreditAccount, CreditShortage},
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;

use crate::{metadata::changes::change::Change, sql::sql};

/// Sends an event about a shortage, unless the last event reported the same shortage or a worse one.
pub(super) async fn tell(
    change: &mut Change,
    account: &CreditAccount,
    shortage: CreditShortage,
    at: Timestamp,
) -> StoreResult<()> {
    let (word, name) = match shortage {
        CreditShortage::Low => ("low", EventName::CreditsLow),
        CreditShortage::Exhausted => ("exhausted", EventName::CreditsExhausted),
    };
    let told = sql("UPDATE credit_accounts SET told = $1 WHERE org_id = $2 \
         AND (told IS NULL OR (told = 'low' AND $1 = 'exhausted'))")
    .bind(word)
    .bind(account.org_id)
    .execute(change.connection())
    .await?;
    if told > 0 {
        change.raise_event(&Event::of_credits(name, account, at)).await?;
    }
    Ok(())
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
