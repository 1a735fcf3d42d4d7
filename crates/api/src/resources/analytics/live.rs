//! `GET /analytics/:siteId/live`: the last half hour of a site, minute by minute. Never cached.

use std::collections::HashMap;

use askline_app::{
    ports::analytics::{RECENT_MINUTES, Recent, RecentMinute},
    present_fields::every_field_present,
    reports::question::ReportedSite,
};
use askline_domain::{
    events::{Action, Event, EventType, visit_source::VisitKind},
    pages::identity::PageAddresses,
    shared::rfc3339::Moment,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::handling::{ApiError, Call, Input, Reply, SiteAccess};

/// The maximum number of events that are shown.
const NEWEST_SHOWN: usize = 20;
/// The maximum number of pages, and of assistants, that are shown.
const ROWS_SHOWN: usize = 9;

/// The last half hour.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Live", transform = every_field_present)]
pub struct LiveReport {
    /// When this was read.
    pub as_of: Moment,
    /// When the last event was received, including crawlers, however long ago; null if no raw event is stored.
    pub last_event_at: Option<Moment>,
    /// Sums of these thirty minutes.
    pub totals: LiveTotals,
    /// Thirty rows, oldest first; the last is the current minute.
    pub series: Vec<MinuteRow>,
    /// The latest events of people, newest first: at most twenty.
    pub newest: Vec<LiveEvent>,
    /// What browsers did that a program drives. It counts nowhere else in this answer.
    pub automated: LiveAutomated,
    /// The pages of the latest 500 events, the one with the latest event first: at most nine.
    pub pages: Vec<LivePage>,
    /// The assistants of the latest 500 events, the one with the latest event first: at most nine.
    pub assistants: Vec<LiveAssistant>,
}

/// Sums of half an hour, or of a minute.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveTotals {
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Page views.
    pub views: i64,
}

/// A minute.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MinuteRow {
    /// When it began.
    pub minute: Moment,
    /// The sums of this minute.
    #[serde(flatten)]
    pub sums: LiveTotals,
}

/// Events of browsers that a program drives, such as a test, in the last half hour.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveAutomated {
    /// The number of these events among the latest 500 of any sender.
    pub automated_hits: usize,
    /// The latest of them, newest first: at most twenty.
    pub newest: Vec<LiveEvent>,
}

/// An event of a reader, or of an automated browser. It never contains what a reader typed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct LiveEvent {
    /// When it was received.
    pub at: Moment,
    /// The type of the event.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// The page's path in its latest spelling.
    pub path: String,
    /// The page's address as a link needs it: the site's domain and `path`.
    pub url: Option<String>,
    /// The page's title.
    pub title: Option<String>,
    /// The assistant that was asked, or that sent the reader.
    pub platform: Option<String>,
    /// The network on which the reader shared the page.
    pub network: Option<String>,
    /// The current label of the own item that was clicked; null for other events, and if the item was removed.
    pub item: Option<String>,
    /// The source of a visit; null within the site, and for events other than views.
    pub referrer: Option<String>,
}

/// A page of the last half hour.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct LivePage {
    /// Its path in its latest spelling.
    pub path: String,
    /// Its address as a link needs it: the site's domain and `path`.
    pub url: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// When its latest event was received.
    pub last_event_at: Moment,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Page views.
    pub views: i64,
}

/// An assistant of the last half hour.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveAssistant {
    /// Its id.
    pub platform: String,
    /// When its latest event was received.
    pub last_event_at: Moment,
    /// Clicks on an assistant's button or on a question: AI clicks and question clicks together.
    pub asks: i64,
    /// Visits that it sent.
    pub visits: i64,
}

/// `GET /analytics/:siteId/live`
pub async fn show_live_activity(call: Call<SiteAccess>, _: Input) -> Result<Reply<LiveReport>, ApiError> {
    let now = call.request.at;
    let site = call.tenant.site.reported();
    let recent = call.app.ports().analytics.recent(site.site.id, now).await?;
    let addresses = PageAddresses::new(&site.site.domain, &site.site.pages);
    Ok(Reply::new(LiveReport::of(recent, site, &addresses, now)))
}

impl LiveReport {
    fn of(recent: Recent, site: ReportedSite<'_>, addresses: &PageAddresses, now: Timestamp) -> Self {
        let series = minutes(&recent.minutes, now);
        let totals = series.iter().fold(LiveTotals::default(), |sum, row| LiveTotals {
            asks: sum.asks + row.sums.asks,
            ai_referrals: sum.ai_referrals + row.sums.ai_referrals,
            views: sum.views + row.sums.views,
        });
        Self {
            as_of: Moment(now),
            last_event_at: recent.last_event_at.map(Moment),
            totals,
            series,
            pages: pages(&recent.newest, addresses),
            assistants: assistants(&recent.newest),
            newest: newest(recent.newest, site, addresses),
            automated: LiveAutomated {
                automated_hits: recent.automated.len(),
                newest: newest(recent.automated, site, addresses),
            },
        }
    }
}

fn newest(events: Vec<Event>, site: ReportedSite<'_>, addresses: &PageAddresses) -> Vec<LiveEvent> {
    events.into_iter().take(NEWEST_SHOWN).map(|event| LiveEvent::of(event, site, addresses)).collect()
}

fn minutes(known: &[RecentMinute], now: Timestamp) -> Vec<MinuteRow> {
    let last = now.as_second().div_euclid(60);
    let row = |minute: i64| {
        let sums = known.iter().find(|row| row.minute == minute).copied().unwrap_or_default();
        let begins = Timestamp::from_second(minute * 60).unwrap_or(now);
        let sums = LiveTotals { asks: sums.asks, ai_referrals: sums.ai_referrals, views: sums.views };
        MinuteRow { minute: Moment(begins), sums }
    };
    (last - RECENT_MINUTES + 1..=last).map(row).collect()
}

/// The pages of `events`, which are sorted newest first.
fn pages(events: &[Event], addresses: &PageAddresses) -> Vec<LivePage> {
    let mut places = HashMap::<&str, usize>::new();
    let mut pages: Vec<LivePage> = Vec::new();
    for event in events {
        let place = *places.entry(&event.path).or_insert_with(|| {
            let path = addresses.shown(event.path.clone(), event.spelling.clone());
            let (url, last_event_at) = (addresses.url(&path), Moment(event.at));
            pages.push(LivePage { path, url, title: None, last_event_at, asks: 0, views: 0 });
            pages.len() - 1
        });
        let page = &mut pages[place];
        page.title = page.title.take().or_else(|| event.title.clone());
        match event.action {
            Action::View { .. } => page.views += 1,
            Action::AiClick { .. } | Action::QuestionClick { .. } => page.asks += 1,
            Action::SocialClick { .. } | Action::ItemClick { .. } | Action::Copy => {}
        }
    }
    pages.truncate(ROWS_SHOWN);
    pages
}

/// The assistants of `events`, which are sorted newest first.
fn assistants(events: &[Event]) -> Vec<LiveAssistant> {
    let mut assistants: Vec<LiveAssistant> = Vec::new();
    for event in events {
        let Some(platform) = platform_of(&event.action) else { continue };
        let place = assistants.iter().position(|known| known.platform == platform).unwrap_or_else(|| {
            let (platform, last_event_at) = (platform.to_owned(), Moment(event.at));
            assistants.push(LiveAssistant { platform, last_event_at, asks: 0, visits: 0 });
            assistants.len() - 1
        });
        match event.action {
            Action::View { .. } => assistants[place].visits += 1,
            _ => assistants[place].asks += 1,
        }
    }
    assistants.truncate(ROWS_SHOWN);
    assistants
}

fn platform_of(action: &Action) -> Option<&str> {
    match action {
        Action::AiClick { platform, .. } => Some(platform),
        Action::QuestionClick { platform, .. } => platform.as_deref(),
        Action::View { source: Some(source), .. } if source.kind == VisitKind::AiAssistant => Some(&source.name),
        Action::View { .. } | Action::SocialClick { .. } | Action::ItemClick { .. } | Action::Copy => None,
    }
}

impl LiveEvent {
    fn of(event: Event, site: ReportedSite<'_>, addresses: &PageAddresses) -> Self {
        let platform = platform_of(&event.action).map(str::to_owned);
        let kind = event.action.event_type();
        let item = match &event.action {
            Action::ItemClick { item_id } => site.item_label(&item_id.to_string()),
            _ => None,
        };
        let (network, referrer) = match event.action {
            Action::SocialClick { network } => (Some(network), None),
            Action::View { source, .. } => (None, source.map(|source| source.name)),
            _ => (None, None),
        };
        let path = addresses.shown(event.path, event.spelling);
        let url = addresses.url(&path);
        Self { at: Moment(event.at), kind, path, url, title: event.title, platform, network, item, referrer }
    }
}
