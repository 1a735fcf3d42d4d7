//! A site's own limit of credits: which runs begin, and what is told.

use askline_domain::{
    monitors::run::MonitorRun, organizations::ledger::CreditPeriod, shared::ids::OrgId,
    sites::credit_bound::SiteCredits, webhooks::message::Event,
};

use crate::ports::{StoreResult, change::Change};

/// What a run's site has used of its limit before the run; `None` if it has no limit.
pub(super) async fn site_credits(
    change: &mut dyn Change,
    org: OrgId,
    run: &MonitorRun,
) -> StoreResult<Option<SiteCredits>> {
    change.site_credits(org, run.site_id, CreditPeriod::of(run.started_at)).await
}

/// Reports once a month that a site has used most of its limit, with the run that begins; `before` is what it used before the run.
pub(super) async fn tell_site_credits(
    change: &mut dyn Change,
    org: OrgId,
    run: &MonitorRun,
    before: Option<SiteCredits>,
) -> StoreResult<()> {
    let credits = before.map(|before| before.with(run.credits_reserved));
    let Some(credits) = credits.filter(SiteCredits::is_to_be_told) else { return Ok(()) };
    let Some(account) = change.credit_account(org, run.started_at).await? else { return Ok(()) };
    let month = CreditPeriod::of(run.started_at);
    let Some(site) = change.mark_credits_told(run.site_id, month).await? else { return Ok(()) };
    change.raise(&Event::of_site_credits(&account, &site, credits, run.started_at)).await
}
