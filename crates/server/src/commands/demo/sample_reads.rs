//! Creates two months of sample reads by crawlers. The same every time.

use askline_app::{
    logs,
    ports::logs::crawler_reads::{ReadBatch, SourceState},
};
use askline_domain::{
    audit::context::AuditContext,
    events::crawler::identify_crawler,
    logs::{
        classify::{SampleLine, StatusClass},
        evidence::Evidence,
        newest::{NewestLines, ReadLine},
        reads::{CrawlerKey, ReadCounts, Reads},
        source::input::NewLogSource,
    },
    pages::identity::PageIdentifier,
    shared::{
        calendar::Day,
        ids::{Id as _, OrgId},
    },
    sites::Site,
};
use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sha2::{Digest as _, Sha256};

use super::sample_site::{COMMAND, SampleSite};
use crate::{failure::Failure, stores::Stores};

/// The number of days with reads, including today.
const DAYS: i32 = 60;
/// How long ago the server began to refuse a crawler, in days.
const REFUSED_FOR: i32 = 6;
/// The crawler that it refuses.
const REFUSED: &str = "OAI-SearchBot";

/// A crawler: its name, its reads of a page on a day, and whether its maker publishes addresses.
const CRAWLERS: [(&str, f64, bool); 8] = [
    ("GPTBot", 1.4, true),
    ("OAI-SearchBot", 0.9, true),
    ("ChatGPT-User", 1.1, true),
    ("ClaudeBot", 1.2, true),
    ("Claude-User", 0.3, true),
    ("PerplexityBot", 0.5, true),
    ("Perplexity-User", 0.2, true),
    ("Bytespider", 0.4, false),
];

/// Creates a log source of a site, and the reads that it sent.
pub async fn fill(
    stores: &Stores,
    org: OrgId,
    site: &Site,
    sample: &'static SampleSite,
    now: Timestamp,
) -> Result<(), Failure> {
    let new = NewLogSource {
        name: "web server".into(),
        format: None,
        log_format: None,
        hosts: None,
        verification_code: None,
        drain_secret: None,
    };
    let context = AuditContext::system(COMMAND, now);
    let made = logs::create(&*stores.metadata, (org, site.id), new, &context).await?;
    let counts = reads_of(site, sample, now)?;
    let kept: u64 = counts.values().map(|reads| reads.count).sum();
    let last_line_at = counts.values().map(|reads| reads.last_at).max();
    let name: [u8; 32] = Sha256::digest(made.source.id.bits().to_be_bytes()).into();
    let batch = ReadBatch {
        site: site.id,
        source: made.source.id,
        name,
        content: name,
        at: now,
        adds: SourceState { lines: kept * 40, kept, last_line_at, last_batch_at: Some(now), ..SourceState::default() },
        lines: lines_of(&counts, now),
        counts,
        answer: "{}".into(),
    };
    stores.events.record_reads(batch).await?;
    Ok(())
}

fn reads_of(site: &Site, sample: &SampleSite, now: Timestamp) -> Result<ReadCounts, Failure> {
    let zone = site.time_zone()?;
    let pages = PageIdentifier::new(&site.pages);
    let today = Day::of(now, &zone);
    let mut random = StdRng::seed_from_u64(sample.domain.bytes().map(u64::from).sum());
    let mut counts = ReadCounts::new();
    for ago in (0..DAYS).rev() {
        let day = Day(today.0 - ago);
        let last_at = (day.start(&zone) + SignedDuration::from_mins(random.random_range(1..1_300))).min(now);
        for (name, per_page, has_list) in CRAWLERS {
            let Some(crawler) = identify_crawler(name) else { continue };
            // Crawlers have read more and more.
            let growth = 1.0 - 0.4 * f64::from(ago) / f64::from(DAYS);
            for page in sample.pages.iter().filter(|page| page.published_days_ago >= ago) {
                let expected = per_page * growth * (0.4 + 6.0 * page.share.min(0.5));
                let count = (expected + random.random_range(0.0..1.2)).floor() as u64;
                let is_refused = name == REFUSED && sample.is_demo_page && ago < REFUSED_FOR;
                let status = match random.random_range(0..40) {
                    _ if is_refused => StatusClass::Refused,
                    0 => StatusClass::NotFound,
                    _ => StatusClass::Answered,
                };
                let evidence = match random.random_range(0..30) {
                    _ if !has_list => Evidence::Claimed,
                    0 => Evidence::Refuted,
                    _ => Evidence::Verified,
                };
                let key = CrawlerKey { day, crawler: crawler.name, purpose: crawler.purpose.into(), evidence, status };
                if count > 0 {
                    let reads = Reads { count, last_at };
                    let path = pages.of_text(page.path).into_string();
                    counts.entry((key, path)).and_modify(|sum| sum.add(reads)).or_insert(reads);
                }
            }
        }
    }
    Ok(counts)
}

/// The last read of each row as a line.
fn lines_of(counts: &ReadCounts, now: Timestamp) -> Vec<ReadLine> {
    let mut newest = NewestLines::default();
    for ((key, path), Reads { last_at, .. }) in counts {
        newest.keep(*last_at, now, || ReadLine {
            line: SampleLine {
                at: *last_at,
                method: "GET".into(),
                path: path.clone(),
                status: match key.status {
                    StatusClass::Refused => Some(403),
                    StatusClass::NotFound => Some(404),
                    _ => Some(200),
                },
            },
            crawler: key.crawler.into(),
            purpose: key.purpose,
            evidence: key.evidence,
        });
    }
    newest.into_lines()
}
