//! Recognizes crawlers by their user agent, so that they are counted separately from people.
//!
//! One automaton finds all known words in one pass; then the few matches are checked. A user agent is only a claim: it
//! decides where a visit is counted, never what a caller may do.

use std::{collections::HashSet, sync::LazyLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use serde::Deserialize;

use crate::services::{self, AiCrawler, crawler_purpose::CrawlerPurpose};

#[cfg(test)]
mod tests;

/// The maximum number of bytes of a user agent that are read.
const MAX_USER_AGENT_BYTES: usize = 1_024;

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(Catalogue::read);

/// A program that reads pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crawler {
    /// Its name, such as `GPTBot`.
    pub name: &'static str,
    /// Its operator, if known, such as `OpenAI`.
    pub operator: Option<&'static str>,
    /// What it reads pages for.
    pub purpose: CrawlerPurpose,
}

/// Every program that calls itself a robot and is not known by name. All of them share one name, since anyone can
/// invent names.
const UNKNOWN_ROBOT: Crawler = Crawler { name: "unknown robots", operator: None, purpose: CrawlerPurpose::Other };
/// Every browser that a program drives. All of them share one name.
pub const AUTOMATED_BROWSER: Crawler =
    Crawler { name: "automated browsers", operator: None, purpose: CrawlerPurpose::Automated };
/// The names of driven browsers in user agents, in lower case. Each also matches with more letters before or after it.
const AUTOMATED_BROWSERS: [&[u8]; 11] = [
    b"headless",
    b"phantomjs",
    b"slimerjs",
    b"puppeteer",
    b"playwright",
    b"selenium",
    b"webdriver",
    b"htmlunit",
    b"cypress/",
    b"testcafe",
    b"chrome-lighthouse",
];
/// HTTP libraries, which send what a site's app or proxy passes on. The name and the beginning of the user agent, in lower case.
const LIBRARIES: [(&str, &[u8]); 24] = [
    ("curl", b"curl/"),
    ("Wget", b"wget/"),
    ("python-requests", b"python-requests/"),
    ("Python urllib", b"python-urllib"),
    ("aiohttp", b"python/"),
    ("httpx", b"python-httpx/"),
    ("Go", b"go-http-client/"),
    ("okhttp", b"okhttp/"),
    ("axios", b"axios/"),
    ("node-fetch", b"node-fetch"),
    ("undici", b"undici"),
    ("Node.js", b"node"),
    ("got", b"got "),
    ("Java", b"java/"),
    ("Java", b"java-http-client/"),
    ("Apache HttpClient", b"apache-httpclient/"),
    ("libwww-perl", b"libwww-perl/"),
    ("Guzzle", b"guzzlehttp/"),
    ("PHP cURL", b"php-curl-class"),
    ("HTTPie", b"httpie/"),
    ("Postman", b"postmanruntime/"),
    ("Dart", b"dart/"),
    ("Ruby", b"ruby"),
    ("reqwest", b"reqwest/"),
];
/// The endings of the words with which programs say that they are robots.
const ROBOT_ENDS: [&[u8]; 18] = [
    b"bot",
    b"bots",
    b"crawl",
    b"crawler",
    b"crawling",
    b"spider",
    b"fetch",
    b"fetcher",
    b"scraper",
    b"scanner",
    b"indexer",
    b"archiver",
    b"harvester",
    b"monitor",
    b"checker",
    b"validator",
    b"slurp",
    b"unfurler",
];
/// Words with such an ending that are no robots: a maker of phones, and HTTP libraries that name their own page, with which a
/// site's app or proxy sends events.
const NO_ROBOTS: [&[u8]; 5] = [b"cubot", b"node-fetch", b"cross-fetch", b"make-fetch-happen", b"minipass-fetch"];
/// What the apps of feed readers say about the device on which a person reads.
const APP_DEVICES: [&[u8]; 5] = [b"iphone", b"ipad", b"/ios ", b"/android ", b"cfnetwork"];
/// How an address of the robot's own begins.
const ADDRESS_STARTS: [&[u8]; 3] = [b"http://", b"https://", b"+www."];

/// The crawler with this user agent; `None` if it may be a person.
///
/// A crawler that is not known by name is recognized by what robots say of themselves: a word such as `…bot`, `…crawler` or
/// `…fetcher`, and an address of their own. A browser that says that a program drives it is [`AUTOMATED_BROWSER`]. A missing user
/// agent, or that of an HTTP library, is not a crawler, since a site's proxy or app sends events in that way too: see
/// [`identify_library`]. The most exact match wins: `Googlebot-Image` is not `Googlebot`.
pub fn identify_crawler(user_agent: &str) -> Option<Crawler> {
    CATALOGUE.identify(read_part(user_agent))
}

/// The HTTP library with this user agent, such as `curl`; `None` for browsers and crawlers. Its events count as a reader's.
pub fn identify_library(user_agent: &str) -> Option<&'static str> {
    let user_agent = read_part(user_agent).to_ascii_lowercase();
    let is_whole_word = |start: &[u8]| {
        !start.last().is_some_and(u8::is_ascii_alphanumeric)
            || user_agent.get(start.len()).is_none_or(|byte| !byte.is_ascii_alphabetic())
    };
    let found = LIBRARIES.iter().find(|(_, start)| user_agent.starts_with(start) && is_whole_word(start));
    found.map(|(name, _)| *name)
}

/// The part of a user agent that is read.
fn read_part(user_agent: &str) -> &[u8] {
    let user_agent = user_agent.trim().as_bytes();
    &user_agent[..user_agent.len().min(MAX_USER_AGENT_BYTES)]
}

/// The operator of a crawler that is known by this name, if it is known.
pub fn operator_of(name: &str) -> Option<&'static str> {
    services::ai_crawlers().iter().find(|crawler| crawler.token == name)?.operator
}

/// Builds the automaton now (a few milliseconds) instead of at the first call.
pub fn prepare() {
    LazyLock::force(&CATALOGUE);
}

struct Catalogue {
    /// Searches for the words in lower case. Its patterns have the order of `words`.
    automaton: AhoCorasick,
    words: Vec<Word>,
}

struct Word {
    text: &'static str,
    matching: Matching,
    crawler: Crawler,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Matching {
    /// Anywhere, case-sensitive.
    Within,
    /// At the start, case-sensitive.
    AtTheStart,
    /// As a whole word, ignoring case. These are the AI crawlers, whose operators and purposes are known.
    WholeWord,
}

#[derive(Deserialize)]
struct WordsFile {
    #[serde(borrow)]
    words: Vec<(&'static str, &'static str, CrawlerPurpose)>,
}

impl Catalogue {
    fn read() -> Self {
        let general: WordsFile =
            serde_json::from_str(include_str!("../../data/crawler_words.json")).expect("a test reads the same data");
        let ai = services::ai_crawlers().iter().map(|AiCrawler { token, operator, purpose, .. }| Word {
            text: token,
            matching: Matching::WholeWord,
            crawler: Crawler { name: token, operator: *operator, purpose: *purpose },
        });
        let ai_names: HashSet<&str> = services::ai_crawlers().iter().map(|crawler| crawler.token).collect();
        let general = general.words.into_iter().map(|(word, name, purpose)| {
            // `NotGPTBotter` contains the name of a crawler, and is not that crawler.
            let crawler =
                if ai_names.contains(name) { UNKNOWN_ROBOT } else { Crawler { name, operator: None, purpose } };
            match word.strip_prefix('^') {
                Some(text) => Word { text, matching: Matching::AtTheStart, crawler },
                None => Word { text: word, matching: Matching::Within, crawler },
            }
        });
        let words: Vec<Word> = ai.chain(general).collect();
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .build(words.iter().map(|word| word.text.to_ascii_lowercase()))
            .expect("a few thousand short words are within its limits");
        Self { automaton, words }
    }

    fn identify(&self, user_agent: &[u8]) -> Option<Crawler> {
        let mut buffer = [0_u8; MAX_USER_AGENT_BYTES];
        let lower = &mut buffer[..user_agent.len()];
        lower.copy_from_slice(user_agent);
        lower.make_ascii_lowercase();
        self.automaton
            .find_overlapping_iter(&*lower)
            .filter_map(|met| {
                let word = &self.words[met.pattern().as_usize()];
                let is_robot = word.is_at(user_agent, met.start(), met.end()) && !word.names_device(lower, met.start());
                is_robot.then_some(word)
            })
            .max_by_key(|word| (word.matching, word.text.len()))
            .map(|word| word.crawler)
            .or_else(|| calls_itself_a_robot(lower).then_some(UNKNOWN_ROBOT))
            .or_else(|| AUTOMATED_BROWSERS.iter().any(|name| contains(lower, name)).then_some(AUTOMATED_BROWSER))
    }
}

/// Whether a user agent, in lower case, gives the name of a robot and an address: `NewThingBot/1.0 (+https://newthing.example/bot)`.
/// The words of the address itself are no names.
fn calls_itself_a_robot(user_agent: &[u8]) -> bool {
    let words = user_agent.split(|byte| byte.is_ascii_whitespace() || b";,()[]\"'".contains(byte));
    let is_address = |word: &[u8]| ADDRESS_STARTS.iter().any(|start| contains(word, start));
    let mut has_address = false;
    let mut has_name = false;
    for word in words {
        if is_address(word) {
            has_address = true;
        } else if !has_name {
            // `NewThingBot/1.0` and `newthing:bot` are a name and something else.
            let name = word.split(|byte| b"/:@".contains(byte)).next().unwrap_or_default();
            has_name = is_robots_name(name);
        }
    }
    has_address && has_name
}

/// Whether a name ends like a robot's, or one of its parts does: `quuxly-bot2`, `my_crawler_v3`.
fn is_robots_name(name: &[u8]) -> bool {
    if NO_ROBOTS.contains(&name) {
        return false;
    }
    name.split(|byte| b"-_.".contains(byte)).any(|part| {
        let digits = part.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let part = &part[..part.len() - digits];
        !NO_ROBOTS.contains(&part) && ROBOT_ENDS.iter().any(|end| part.ends_with(end))
    })
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

impl Word {
    /// Whether a general word names the device of a reader and no robot: the model of an Android phone, as in `Android 8.0.0; Expanse`,
    /// or the app of a feed reader or a messenger on one. `user_agent` is in lower case.
    fn names_device(&self, user_agent: &[u8], start: usize) -> bool {
        if self.matching == Matching::WholeWord || is_robots_name(self.text.to_ascii_lowercase().as_bytes()) {
            return false;
        }
        let before = &user_agent[..start];
        let comment = before.iter().rposition(|byte| *byte == b'(').map_or(&before[..0], |at| &before[at..]);
        let is_model =
            !comment.contains(&b')') && contains(comment, b"android ") && contains(user_agent, b"applewebkit");
        let is_app = match self.crawler.purpose {
            CrawlerPurpose::FeedReader => APP_DEVICES.iter().any(|device| contains(user_agent, device)),
            CrawlerPurpose::LinkPreview => contains(user_agent, b" device/"),
            _ => false,
        };
        is_model || is_app
    }

    /// Whether the match at `start..end` meets the condition of [`Matching`].
    fn is_at(&self, user_agent: &[u8], start: usize, end: usize) -> bool {
        match self.matching {
            Matching::Within => &user_agent[start..end] == self.text.as_bytes(),
            Matching::AtTheStart => start == 0 && &user_agent[..end] == self.text.as_bytes(),
            Matching::WholeWord => {
                let is_edge =
                    |byte: Option<&u8>| byte.is_none_or(|b| b.is_ascii_whitespace() || b"/;:(),+[]\"'".contains(b));
                is_edge(start.checked_sub(1).and_then(|before| user_agent.get(before))) && is_edge(user_agent.get(end))
            }
        }
    }
}
