//! Reads whether a site's views stopped while its widget is still loaded.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::CounterKind,
    shared::calendar::{Day, Window},
    sites::Site,
    widget::{
        config::WidgetConfig,
        missing_views::{ACTIVITY_DAYS, DaysOfSite, MissingViews, missing_views},
    },
};
use jiff::{Timestamp, tz::TimeZone};

use crate::ports::{
    StoreResult,
    analytics::{AnalyticsStore, Counts, CountsQuestion},
    sites::SiteStore,
};

/// What readers' events count as; a view comes first.
const OF_READERS: [CounterKind; 6] = {
    use CounterKind::{AiClick, Copy, ItemClick, QuestionClick, SocialClick, View};
    [View, AiClick, QuestionClick, SocialClick, Copy, ItemClick]
};

/// Reads it as of `now`; `None` if nothing is missing.
pub async fn read(
    (sites, analytics): (&dyn SiteStore, &dyn AnalyticsStore),
    (site, zone, config): (&Site, &TimeZone, &WidgetConfig),
    now: Timestamp,
) -> StoreResult<Option<MissingViews>> {
    let today = Day::of(now, zone);
    let requests = sites.config_requests(site.id).await?;
    // Most sites have no such gap, and need no counter for that.
    let finished: i64 = requests.range(..today).map(|(_, count)| count).sum();
    if finished < askline_domain::widget::missing_views::MIN_REQUESTS {
        return Ok(None);
    }
    let window = Window::last_days(ACTIVITY_DAYS, today);
    let questions = OF_READERS.map(|kind| CountsQuestion::by_day(kind, window)).into();
    let counts = analytics.counts(site.id, &AnalyticsFilter::default(), questions).await?;
    let by_day = |counts: &[Counts]| {
        let mut days: BTreeMap<Day, i64> = BTreeMap::new();
        for value in counts.iter().flat_map(|counts| &counts.by_slot) {
            *days.entry(value.slot.day).or_default() += value.value;
        }
        days
    };
    let views = by_day(counts.get(..1).unwrap_or_default());
    let days = DaysOfSite { requests, views, events: by_day(&counts) };
    Ok(missing_views(config, &days, today))
}
