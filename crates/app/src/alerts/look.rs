//! Looks at the finished day of a site. What was told is stored with the events, so nothing is told twice.

use askline_domain::{
    alerts::{
        day_change::DailyVisits,
        schedule::{Look, NEXT_LOOK_WITHIN},
        state::{AlertState, VISIT_DAYS},
    },
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, visit_source::VisitKind},
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
    sites::Site,
    webhooks::message::Event,
};
use jiff::Timestamp;

use super::refusals::{self, Refusals};
use crate::{
    ports::{
        StoreError, StoreResult, again::again_if_rolled_back, all::Ports, analytics::CountsQuestion, change::Scope,
    },
    sites::missing_views,
};

/// Looks at the sites that are due at `now`, at most `most` of them; returns how many. One that fails stops no other; the first
/// failure is returned after all. After a pause of the service only the latest finished day is looked at. If the clock was set back,
/// so that a look is further off than any is planned, the site is looked at now.
pub async fn look_at_due_sites(ports: &Ports, now: Timestamp, most: u32) -> StoreResult<u64> {
    let (mut count, mut failure) = (0, None);
    for site in ports.alerts.sites_to_look_at(now, now + NEXT_LOOK_WITHIN, most).await? {
        count += 1;
        if let Err(error) = again_if_rolled_back(|| look_at(ports, site, now)).await {
            failure = failure.or(Some(error));
        }
    }
    failure.map_or(Ok(count), Err)
}

/// What was read about a site for a day.
struct Seen {
    look: Look,
    visits: DailyVisits,
    refusals: Refusals,
    missing_since: Option<Day>,
}

async fn look_at(ports: &Ports, id: SiteId, now: Timestamp) -> StoreResult<()> {
    // Deleted in the meantime.
    let Some((site, config)) = ports.sites.site(id).await? else { return Ok(()) };
    let zone = site.time_zone().map_err(StoreError::from)?;
    let look = Look::at(now, &zone);
    let missing = missing_views::read((&*ports.sites, &*ports.analytics), (&site, &zone, &config.config), now).await?;
    let seen = Seen {
        look,
        visits: visits(ports, id, look.day).await?,
        refusals: refusals::read(ports, id, look.day).await?,
        missing_since: missing.map(|missing| missing.since),
    };

    let mut change = ports.alerts.begin(&[Scope::Organization(site.org_id)]).await?;
    let Some(mut state) = change.alert_state(id).await? else { return Ok(()) };
    for event in news(&mut state, &site, seen, now) {
        change.raise(&event).await?;
    }
    change.put_alert_state(id, &state, look.next_at).await?;
    change.commit_without_notice().await
}

/// The events that a day leads to. None if the day was looked at before.
fn news(state: &mut AlertState, site: &Site, seen: Seen, now: Timestamp) -> Vec<Event> {
    let day = seen.look.day;
    if !state.advance(day) {
        return Vec::new();
    }
    let mut events = Vec::new();
    events.extend(state.visits(day, &seen.visits).map(|change| Event::of_referrals(site, &change, now)));
    let told = state.refused(day, &seen.refusals.refused, &seen.refusals.answered);
    for (key, refusal) in seen.refusals.about {
        if told.contains(&key) {
            events.push(Event::of_refusal(site, refusal, now));
        }
    }
    if state.missing_views(seen.missing_since) {
        events.extend(seen.missing_since.map(|since| Event::of_missing_views(site, since, now)));
    }
    events
}

/// The visits that assistants sent, by day.
async fn visits(ports: &Ports, site: SiteId, day: Day) -> StoreResult<DailyVisits> {
    let window = Window { from: Day(day.0 - VISIT_DAYS), to: day };
    let from_assistants = Some(VisitKind::AiAssistant.as_str());
    let question = CountsQuestion { label: from_assistants, ..CountsQuestion::by_day(CounterKind::Visit, window) };
    let counts = ports.analytics.counts(site, &AnalyticsFilter::default(), vec![question]).await?;
    let mut visits = DailyVisits::new();
    for value in counts.iter().flat_map(|counts| &counts.by_slot) {
        *visits.entry(value.slot.day).or_default() += value.value;
    }
    Ok(visits)
}
