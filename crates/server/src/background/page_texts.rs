//! Reads the texts of pages that are cited or asked about most.
//!
//! What is due, and when a site may be asked again, is stored: a restart repeats no request.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use askline_api::pipeline::app::App;
use askline_app::{
    page_texts::{choose_due, is_own_host, record_end, record_text},
    ports::{
        StoreResult,
        sites::page_texts::{DuePage, PageRead, Validators},
        whole_stores::{Events, Metadata},
    },
};
use askline_domain::pages::{
    robots_txt::RobotsTxt,
    text::version::{KEPT_AFTER_LAST_CHOICE, REQUEST_PAUSE, ReadingOutcome},
};
use askline_jobs::{
    outgoing::{Known, Outgoing},
    page_reader::{Answer, read_page},
};
use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use url::Url;

use super::{repeat::log_failure, robots_files};
use crate::{
    listen::{Stop, stopped},
    several_servers::server_group::ServerGroup,
};

/// How long after its start a server first reads pages: one that is only started and ended asks no one.
const FIRST_READ_AFTER: Duration = Duration::from_secs(600);
/// How often a server looks which pages are due: each site is asked at most once in this time.
const ROUND_EVERY: Duration = Duration::from_secs(5);
/// How often pages are chosen, and texts removed that are no longer wanted.
const CHOOSE_EVERY: Duration = Duration::from_secs(3_600);
/// The maximum number of sites that are asked at once.
const MAX_AT_ONCE: u32 = 32;
/// The maximum number of rows that one removal touches.
const MAX_REMOVED_AT_ONCE: u32 = 100;
/// The maximum number of addresses that one reading requests.
const MAX_ADDRESSES: u8 = 5;
/// When a site is looked at again whose `robots.txt` is not known.
const WITHOUT_ROBOTS: SignedDuration = SignedDuration::from_hours(1);

/// Reads pages as long as this server is the first.
pub struct Reading {
    /// The application, for its clock.
    pub app: App,
    /// Where texts are stored.
    pub metadata: Arc<dyn Metadata>,
    /// Which pages readers ask about.
    pub events: Arc<dyn Events>,
    /// The servers on the same stores.
    pub server_group: ServerGroup,
    /// Guarded requests that follow no redirect.
    pub outgoing: Outgoing,
    /// Guarded requests for `robots.txt`.
    pub robots: Outgoing,
}

impl Reading {
    /// Runs until the signal to stop.
    pub async fn run(self, mut stop: Stop) {
        let (mut pause, mut chosen) = (FIRST_READ_AFTER, None::<Instant>);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = ROUND_EVERY;
            if !self.server_group.is_first() {
                continue;
            }
            if chosen.is_none_or(|at| at.elapsed() >= CHOOSE_EVERY) {
                chosen = Some(Instant::now());
                log_failure("Pages to be read could not be chosen", self.choose(self.app.now()).await);
            }
            let now = self.app.now();
            log_failure("Texts of pages could not be stored", read_due(&*self.metadata, &self.outgoing, now).await);
        }
    }

    async fn choose(&self, now: Timestamp) -> StoreResult<()> {
        choose_due(&*self.metadata, (&*self.metadata, &*self.events), now).await?;
        robots_files::read_due(&*self.metadata, &self.robots, now).await?;
        self.metadata.remove_page_texts(now - KEPT_AFTER_LAST_CHOICE, MAX_REMOVED_AT_ONCE).await?;
        Ok(())
    }
}

/// Makes one request to each site with a page that is due. Returns the number of sites.
pub async fn read_due(metadata: &dyn Metadata, outgoing: &Outgoing, now: Timestamp) -> StoreResult<usize> {
    let due = metadata.due_pages(now, MAX_AT_ONCE).await?;
    let read = join_all(due.iter().map(|page| read_one(metadata, outgoing, page, now))).await;
    read.into_iter().collect::<StoreResult<Vec<()>>>().map(|read| read.len())
}

async fn read_one(metadata: &dyn Metadata, outgoing: &Outgoing, due: &DuePage, now: Timestamp) -> StoreResult<()> {
    let Some((site, _)) = metadata.site(due.site).await? else { return Ok(()) };
    let Some(robots) = metadata.robots_file(due.site).await? else {
        return metadata.begin_request(due.site, now, now + WITHOUT_ROBOTS).await.map(drop);
    };
    let robots = RobotsTxt::parse(&robots.body);
    let delay = SignedDuration::try_from(robots.crawl_delay.unwrap_or_default()).unwrap_or_default();
    if !metadata.begin_request(due.site, now, now + REQUEST_PAUSE.max(delay)).await? {
        return Ok(());
    }
    let page = (due.site, due.path.as_str());
    let address = due.address.clone().unwrap_or_else(|| format!("https://{}{}", site.domain, due.path));
    let Ok(url) = Url::parse(&address) else {
        return record_end(metadata, page, ReadingOutcome::Refused, now).await;
    };
    let known = Known { etag: due.validators.etag.clone(), modified: due.validators.modified.clone() };
    match read_page(outgoing, url, &known, &robots).await {
        Answer::Text(text, known) => {
            let validators = Validators { etag: known.etag, modified: known.modified };
            record_text(metadata, page, text, validators, now).await
        }
        Answer::LedTo(url)
            if due.redirects < MAX_ADDRESSES && url.host_str().is_some_and(|host| is_own_host(&site, host)) =>
        {
            metadata.record_page_read(page, &PageRead::LedTo(url.into()), now).await
        }
        Answer::LedTo(_) => record_end(metadata, page, ReadingOutcome::Redirected, now).await,
        Answer::Ended(outcome) => record_end(metadata, page, outcome, now).await,
    }
}
