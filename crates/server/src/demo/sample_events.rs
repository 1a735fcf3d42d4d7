//! Three months of a site's events: the same every time for the same site and day, and never in the future.
//!
//! Shares and rhythms are made up to look plausible; nothing here is a measurement of anybody.

use std::collections::VecDeque;

use askline_domain::{
    calendar::Day,
    crawler::identify_crawler,
    event::{Action, Campaign, Event, EventId},
    id::{QuestionId, SiteId},
    site::Site,
    visit_source::classify_visit,
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use rand::{Rng as _, RngExt as _, SeedableRng as _, rngs::StdRng};

use super::sample_sites::SampleSite;

/// Days that are filled, today included.
const DAYS: i32 = 90;
/// The first day has this share of the last one's readers.
const GROWTH_FROM: f64 = 0.55;
/// Readers by weekday, Monday first.
const WEEKDAYS: [f64; 7] = [1.05, 1.1, 1.12, 1.05, 0.95, 0.6, 0.65];
/// Readers by hour, midnight first.
const HOURS: [u32; 24] = [6, 4, 3, 2, 2, 3, 8, 18, 34, 46, 50, 48, 42, 46, 50, 48, 44, 40, 38, 42, 44, 38, 26, 14];
/// What comes of a hundred views, in thousandths of a view.
const AI_CLICKS: u32 = 68;
const QUESTION_CLICKS: u32 = 22;
const SOCIAL_CLICKS: u32 = 15;
const COPIES: u32 = 12;
const CRAWLER_VIEWS: u32 = 90;

const PLATFORMS: &[(&str, u32)] = &[
    ("chatgpt", 47),
    ("claude", 17),
    ("perplexity", 15),
    ("google_ai_mode", 9),
    ("gemini", 6),
    ("grok", 4),
    ("copilot", 2),
];
const NETWORKS: &[(&str, u32)] =
    &[("linkedin", 30), ("whatsapp", 22), ("x", 16), ("reddit", 12), ("bluesky", 8), ("email", 12)];
/// Where readers come from: the referring page, and the campaign in the address.
const SOURCES: &[(Source, u32)] = &[
    (Source::Within, 30),
    (Source::Direct, 26),
    (Source::Page("https://www.google.com/"), 20),
    (Source::Page("https://duckduckgo.com/"), 4),
    (Source::Tagged("https://chatgpt.com/", "chatgpt.com"), 7),
    (Source::Page("https://www.perplexity.ai/"), 3),
    (Source::Page("https://claude.ai/"), 2),
    (Source::Page("https://gemini.google.com/"), 1),
    (Source::Page("https://copilot.microsoft.com/"), 1),
    (Source::Page("https://www.linkedin.com/"), 3),
    (Source::Page("https://www.reddit.com/"), 2),
    (Source::Page("https://news.ycombinator.com/"), 2),
    (Source::Page("https://blog.example.net/links"), 3),
    (Source::Campaign("newsletter", "email"), 4),
];
const CRAWLERS: &[(&str, u32)] = &[
    ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)", 34),
    ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", 26),
    ("Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)", 14),
    ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", 18),
    ("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", 8),
];

#[derive(Clone, Copy)]
enum Source {
    Within,
    Direct,
    Page(&'static str),
    Tagged(&'static str, &'static str),
    Campaign(&'static str, &'static str),
}

/// The events of one site, oldest day first.
pub struct SampleEvents {
    site: SiteId,
    host: String,
    sample: &'static SampleSite,
    questions: Vec<QuestionId>,
    crawlers: Vec<(String, u32)>,
    zone: TimeZone,
    now: Timestamp,
    day: Day,
    random: StdRng,
    ready: VecDeque<Event>,
}

impl SampleEvents {
    /// The events of `site` up to `now`.
    pub fn new(site: &Site, sample: &'static SampleSite, questions: Vec<QuestionId>, now: Timestamp) -> Self {
        let zone = TimeZone::get(&site.timezone).unwrap_or(TimeZone::UTC);
        let day = Day(Day::of(now, &zone).0 - DAYS + 1);
        let crawlers = CRAWLERS
            .iter()
            .filter_map(|(agent, share)| Some((identify_crawler(agent)?.name.to_owned(), *share)))
            .collect();
        let seed = sample.name.bytes().fold(17_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Self {
            site: site.id,
            host: site.domain.clone(),
            sample,
            questions,
            crawlers,
            zone,
            now,
            day,
            random: StdRng::seed_from_u64(seed),
            ready: VecDeque::new(),
        }
    }

    fn fill_day(&mut self) {
        let today = Day::of(self.now, &self.zone);
        let progress = 1.0 - f64::from(today.0 - self.day.0) / f64::from(DAYS);
        let weekday = WEEKDAYS[self.day.date().weekday().to_monday_zero_offset() as usize];
        let chance = self.random.random_range(0.88..1.12);
        let growth = GROWTH_FROM + (1.0 - GROWTH_FROM) * progress;
        let views = (f64::from(self.sample.views_per_day) * weekday * growth * chance) as u32;
        let mut events = Vec::new();
        for _ in 0..views {
            self.visit(&mut events);
        }
        for _ in 0..views * CRAWLER_VIEWS / 1_000 {
            let event = self.crawl();
            events.push(event);
        }
        // Of today only what has happened by now.
        events.retain(|event| event.at <= self.now);
        events.sort_by_key(|event| event.at);
        self.ready.extend(events);
    }

    fn visit(&mut self, events: &mut Vec<Event>) {
        let view = self.view();
        let later =
            |event: &Event, random: &mut StdRng| event.at + SignedDuration::from_secs(random.random_range(5..240));
        let mut clicks = Vec::new();
        if self.happens(AI_CLICKS) {
            clicks.push(Action::AiClick { platform: pick(&mut self.random, PLATFORMS).to_owned(), prompt_id: None });
        }
        if self.happens(SOCIAL_CLICKS) {
            clicks.push(Action::SocialClick { network: pick(&mut self.random, NETWORKS).to_owned() });
        }
        if self.happens(QUESTION_CLICKS) && !self.questions.is_empty() {
            let question_id = self.questions[self.random.random_range(0..self.questions.len())];
            let platform = Some(pick(&mut self.random, PLATFORMS).to_owned());
            clicks.push(Action::QuestionClick { platform, question_id });
        }
        if self.happens(COPIES) {
            clicks.push(Action::Copy);
        }
        for action in clicks {
            let at = later(&view, &mut self.random);
            let event = Event { event_id: self.event_id(), at, day: Day::of(at, &self.zone), action, ..view.clone() };
            events.push(event);
        }
        events.push(view);
    }

    fn view(&mut self) -> Event {
        let source = pick_copied(&mut self.random, SOURCES);
        let (referrer, campaign) = match source {
            Source::Within => (Some(format!("https://{}/", self.host)), Campaign::default()),
            Source::Direct => (None, Campaign::default()),
            Source::Page(referrer) => (Some(referrer.to_owned()), Campaign::default()),
            Source::Tagged(referrer, name) => {
                (Some(referrer.to_owned()), Campaign { source: Some(name.into()), ..Campaign::default() })
            }
            Source::Campaign(name, medium) => {
                let campaign =
                    Campaign { source: Some(name.into()), medium: Some(medium.into()), ..Campaign::default() };
                (None, campaign)
            }
        };
        let source = classify_visit(
            referrer.as_deref(),
            campaign.source.as_deref(),
            campaign.medium.as_deref(),
            campaign.name.as_deref(),
            &self.host,
        );
        Event { referrer, campaign, action: Action::View { source }, ..self.blank() }
    }

    fn crawl(&mut self) -> Event {
        let blank = self.blank();
        let names: Vec<(&str, u32)> = self.crawlers.iter().map(|(name, share)| (name.as_str(), *share)).collect();
        let crawler = (!names.is_empty()).then(|| pick(&mut self.random, &names).to_owned());
        Event { crawler, ..blank }
    }

    fn blank(&mut self) -> Event {
        let shares: Vec<(usize, u32)> =
            self.sample.pages.iter().enumerate().map(|(place, (_, _, share))| (place, *share)).collect();
        let (path, title, _) = self.sample.pages[pick_copied(&mut self.random, &shares)];
        let at = self.time();
        Event {
            event_id: self.event_id(),
            site: self.site,
            at,
            day: Day::of(at, &self.zone),
            path: path.to_owned(),
            title: Some(title.to_owned()),
            referrer: None,
            campaign: Campaign::default(),
            action: Action::View { source: None },
            crawler: None,
        }
    }

    /// A time on this day, by the day's rhythm.
    fn time(&mut self) -> Timestamp {
        let hours: Vec<(i64, u32)> = (0..).zip(HOURS).collect();
        let hour = pick_copied(&mut self.random, &hours);
        let within = self.random.random_range(0..3_600_000);
        let midnight = self.zone.to_ambiguous_timestamp(self.day.date().at(0, 0, 0, 0)).compatible();
        let start = midnight.unwrap_or(self.now);
        start + SignedDuration::from_hours(hour) + SignedDuration::from_millis(within)
    }

    fn event_id(&mut self) -> EventId {
        EventId((u128::from(self.random.next_u64()) << 64) | u128::from(self.random.next_u64()))
    }

    fn happens(&mut self, thousandths: u32) -> bool {
        self.random.random_range(0..1_000) < thousandths
    }
}

impl Iterator for SampleEvents {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let today = Day::of(self.now, &self.zone);
        while self.ready.is_empty() && self.day <= today {
            self.fill_day();
            self.day = Day(self.day.0 + 1);
        }
        self.ready.pop_front()
    }
}

fn pick<'a>(random: &mut StdRng, shares: &[(&'a str, u32)]) -> &'a str {
    pick_copied(random, shares)
}

fn pick_copied<T: Copy>(random: &mut StdRng, shares: &[(T, u32)]) -> T {
    let whole: u32 = shares.iter().map(|(_, share)| share).sum();
    let mut place = random.random_range(0..whole);
    for (value, share) in shares {
        if place < *share {
            return *value;
        }
        place -= share;
    }
    shares[0].0
}

#[cfg(test)]
mod tests {
    use askline_domain::{id::Id as _, link_registry::LinkRegistry, site::Sightings, social_network};

    use super::*;
    use crate::demo::sample_sites::SAMPLE_SITES;

    fn example(now: Timestamp) -> Vec<Event> {
        let sample = &SAMPLE_SITES[0];
        let site = Site {
            id: SiteId::from_bits(1),
            org_id: askline_domain::id::OrgId::from_bits(2),
            name: sample.name.into(),
            domain: sample.domain.into(),
            aliases: Vec::new(),
            allowed_origins: Vec::new(),
            timezone: sample.timezone.into(),
            created_at: now,
            updated_at: now,
            sightings: Sightings::default(),
        };
        SampleEvents::new(&site, sample, vec![QuestionId::from_bits(3)], now).collect()
    }

    #[test]
    fn every_day_is_filled_and_nothing_is_in_the_future() {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().expect("a timestamp");
        let events = example(now);
        let mut days: Vec<Day> = events.iter().map(|event| event.day).collect();
        days.dedup();
        days.sort();
        days.dedup();
        assert!((DAYS as usize..=DAYS as usize + 1).contains(&days.len()), "{}", days.len());
        assert!(events.iter().all(|event| event.at <= now));
        assert!(events.iter().any(|event| event.crawler.is_some()));
    }

    #[test]
    fn the_same_site_has_the_same_events_every_time() {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().expect("a timestamp");
        assert_eq!(example(now), example(now));
    }

    #[test]
    fn every_name_is_one_that_the_service_knows() {
        assert!(PLATFORMS.iter().all(|(id, _)| LinkRegistry::built_in().get(id).is_some()));
        assert!(NETWORKS.iter().all(|(id, _)| social_network::get(id).is_some()));
        assert!(CRAWLERS.iter().all(|(agent, _)| identify_crawler(agent).is_some()));
    }
}
