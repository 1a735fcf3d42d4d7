//! Reports that credits run low, once each time they do.

use askline_app::ports::StoreResult;
use askline_domain::{
    organizations::ledger::CreditAccount,
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;

use crate::{metadata::changes::change::Change, sql::sql};

/// How little is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shortage {
    /// Little, or too little for what was asked.
    Low,
    /// Nothing, including reserved credits.
    Exhausted,
}

impl Shortage {
    /// The shortage of an account, if there is one.
    pub(super) const fn of(account: &CreditAccount) -> Option<Self> {
        match account {
            account if account.is_exhausted() => Some(Self::Exhausted),
            account if account.is_low() => Some(Self::Low),
            _ => None,
        }
    }
}

/// Sends an event about a shortage, unless the last event reported the same shortage or a worse one.
pub(super) async fn tell(
    change: &mut Change,
    account: &CreditAccount,
    shortage: Shortage,
    at: Timestamp,
) -> StoreResult<()> {
    let (word, name) = match shortage {
        Shortage::Low => ("low", EventName::CreditsLow),
        Shortage::Exhausted => ("exhausted", EventName::CreditsExhausted),
    };
    let told = sql("UPDATE credit_accounts SET told = $1 WHERE org_id = $2 \
         AND (told IS NULL OR (told = 'low' AND $1 = 'exhausted'))")
    .bind(word)
    .bind(account.org_id.to_string())
    .execute(change.connection())
    .await?;
    if told > 0 {
        change.raise_event(&Event::of_credits(name, account, at)).await?;
    }
    Ok(())
}

/// Lets the next shortage be reported: any shortage if credits suffice now, and the end of all credits if some are
/// left. Call it when credits were added.
pub(super) async fn forget(change: &mut Change, account: &CreditAccount) -> StoreResult<()> {
    let still_told = match Shortage::of(account) {
        Some(Shortage::Exhausted) => return Ok(()),
        Some(Shortage::Low) => Some("low"),
        None => None,
    };
    sql("UPDATE credit_accounts SET told = $1 WHERE org_id = $2 AND told IS NOT NULL AND told IS DISTINCT FROM $1")
        .bind(still_told)
        .bind(account.org_id.to_string())
        .execute(change.connection())
        .await
        .map(|_| ())
}
