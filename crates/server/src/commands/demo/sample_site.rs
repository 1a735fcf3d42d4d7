//! What a site of the demo consists of, and how it changed.

use askline_domain::{engines::Engine, organizations::plan::Plan};

/// The command, as audit entries name it.
pub const COMMAND: &str = "askline demo";
/// The number of days with data, including today.
pub const DAYS: i32 = 90;
/// The number of runs of each monitor.
pub const RUNS: usize = 45;
/// The number of days between two runs.
pub const RUN_DAYS: i32 = 2;
/// The number of samples for each engine in a run.
pub const SAMPLES: u8 = 3;

/// A sample site.
pub struct SampleSite {
    /// The plan of its organization.
    pub plan: Plan,
    /// Its name.
    pub name: &'static str,
    /// Its domain.
    pub domain: &'static str,
    /// The time zone of its days.
    pub timezone: &'static str,
    /// Whether the page at `/demo/` belongs to it; it then also has activity in the last minutes.
    pub is_demo_page: bool,
    /// Its suggested questions.
    pub questions: &'static [&'static str],
    /// Its pages.
    pub pages: &'static [SamplePage],
    /// Its readers.
    pub readers: Readers,
    /// Its monitors.
    pub monitors: &'static [SampleMonitor],
}

/// A page.
pub struct SamplePage {
    /// Its path.
    pub path: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How often it is read, relative to the other pages.
    pub share: f64,
    /// How many days ago it was published; more than [`DAYS`] if it always existed.
    pub published_days_ago: i32,
}

/// The readers of a site: how many, when, from where, and what they click.
pub struct Readers {
    /// Views on an ordinary day.
    pub views_per_day: f64,
    /// What happened: how many days ago, and the views as a share of those on an ordinary day. Days in between are
    /// interpolated; the last entry is the widget's last day on the site.
    pub story: &'static [(i32, f64)],
    /// The factor of the views by weekday, Monday first.
    pub weekdays: [f64; 7],
    /// The weight of each hour of the site's day, midnight first.
    pub hours: [f64; 24],
    /// What readers do after a view.
    pub presses: Presses,
    /// The assistants that are asked.
    pub assistants: &'static [Share<&'static str>],
    /// The networks on which pages are shared.
    pub networks: &'static [Share<&'static str>],
    /// The sources of visits.
    pub sources: &'static [Share<Source>],
    /// Their browsers, by user agent.
    pub devices: &'static [Share<&'static str>],
    /// Crawlers, by their user agents.
    pub crawlers: &'static [Share<&'static str>],
}

/// What readers do after a view, and what crawlers read, as shares of all views.
pub struct Presses {
    /// The reader asks an assistant about the page.
    pub ai: f64,
    /// The reader asks a suggested question.
    pub question: f64,
    /// The reader shares the page.
    pub social: f64,
    /// The reader copies the page.
    pub copy: f64,
    /// A crawler reads a page.
    pub crawler: f64,
}

/// How often an item is picked, relative to the others, on the first and on the last day.
pub struct Share<T> {
    /// The item.
    pub what: T,
    /// Its weight on the first day.
    pub first: f64,
    /// Its weight on the last day.
    pub last: f64,
}

/// Where a reader comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// Another page of the site.
    Within,
    /// The browser names no referrer.
    Direct,
    /// A page that links to the site.
    Page(&'static str),
    /// A page that links to the site and names itself in `utm_source`.
    Tagged(&'static str, &'static str),
    /// A campaign: `utm_source` and `utm_medium`.
    Campaign(&'static str, &'static str),
}

/// A question that engines are asked regularly.
pub struct SampleMonitor {
    /// The question.
    pub query: &'static str,
    /// The competitors' domains.
    pub competitors: &'static [&'static str],
    /// The engines, each with its levels: since how many days ago it cites the site, and in about how many of [`SAMPLES`]
    /// answers.
    pub engines: &'static [(Engine, &'static [(i32, u8)])],
    /// What engines say based on the site's own page; `url` is its path.
    pub own: CitedSentence,
    /// What engines say based on pages of others.
    pub others: &'static [CitedSentence],
}

/// The number of days since a run; 0 for the newest.
pub fn days_ago(run: usize) -> i32 {
    RUN_DAYS * (RUNS - 1 - run) as i32
}

/// In how many answers of a run an engine cites the site, by its levels. A level between zero and all varies by one.
pub fn cited_in(levels: &[(i32, u8)], run: usize) -> u8 {
    const SWAY: [i8; 7] = [0, 1, -1, 0, 0, -1, 1];
    let reached = levels.iter().rev().find(|(from, _)| days_ago(run) <= *from);
    match reached.map_or(0, |(_, level)| *level) {
        level @ (0 | SAMPLES) => level,
        level => level.saturating_add_signed(SWAY[run % SWAY.len()]).min(SAMPLES),
    }
}

/// A sentence of an answer, and the page that it is based on.
pub struct CitedSentence {
    /// The sentence.
    pub text: &'static str,
    /// The URL of the page.
    pub url: &'static str,
    /// Its title.
    pub title: &'static str,
}

impl Readers {
    /// The views on a day, as a share of those on an ordinary day, by the story; `None` after its end.
    pub fn level(&self, days_ago: i32) -> Option<f64> {
        let (end, _) = self.story.last()?;
        if days_ago < *end {
            return None;
        }
        let after = self.story.iter().position(|(day, _)| *day <= days_ago)?;
        let (day, level) = self.story[after];
        let (earlier, level_before) = self.story[after.saturating_sub(1)];
        let way = f64::from(earlier - days_ago) / f64::from((earlier - day).max(1));
        Some(level_before + (level - level_before) * way.clamp(0.0, 1.0))
    }
}

impl SamplePage {
    /// The share of a page on a day; a new page is read four times as often at first.
    pub fn share(&self, days_ago: i32) -> f64 {
        let age = self.published_days_ago - days_ago;
        match age {
            ..0 => 0.0,
            _ if self.published_days_ago > DAYS => self.share,
            _ => self.share * (1.0 + 3.0 * (-f64::from(age) / 4.0).exp()),
        }
    }
}

/// A share that is the same on each day.
pub const fn steady<T>(what: T, share: f64) -> Share<T> {
    Share { what, first: share, last: share }
}

/// A share that changes evenly from the first to the last day.
pub const fn moving<T>(what: T, first: f64, last: f64) -> Share<T> {
    Share { what, first, last }
}

/// A page that always existed.
pub const fn page(path: &'static str, title: &'static str, share: f64) -> SamplePage {
    SamplePage { path, title, share, published_days_ago: DAYS + 1 }
}

pub const fn said(text: &'static str, url: &'static str, title: &'static str) -> CitedSentence {
    CitedSentence { text, url, title }
}

/// Readers at work: mornings and afternoons.
pub const OFFICE_HOURS: [f64; 24] = [
    4.0, 3.0, 2.0, 2.0, 2.0, 3.0, 8.0, 20.0, 42.0, 55.0, 56.0, 50.0, 38.0, 50.0, 55.0, 54.0, 48.0, 36.0, 24.0, 20.0,
    20.0, 16.0, 11.0, 7.0,
];
/// Readers at home: a peak at noon, and most views in the evening.
pub const EVENING_HOURS: [f64; 24] = [
    10.0, 5.0, 3.0, 2.0, 2.0, 3.0, 8.0, 16.0, 22.0, 26.0, 30.0, 36.0, 42.0, 36.0, 30.0, 30.0, 32.0, 36.0, 44.0, 58.0,
    64.0, 56.0, 38.0, 20.0,
];

pub const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
    Version/26.0 Mobile/15E148 Safari/604.1";
pub const ANDROID_PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
    Mobile Safari/537.36";
pub const ANDROID_TABLET: &str =
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
pub const WINDOWS: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
    Safari/537.36";
pub const LINUX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
/// Readers at home: more and more phones.
pub const HOME_DEVICES: &[Share<&str>] = &[
    moving(IPHONE, 26.0, 31.0),
    moving(ANDROID_PHONE, 27.0, 29.0),
    steady(ANDROID_TABLET, 8.0),
    steady(WINDOWS, 36.0),
];
/// Readers at work.
pub const OFFICE_DEVICES: &[Share<&str>] =
    &[steady(WINDOWS, 52.0), steady(LINUX, 34.0), steady(IPHONE, 9.0), steady(ANDROID_TABLET, 2.0)];
pub const GPT_BOT: &str =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
pub const CLAUDE_BOT: &str =
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)";
pub const PERPLEXITY_BOT: &str = "Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)";
pub const GOOGLE_BOT: &str = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
pub const BING_BOT: &str = "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)";
/// The crawlers of most sites.
pub const CRAWLERS: &[Share<&str>] = &[
    moving(GPT_BOT, 26.0, 38.0),
    moving(CLAUDE_BOT, 18.0, 28.0),
    moving(PERPLEXITY_BOT, 8.0, 16.0),
    steady(GOOGLE_BOT, 20.0),
    steady(BING_BOT, 8.0),
];
/// The networks on which articles are shared.
pub const NETWORKS: &[Share<&str>] = &[
    steady("linkedin", 24.0),
    steady("whatsapp", 26.0),
    steady("x", 12.0),
    steady("reddit", 14.0),
    moving("bluesky", 6.0, 12.0),
    steady("email", 14.0),
];
