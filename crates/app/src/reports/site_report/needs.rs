//! What needs attention: the widget, crawlers that the server refuses, credits.

use askline_domain::{
    board::attention::{AttentionCode, with_counts},
    logs::{classify::StatusClass, evidence::Evidence},
    reports::{
        digest::NeedCode,
        news::{News, NewsCode},
    },
    shared::{
        calendar::{Day, Window, date_of},
        rfc3339::Moment,
    },
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{StoreResult, all::Ports, logs::crawler_reads::CrawlerDay},
    present_fields::every_field_present,
    reports::{
        board::attention::SiteStates,
        question::ReportedSite,
        reads::{CrawlerReads, refused_crawlers},
    },
};

/// Something that needs attention.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present, rename = "ReportNeed")]
pub struct Need {
    /// What it is.
    pub code: NeedCode,
    /// Since when: a time, or the first day on which a crawler was refused. Null if unknown, and for credits.
    pub since: Option<String>,
    /// The crawler's name; null for any other code.
    pub crawler: Option<String>,
    /// How many requests of the crawler the server refused (401, 403, 429, 451) in the period; null for any other code.
    pub refused: Option<u64>,
}

impl Need {
    /// The news about it, if there is some: a refusal that began before the window is no news.
    pub(super) fn news(&self, window: Window) -> Option<News> {
        match self.code {
            NeedCode::InstallError | NeedCode::Stale => Some(News::plain(NewsCode::WidgetMissing, None)),
            NeedCode::CrawlerRefused => {
                let since: Option<Day> = self.since.as_deref().and_then(date_of);
                let is_new = since.is_some_and(|day| day >= window.from);
                is_new.then(|| News::plain(NewsCode::CrawlerRefused, self.crawler.clone()))
            }
            NeedCode::NotInstalled | NeedCode::CreditsLow => None,
        }
    }
}

/// Reads what needs attention. The state of widget and credits is as of `now`, so it is only in the report of the latest period.
/// What crawlers were refused is that of the window.
pub(super) async fn read(
    ports: &Ports,
    site: ReportedSite<'_>,
    window: Window,
    is_latest: bool,
    views: i64,
    now: Timestamp,
) -> StoreResult<Vec<Need>> {
    let plain = |code, since: Option<Timestamp>| Need {
        code,
        since: since.map(|at| Moment(at).to_string()),
        crawler: None,
        refused: None,
    };
    let mut needs = Vec::new();
    if is_latest {
        let (org, sites) = (site.site.org_id, std::slice::from_ref(site.site));
        let attention = SiteStates::read(ports, org, sites, now).await?.of(site.site);
        let attention = if views > 0 { with_counts(attention) } else { attention };
        needs.extend(attention.into_iter().filter_map(|one| match one.code {
            AttentionCode::InstallError => Some(plain(NeedCode::InstallError, one.since)),
            AttentionCode::Stale => Some(plain(NeedCode::Stale, one.since)),
            AttentionCode::NotInstalled => Some(plain(NeedCode::NotInstalled, one.since)),
            AttentionCode::CreditsLow => Some(plain(NeedCode::CreditsLow, None)),
            // The report lists the changes of citation rates themselves.
            AttentionCode::CitationLost => None,
        }));
    }
    needs.extend(crawlers(ports, site, window).await?);
    needs.sort_by_key(|need| need.code);
    Ok(needs)
}

/// The crawlers that read for an index or for a person and that were refused up to their last request in the window. The window
/// before shows since when.
async fn crawlers(ports: &Ports, site: ReportedSite<'_>, window: Window) -> StoreResult<Vec<Need>> {
    let both = Window { from: window.previous().from, to: window.to };
    let rows = ports.crawler_reads.crawler_days(site.site.id, both).await?;
    let refused = refused_crawlers(&rows).into_iter().filter(|crawler| crawler.purpose.is_for_answers());
    let need = |crawler: CrawlerReads| {
        let of_window = |row: &&CrawlerDay| {
            row.day >= window.from && row.crawler == crawler.crawler && row.purpose == crawler.purpose
        };
        let refused = |row: &CrawlerDay| row.status == StatusClass::Refused && row.evidence != Evidence::Refuted;
        rows.iter().any(|row| of_window(&row)).then(|| Need {
            code: NeedCode::CrawlerRefused,
            since: crawler.refused_since.clone(),
            crawler: Some(crawler.crawler.clone()),
            refused: Some(rows.iter().filter(of_window).filter(|row| refused(row)).map(|row| row.reads).sum()),
        })
    };
    Ok(refused.filter_map(need).collect())
}
