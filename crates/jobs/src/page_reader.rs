//! Reads the text of one page of a site, with one request.
//!
//! Redirects are not followed: each further request has its own pause before it.

use askline_domain::{
    generation::facts::PageReading,
    pages::{
        robots_tag::PageRobots,
        robots_txt::RobotsTxt,
        text::{PageText, version::ReadingOutcome},
    },
};
use reqwest::header::{CONTENT_TYPE, ETAG, HeaderMap, LAST_MODIFIED, LOCATION};
use url::{Position, Url};

use crate::{
    generate::site_reading::robots_of,
    outgoing::{Known, Outgoing, OutgoingError, Page},
};

/// The maximum number of bytes of a page.
const MAX_PAGE_BYTES: usize = 2 * 1024 * 1024;
/// The longest header by which a server knows a version that is kept.
const MAX_VALIDATOR_BYTES: usize = 500;

/// What one request led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The text, and the headers `ETag` and `Last-Modified`.
    Text(PageText, Known),
    /// The page is at this address.
    LedTo(Url),
    /// There is no text.
    Ended(ReadingOutcome),
}

/// Requests a page, if `robots.txt` lets Askline read it.
pub async fn read_page(outgoing: &Outgoing, url: Url, known: &Known, robots: &RobotsTxt) -> Answer {
    if !robots.allows(&url[Position::BeforePath..Position::AfterQuery]) {
        return Answer::Ended(ReadingOutcome::RobotsForbidden);
    }
    match outgoing.get_if_changed(url.clone(), known, MAX_PAGE_BYTES).await {
        Ok(page) => answer_of(page).await,
        // Some sites have no TLS.
        Err(OutgoingError::NoAnswer(_) | OutgoingError::TimedOut) if url.scheme() == "https" => {
            let mut plain = url;
            match plain.set_scheme("http") {
                Ok(()) => Answer::LedTo(plain),
                Err(()) => Answer::Ended(ReadingOutcome::Unreachable),
            }
        }
        Err(error) => {
            tracing::debug!(%error, "A page could not be read");
            Answer::Ended(ReadingOutcome::Unreachable)
        }
    }
}

async fn answer_of(page: Page) -> Answer {
    let asked = robots_of(&page.headers);
    match page.status {
        304 => return Answer::Ended(ReadingOutcome::Unchanged),
        301 | 302 | 303 | 307 | 308 => {
            let target = page.headers.get(LOCATION).and_then(|value| value.to_str().ok());
            let target = target.and_then(|target| page.url.join(target).ok());
            return target.map_or(Answer::Ended(ReadingOutcome::Refused), Answer::LedTo);
        }
        200..=299 => {}
        _ => return Answer::Ended(ReadingOutcome::Refused),
    }
    if asked.noindex {
        return Answer::Ended(ReadingOutcome::Noindex);
    }
    if !is_html(&page.headers) {
        return Answer::Ended(ReadingOutcome::NoText);
    }
    let known = known_of(&page.headers);
    // On a thread that answers no requests, since a large page takes a while.
    let read = tokio::task::spawn_blocking(move || text_of(&page)).await;
    match read {
        Ok((robots, _)) if robots.noindex => Answer::Ended(ReadingOutcome::Noindex),
        Ok((_, text)) if text.words > 0 => Answer::Text(text, known),
        _ => Answer::Ended(ReadingOutcome::NoText),
    }
}

fn text_of(page: &Page) -> (PageRobots, PageText) {
    let robots = PageReading::of(&page.url, &page.body).robots;
    (robots, PageText::of(&page.url, &page.body.replace('\0', "")))
}

fn is_html(headers: &HeaderMap) -> bool {
    let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("text/html");
    let media_type = media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    matches!(media_type.as_str(), "text/html" | "application/xhtml+xml")
}

fn known_of(headers: &HeaderMap) -> Known {
    let text = |name| {
        let value = headers.get(name)?.to_str().ok()?;
        (value.len() <= MAX_VALIDATOR_BYTES).then(|| value.to_owned())
    };
    Known { etag: text(ETAG), modified: text(LAST_MODIFIED) }
}
