//! Versions of a page's text, and how often and how gently pages are read.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::difference::{ChangedSentence, Structure, TextDifference};

/// The maximum number of versions of a page that are kept.
pub const MAX_VERSIONS: u32 = 30;
/// The maximum number of bytes of all texts of a site, packed.
pub const MAX_SITE_BYTES: u64 = 200 * 1024 * 1024;
/// How often a page is read.
pub const READ_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// The pause between two requests to a site, unless its `robots.txt` asks for a longer one.
pub const REQUEST_PAUSE: SignedDuration = SignedDuration::from_secs(5);
/// The number of most asked pages that are read.
pub const MAX_ASKED_PAGES: usize = 50;
/// The number of most cited pages that are read.
pub const MAX_CITED_PAGES: usize = 100;
/// Asks and citations of this many days choose the pages.
pub const CHOSEN_BY_DAYS: i32 = 28;
/// How long the texts of a page are kept that is no longer read.
pub const KEPT_AFTER_LAST_CHOICE: SignedDuration = SignedDuration::from_hours(24 * 400);

/// How the last reading of a page ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadingOutcome {
    /// The text was read.
    Read,
    /// The server said that the page had not changed.
    Unchanged,
    /// `robots.txt` does not let Askline read the page.
    RobotsForbidden,
    /// The page says `noindex`, so its text is not kept.
    Noindex,
    /// The page leads to another site, or through too many addresses.
    Redirected,
    /// The server answered with an error.
    Refused,
    /// The server did not answer, or the answer was too long.
    Unreachable,
    /// The answer was no HTML page, or had no text.
    NoText,
}

words! {
    ReadingOutcome, "an outcome of a reading":
    Read = "read",
    Unchanged = "unchanged",
    RobotsForbidden = "robots_forbidden",
    Noindex = "noindex",
    Redirected = "redirected",
    Refused = "refused",
    Unreachable = "unreachable",
    NoText = "no_text",
}

/// What is known about the readings of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageReadingState {
    /// When the page was last requested; `None` before the first time.
    pub tried_at: Option<Timestamp>,
    /// How that ended.
    pub outcome: Option<ReadingOutcome>,
}

/// What a version of a text changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TextChange {
    /// The number of words of the previous version.
    pub words_before: u32,
    /// What the previous version had.
    pub structure_before: Structure,
    /// The sentences that changed, in the order of the page.
    pub sentences: Vec<ChangedSentence>,
    /// How many sentences changed.
    pub changed: u32,
}

/// A version of a page's text, without the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextVersion {
    /// When it was first read.
    pub read_at: Timestamp,
    /// The number of its words.
    pub words: u32,
    /// What it has.
    pub structure: Structure,
    /// What it changed; `None` for the first version.
    pub change: Option<TextChange>,
}

impl TextChange {
    /// Compares an older text with a newer one.
    pub fn between(old: &str, new: &str) -> Self {
        let TextDifference { sentences, changed } = TextDifference::between(old, new);
        Self { words_before: super::count_words(old), structure_before: Structure::of(old), sentences, changed }
    }
}
