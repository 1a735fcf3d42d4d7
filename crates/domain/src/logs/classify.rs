//! Decides whether a line is kept, and as what. Everything else about it is dropped.

use jiff::Timestamp;

use crate::{
    events::{
        crawler::{self, Crawler, identify_crawler},
        visit_source::{VisitKind, classify_visit},
    },
    logs::{address_lists::AddressLists, evidence::Evidence, line::LogLine, purpose::ReadPurpose},
    requests::public_address::is_public,
    shared::hidden_characters::is_invisible,
};

/// The groups of statuses that reads are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StatusClass {
    /// 1xx, 2xx and 304: the crawler has the page.
    Answered,
    /// Other 3xx: the crawler was sent elsewhere.
    Redirected,
    /// 401, 403, 429, 451: the server does not let the crawler read.
    Refused,
    /// 404 and 410.
    NotFound,
    /// 5xx.
    Failed,
    /// Anything else, and no answer at all.
    Other,
}

words! {
    StatusClass, "a class of statuses":
    Answered = "answered",
    Redirected = "redirected",
    Refused = "refused",
    NotFound = "not_found",
    Failed = "failed",
    Other = "other",
}

impl StatusClass {
    /// The group of a status; `None` if the server sent none.
    pub fn of(status: Option<u16>) -> Self {
        match status {
            Some(100..=299 | 304) => Self::Answered,
            Some(300..=399) => Self::Redirected,
            Some(401 | 403 | 429 | 451) => Self::Refused,
            Some(404 | 410) => Self::NotFound,
            Some(500..=599) => Self::Failed,
            _ => Self::Other,
        }
    }
}

/// What a kept line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptLine {
    /// A crawler or an agent read something.
    Read(CrawlerRead),
    /// A person came from an assistant.
    Referral(Referral),
}

/// A request of a crawler or an agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrawlerRead {
    /// The crawler that the user agent names.
    pub crawler: Crawler,
    /// What it reads for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
    /// How the server answered.
    pub status_class: StatusClass,
    /// Whether the log has the address of a proxy, or no address, so that nothing can be verified.
    pub is_behind_a_proxy: bool,
}

/// A visit that an assistant sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referral {
    /// The id of the assistant.
    pub assistant: String,
}

/// Endings of paths that no person opens as a page.
const FILES_OF_PAGES: [&str; 24] = [
    ".css", ".js", ".mjs", ".map", ".json", ".xml", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif",
    ".ico", ".woff", ".woff2", ".ttf", ".otf", ".eot", ".mp4", ".webm", ".mp3", ".wasm",
];

/// What the line is kept as; `None` for everyone else, whose lines are dropped.
pub fn classify_line(line: &LogLine<'_>, lists: &AddressLists) -> Option<KeptLine> {
    if !line.target.starts_with('/') {
        return None;
    }
    let is_reading = ["GET", "HEAD", ""].contains(&&*line.method);
    match identify_crawler(&line.user_agent) {
        // Other requests, such as those of a form, read no page.
        Some(_) if !is_reading => None,
        Some(crawler) => Some(KeptLine::Read(CrawlerRead {
            purpose: crawler.purpose.into(),
            evidence: lists.evidence(crawler.name, line.address, line.at),
            status_class: StatusClass::of(line.status),
            is_behind_a_proxy: !line.address.is_some_and(is_public),
            crawler,
        })),
        None => referral(line).map(KeptLine::Referral),
    }
}

/// Builds what the first line would have to wait for.
pub fn prepare() {
    crawler::prepare();
}

/// The assistant that sent a person to a page, by the referrer or by `utm_source`.
fn referral(line: &LogLine<'_>) -> Option<Referral> {
    let has_utm_source = line.query().contains("utm_source=");
    let is_page = ["GET", ""].contains(&&*line.method) && StatusClass::of(line.status) == StatusClass::Answered;
    if !is_page || line.user_agent.is_empty() || (line.referrer.is_empty() && !has_utm_source) {
        return None;
    }
    if is_own_page(line) && !has_utm_source {
        return None;
    }
    let path = line.path();
    let is_file = |ending: &&str| {
        path.len() >= ending.len()
            && path.as_bytes()[path.len() - ending.len()..].eq_ignore_ascii_case(ending.as_bytes())
    };
    if FILES_OF_PAGES.iter().any(is_file) {
        return None;
    }
    let parameter = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(line.query().as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let (source, medium) =
        if has_utm_source { (parameter("utm_source"), parameter("utm_medium")) } else { (None, None) };
    let referrer = (!line.referrer.is_empty()).then_some(&*line.referrer);
    let host = line.host.as_deref().unwrap_or("site.invalid");
    let visit = classify_visit(referrer, source.as_deref(), medium.as_deref(), None, host)?;
    (visit.kind == VisitKind::AiAssistant).then_some(Referral { assistant: visit.name })
}

/// Whether the referrer is a page of the same host, as it is for most lines. Cheaper than to classify the visit.
fn is_own_page(line: &LogLine<'_>) -> bool {
    let Some(host) = line.host.as_deref() else { return false };
    let rest = line.referrer.strip_prefix("https://").or_else(|| line.referrer.strip_prefix("http://"));
    rest.and_then(|rest| rest.strip_prefix(host)).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A kept line as people may see it: no address, no query, no user agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleLine {
    /// When.
    pub at: Timestamp,
    /// The method, cut to 20 characters; empty if the log has none.
    pub method: String,
    /// The path without a query, cut to 200 characters.
    pub path: String,
    /// The status.
    pub status: Option<u16>,
}

impl SampleLine {
    /// What may be seen of a line.
    pub fn of(line: &LogLine<'_>) -> Self {
        let shown = |text: &str, length| {
            text.chars()
                .filter(|character| !character.is_control() && !is_invisible(*character))
                .take(length)
                .collect::<String>()
        };
        Self { at: line.at, method: shown(&line.method, 20), path: shown(line.path(), 200), status: line.status }
    }
}
