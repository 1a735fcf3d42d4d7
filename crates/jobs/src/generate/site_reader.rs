//! Reads pages of a site, politely.
//!
//! It requests `robots.txt` first, then one page at a time with a pause between them. The bytes and the time are
//! limited, and the user agent names Askline. A page that fails does not stop the others.

use std::{collections::BTreeSet, time::Duration};

use askline_domain::{
    jobs::JobFailure,
    pages::{
        hosts::is_within,
        robots_txt::{MAX_ROBOTS_BYTES, RobotsTxt},
        settings::PageSettings,
        sitemap::{MAX_SITEMAP_BYTES, is_same_site},
    },
    rules::proposed::{LeftOutPages, LeftOutReason},
};
use reqwest::header::CONTENT_TYPE;
use tokio::time::Instant;
use url::Url;

use super::{
    page_choice::{Choice, PageKey, PageKeys, may_read},
    site_reading::SiteReading,
    sitemaps::{SitemapReading, why_not_requested},
};
use crate::outgoing::{Outgoing, OutgoingError, Page};

/// The user agent that sites see. `robots.txt` may name the part before the slash.
pub const SITE_READER_AGENT: &str =
    concat!("Askline/", env!("CARGO_PKG_VERSION"), " (reads pages for the site's owner; robots.txt: askline)");
/// The maximum number of bytes of a page.
const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;
/// The maximum number of sitemaps that are fetched, including those that an index names.
const MAX_SITEMAPS: usize = 3;

/// How politely to read.
#[derive(Debug, Clone, Copy)]
pub struct ReadingPace {
    /// The pause between two requests, unless the site asks for a longer one.
    pub pause: Duration,
    /// The time after which no further page is requested; the pages read until then are used.
    pub max_time: Duration,
}

impl Default for ReadingPace {
    fn default() -> Self {
        Self { pause: Duration::from_millis(500), max_time: Duration::from_secs(90) }
    }
}

/// The reader of sites.
pub struct SiteReader {
    outgoing: Outgoing,
    manner: ReadingPace,
}

/// One visit to a site: its progress, and what the site's `robots.txt` asks for.
struct Visit<'a> {
    reader: &'a SiteReader,
    until: Instant,
    robots: RobotsTxt,
    requests: u32,
}

impl SiteReader {
    /// Creates a reader that sends its requests through this guard.
    pub fn new(outgoing: Outgoing, manner: ReadingPace) -> Self {
        Self { outgoing, manner }
    }

    /// Reads a site's home page and at most `max_pages` others, each page once by the site's settings; fails with the reason if no
    /// page may be used.
    pub async fn read(
        &self,
        domain: &str,
        settings: &PageSettings,
        max_pages: usize,
    ) -> Result<SiteReading, JobFailure> {
        let keys = PageKeys::of(settings);
        let mut visit = Visit {
            reader: self,
            until: Instant::now() + self.manner.max_time,
            robots: RobotsTxt::default(),
            requests: 0,
        };
        let (home, page) = visit.home(domain).await?;
        let mut seen = BTreeSet::from([keys.of_url(&home), keys.of_url(&page.url)]);
        let mut reading = SiteReading::default();
        let links = reading.take(page).await;
        let mut found = visit.sitemap_pages(&home, &mut reading.left_out).await;
        if found.is_empty() {
            found = links.into_iter().filter(|link| is_same_site(link, &home)).collect();
        }
        let (chosen, others) = visit.choose(found, &home, (&keys, &seen), max_pages).await;
        others.into_iter().for_each(|url| reading.left_out.add(LeftOutReason::NotRead, url));
        for url in chosen {
            if visit.is_late() {
                reading.left_out.add(LeftOutReason::NotRead, url);
                continue;
            }
            match visit.get(&url, MAX_PAGE_BYTES).await {
                // A page that redirects to one that was read adds nothing.
                Ok(page)
                    if is_html(&page) && visit.may_read(&page.url, &home) && seen.insert(keys.of_url(&page.url)) =>
                {
                    reading.take(page).await;
                }
                Ok(page) => {
                    tracing::debug!(status = page.status, "A page of a site was skipped");
                    reading.left_out.add(LeftOutReason::Unreadable, url);
                }
                Err(error) => {
                    tracing::debug!(%error, "A page of a site was skipped");
                    reading.left_out.add(LeftOutReason::Unreadable, url);
                }
            }
        }
        match (reading.pages.is_empty(), reading.met_noindex) {
            (false, _) => Ok(reading),
            (true, true) => {
                Err(JobFailure::new("SITE_NOINDEX", "The pages of the site say noindex, so none of them may be used."))
            }
            (true, false) => {
                Err(JobFailure::new("SITE_EMPTY", "The pages of the site have no text that prompts could be about."))
            }
        }
    }
}

impl Visit<'_> {
    /// The root address of the site, with HTTPS if the site supports it, and its home page.
    async fn home(&mut self, domain: &str) -> Result<(Url, Page), JobFailure> {
        let address = |scheme: &str| {
            Url::parse(&format!("{scheme}://{domain}/"))
                .map_err(|_| JobFailure::new("SITE_UNREACHABLE", "The site's domain is not a valid address."))
        };
        let mut home = address("https")?;
        let mut robots = self.robots_of(&home).await;
        if let Err(RobotsRefusal::NoAnswer(OutgoingError::NoAnswer(_) | OutgoingError::TimedOut)) = robots {
            home = address("http")?;
            robots = self.robots_of(&home).await;
        }
        self.robots = robots.map_err(|refusal| refusal.failure())?;
        self.check_allowed(&home)?;
        let page = self.get(&home, MAX_PAGE_BYTES).await.map_err(|error| of_home(&error))?;
        if !(200..300).contains(&page.status) {
            let text = format!("The site's home page answered {}.", page.status);
            return Err(JobFailure::new("SITE_UNREACHABLE", text));
        }
        if !is_of_site(&page.url, &home) {
            let text = "The site's home page leads to another site, which is not read.";
            return Err(JobFailure::new("SITE_REDIRECTED", text));
        }
        if !is_html(&page) {
            return Err(JobFailure::new("SITE_EMPTY", "The site's home page is not HTML."));
        }
        if page.url.origin() != home.origin() {
            // The `robots.txt` of the address to which the home page redirected applies.
            home = page.url.join("/").unwrap_or(home);
            self.robots = self.robots_of(&home).await.map_err(|refusal| refusal.failure())?;
        }
        self.check_allowed(&page.url)?;
        Ok((home, page))
    }

    fn check_allowed(&self, url: &Url) -> Result<(), JobFailure> {
        if self.robots.allows(&url[url::Position::BeforePath..url::Position::AfterQuery]) {
            Ok(())
        } else {
            Err(JobFailure::new("ROBOTS_FORBIDDEN", "The site's robots.txt does not let 'askline' read its pages."))
        }
    }

    /// The site's rules for robots. A status of 4xx other than 429 allows everything; any other failure is an error, so
    /// that nothing is read.
    async fn robots_of(&mut self, home: &Url) -> Result<RobotsTxt, RobotsRefusal> {
        let Ok(address) = home.join("/robots.txt") else { return Ok(RobotsTxt::default()) };
        match self.get_beginning(&address, MAX_ROBOTS_BYTES).await {
            Ok(page) if (200..300).contains(&page.status) => Ok(RobotsTxt::parse(&page.body)),
            Ok(page) if (400..500).contains(&page.status) && page.status != 429 => Ok(RobotsTxt::default()),
            Ok(page) => Err(RobotsRefusal::Status(page.status)),
            Err(error) => Err(RobotsRefusal::NoAnswer(error)),
        }
    }

    /// The pages that the site's sitemaps list. Every sitemap that was not read to its end is left out with its reason.
    async fn sitemap_pages(&mut self, home: &Url, left_out: &mut LeftOutPages) -> Vec<Url> {
        let named = self.robots.sitemaps.iter().filter_map(|text| home.join(text).ok());
        let (mut waiting, elsewhere): (Vec<Url>, Vec<Url>) = named.partition(|url| is_same_site(url, home));
        elsewhere.into_iter().for_each(|url| left_out.add(LeftOutReason::SitemapElsewhere, url));
        // At the usual address there may be none, which is no sitemap that was skipped.
        let is_guessed = waiting.is_empty();
        if is_guessed {
            waiting.extend(home.join("/sitemap.xml"));
        }
        let mut pages = Vec::new();
        for number in 0..MAX_SITEMAPS {
            if waiting.is_empty() || self.is_late() {
                break;
            }
            let address = waiting.remove(0);
            if let Some(reason) = why_not_requested(&address, self.may_read(&address, home)) {
                left_out.add(reason, address);
                continue;
            }
            let fetched = self.get_beginning(&address, MAX_SITEMAP_BYTES).await;
            let read = SitemapReading::of(fetched, home, is_guessed && number == 0).await;
            pages.extend(read.pages);
            waiting.extend(read.further);
            if let Some(reason) = read.skipped {
                left_out.add(reason, address);
            }
        }
        waiting.into_iter().for_each(|url| left_out.add(LeftOutReason::TooManySitemaps, url));
        pages
    }

    /// Chooses which of the pages to read; returns these and the others. Runs on a thread that does not answer
    /// requests, since there may be many pages and rules.
    async fn choose(
        &self,
        found: Vec<Url>,
        home: &Url,
        (keys, read): (&PageKeys, &BTreeSet<PageKey>),
        max_pages: usize,
    ) -> (Vec<Url>, Vec<Url>) {
        let choice = Choice {
            keys: keys.clone(),
            robots: self.robots.clone(),
            home: home.clone(),
            read: read.clone(),
            until: self.until,
        };
        tokio::task::spawn_blocking(move || choice.of(found, max_pages)).await.unwrap_or_default()
    }

    fn may_read(&self, url: &Url, home: &Url) -> bool {
        may_read(&self.robots, url, home)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    async fn get(&mut self, url: &Url, max_bytes: usize) -> Result<Page, OutgoingError> {
        self.pause().await;
        self.reader.outgoing.get(url.clone(), max_bytes).await
    }

    async fn get_beginning(&mut self, url: &Url, max_bytes: usize) -> Result<Page, OutgoingError> {
        self.pause().await;
        self.reader.outgoing.get_beginning(url.clone(), max_bytes).await
    }

    /// Waits between two requests: the pause of [`ReadingPace`], or longer if the site asks for it.
    async fn pause(&mut self) {
        if self.requests > 0 {
            tokio::time::sleep(self.reader.manner.pause.max(self.robots.crawl_delay.unwrap_or_default())).await;
        }
        self.requests += 1;
    }
}

/// Whether an address is on the site's host, with or without `www.`, or on a subdomain.
fn is_of_site(url: &Url, home: &Url) -> bool {
    let (Some(host), Some(own)) = (url.host_str(), home.host_str()) else { return false };
    is_within(host, own.strip_prefix("www.").unwrap_or(own))
}

/// Why the site's rules for robots are unknown.
enum RobotsRefusal {
    Status(u16),
    NoAnswer(OutgoingError),
}

impl RobotsRefusal {
    fn failure(&self) -> JobFailure {
        let text = match self {
            RobotsRefusal::Status(status) => {
                format!(
                    "The site's robots.txt answered {status}, so Askline cannot tell which pages it may read, and read none."
                )
            }
            RobotsRefusal::NoAnswer(error @ OutgoingError::NotPublic) => {
                format!("The site's robots.txt could not be read: {error}.")
            }
            RobotsRefusal::NoAnswer(OutgoingError::TimedOut) => "The site did not answer in time.".into(),
            RobotsRefusal::NoAnswer(_) => {
                "The site could not be reached, or its robots.txt redirects without end.".into()
            }
        };
        JobFailure::new("SITE_UNREACHABLE", text)
    }
}

fn of_home(error: &OutgoingError) -> JobFailure {
    let text = match error {
        OutgoingError::TooLarge(most) => format!("The site's home page is larger than {most} bytes."),
        OutgoingError::NotPublic => "The site's home page leads to an address that is not public.".into(),
        OutgoingError::NotWeb => "The site's home page leads to an address that is not a plain web address.".into(),
        OutgoingError::TimedOut => "The site's home page did not answer in time.".into(),
        OutgoingError::NoAnswer(_) => "The site's home page could not be read, or redirects without end.".into(),
    };
    JobFailure::new("SITE_UNREACHABLE", text)
}

fn is_html(page: &Page) -> bool {
    let media_type = page.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("text/html");
    let media_type = media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    (200..300).contains(&page.status) && matches!(media_type.as_str(), "text/html" | "application/xhtml+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().expect("an address")
    }

    #[test]
    fn a_site_that_leads_from_www_to_its_bare_name_or_back_is_the_same() {
        for (address, home, expected) in [
            ("https://example.com/", "https://www.example.com/", true),
            ("https://www.example.com/", "https://example.com/", true),
            ("https://shop.example.com/", "https://example.com/", true),
            ("https://badexample.com/", "https://www.example.com/", false),
            ("https://example.com.evil.example/", "https://example.com/", false),
        ] {
            assert_eq!(is_of_site(&url(address), &url(home)), expected, "{address}");
        }
    }
}
