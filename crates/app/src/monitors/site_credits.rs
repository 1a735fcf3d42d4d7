//! A site's own limit of credits: which runs begin, and what is told.

use askline_domain::{
    monitors::run::MonitorRun, organizations::ledger::CreditPeriod, shared::ids::OrgId, webhooks::message::Event,
};

use crate::ports::{StoreResult, change::Change};

/// Why a run cannot begin because of its site's limit; `None` if it can.
pub(super) async fn refusal_of_site(
    change: &mut dyn Change,
    org: OrgId,
    run: &MonitorRun,
) -> StoreResult<Option<String>> {
    let credits = change.site_credits(org, run.site_id, CreditPeriod::of(run.started_at)).await?;
    Ok(credits.and_then(|credits| credits.refusal(run.credits_reserved)))
}

/// Reports once a month that a site has used most of its limit, with the run that begins.
pub(super) async fn tell_site_credits(change: &mut dyn Change, org: OrgId, run: &MonitorRun) -> StoreResult<()> {
    let month = CreditPeriod::of(run.started_at);
    let credits = change.site_credits(org, run.site_id, month).await?;
    let Some(credits) = credits.filter(|credits| credits.is_to_be_told()) else { return Ok(()) };
    let Some(account) = change.credit_account(org, run.started_at).await? else { return Ok(()) };
    let Some(site) = change.mark_credits_told(run.site_id, month).await? else { return Ok(()) };
    change.raise(&Event::of_site_credits(&account, &site, credits, run.started_at)).await
}
