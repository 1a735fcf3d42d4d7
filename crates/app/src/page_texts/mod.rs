//! Texts of pages: which are read, and what is kept of them.

mod packing;

use std::{cmp::Reverse, collections::BTreeSet};

use askline_domain::{
    pages::text::{
        PageText,
        difference::Structure,
        version::{
            CHOSEN_BY_DAYS, MAX_ASKED_PAGES, MAX_CITED_PAGES, READ_EVERY, ReadingOutcome, TextChange, TextVersion,
        },
    },
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
    sites::Site,
};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use self::packing::{pack, unpacked};
use crate::ports::{
    StoreError, StoreResult,
    analytics::AnalyticsStore,
    monitors::CitationSums,
    sites::page_texts::{NewVersion, PageRead, PageTextStore, StoredVersion, Validators},
};

/// The maximum number of sites whose pages are chosen in one round.
const MAX_SITES_AT_ONCE: u32 = 100;

/// Chooses the pages of sites for which none were chosen for a day. Returns the number of sites.
pub async fn choose_due(
    texts: &dyn PageTextStore,
    (citations, analytics): (&dyn CitationSums, &dyn AnalyticsStore),
    now: Timestamp,
) -> StoreResult<usize> {
    let sites = texts.sites_to_choose_for(now - READ_EVERY, MAX_SITES_AT_ONCE).await?;
    for &site in &sites {
        let pages = wanted_pages((citations, analytics), site, now).await?;
        texts.choose_pages(site, &pages, now).await?;
    }
    Ok(sites.len())
}

/// The pages of a site that answers cite most and readers ask about most.
async fn wanted_pages(
    (citations, analytics): (&dyn CitationSums, &dyn AnalyticsStore),
    site: SiteId,
    now: Timestamp,
) -> StoreResult<Vec<String>> {
    let from = now - SignedDuration::from_hours(24 * i64::from(CHOSEN_BY_DAYS));
    let mut cited = citations.cited_paths(site, from, now).await?;
    cited.sort_by_key(|(path, answers)| (Reverse(*answers), path.clone()));
    let today = Day::of(now, &jiff::tz::TimeZone::UTC);
    let window = Window { from: Day(today.0 - CHOSEN_BY_DAYS), to: today };
    let mut asked: Vec<(String, i64)> = analytics.asks_by_page(site, window, None).await?.into_iter().collect();
    asked.sort_by_key(|(path, asks)| (Reverse(*asks), path.clone()));
    let cited = cited.into_iter().map(|(path, _)| path).filter(|path| is_page(path)).take(MAX_CITED_PAGES);
    let asked = asked.into_iter().map(|(path, _)| path).filter(|path| is_page(path)).take(MAX_ASKED_PAGES);
    let chosen: BTreeSet<String> = cited.chain(asked).collect();
    Ok(chosen.into_iter().collect())
}

/// Whether the server of the site can be asked for the page: a hash route is made in the browser, and the row of other pages has no address.
fn is_page(path: &str) -> bool {
    path.starts_with('/') && !path.contains('#')
}

/// Stores the end of a reading without a text.
pub async fn record_end(
    texts: &dyn PageTextStore,
    page: (SiteId, &str),
    outcome: ReadingOutcome,
    now: Timestamp,
) -> StoreResult<()> {
    let read = PageRead::Ended { outcome, due: now + READ_EVERY, validators: None, version: None };
    texts.record_page_read(page, &read, now).await
}

/// Stores a text that was read, if it differs from the page's latest one.
pub async fn record_text(
    texts: &dyn PageTextStore,
    page: (SiteId, &str),
    text: PageText,
    validators: Validators,
    now: Timestamp,
) -> StoreResult<()> {
    let latest = texts.latest_text(page.0, page.1).await?;
    let version = tokio::task::spawn_blocking(move || new_version(&text, latest))
        .await
        .map_err(|error| StoreError::Internal(format!("a text could not be compared: {error}")))??;
    let read =
        PageRead::Ended { outcome: ReadingOutcome::Read, due: now + READ_EVERY, validators: Some(validators), version };
    texts.record_page_read(page, &read, now).await
}

/// The version to store; `None` if the text is the latest one.
fn new_version(text: &PageText, latest: Option<([u8; 32], Vec<u8>)>) -> StoreResult<Option<NewVersion>> {
    let digest: [u8; 32] = Sha256::digest(text.markdown.as_bytes()).into();
    let change = match latest {
        Some((known, _)) if known == digest => return Ok(None),
        Some((_, packed)) => Some(TextChange::between(&text_of(&packed)?, &text.markdown)),
        None => None,
    };
    let difference = match change {
        Some(change) => pack(&serde_json::to_vec(&change).map_err(|error| StoreError::Internal(error.to_string()))?),
        None => Vec::new(),
    };
    Ok(Some(NewVersion {
        digest,
        words: text.words,
        structure: Structure::of(&text.markdown),
        difference,
        text: pack(text.markdown.as_bytes()),
    }))
}

/// The versions of a page's text in a time range, newest first.
pub async fn versions(
    texts: &dyn PageTextStore,
    page: (SiteId, &str),
    from: Timestamp,
    before: Timestamp,
) -> StoreResult<Vec<TextVersion>> {
    texts.text_versions(page, from, before).await?.into_iter().map(version_of).collect()
}

fn version_of(stored: StoredVersion) -> StoreResult<TextVersion> {
    let StoredVersion { read_at, words, structure, difference } = stored;
    let change = if difference.is_empty() {
        None
    } else {
        let json = unpacked(&difference)?;
        Some(serde_json::from_slice(&json).map_err(|error| StoreError::Internal(error.to_string()))?)
    };
    Ok(TextVersion { read_at, words, structure, change })
}

fn text_of(packed: &[u8]) -> StoreResult<String> {
    String::from_utf8(unpacked(packed)?).map_err(|error| StoreError::Internal(error.to_string()))
}

/// The host of a site's own address, and whether a redirect within the site may lead to another one.
pub fn is_own_host(site: &Site, host: &str) -> bool {
    let own = site.domain.strip_prefix("www.").unwrap_or(&site.domain);
    askline_domain::pages::hosts::is_within(host, own)
}
