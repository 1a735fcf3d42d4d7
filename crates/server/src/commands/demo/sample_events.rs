//! Creates three months of sample events for a site. The same site and time always give the same events.

use std::collections::VecDeque;

use askline_domain::{
    events::{
        Action, Campaign, Event, EventId, crawler::identify_crawler, device::Device, visit_source::classify_visit,
    },
    pages::identity::PageIdentifier,
    shared::{
        calendar::Day,
        ids::{PromptId, QuestionId, SiteId},
    },
    sites::Site,
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use rand::{Rng as _, RngExt as _, SeedableRng as _, rngs::StdRng};

use super::{
    choice::Choice,
    sample_site::{DAYS, Readers, SamplePage, SampleSite, Share, Source},
};

/// The number of visits to the demo page's site within the last half hour, and the time between two.
const VISITS_NOW: i64 = 10;
const VISIT_NOW_EVERY: SignedDuration = SignedDuration::from_secs(170);

/// The events of one site, oldest day first, none in the future.
pub struct SampleEvents {
    site: SiteId,
    host: String,
    sample: &'static SampleSite,
    questions: Vec<QuestionId>,
    prompts: Vec<PromptId>,
    zone: TimeZone,
    now: Timestamp,
    day: Day,
    random: StdRng,
    ready: VecDeque<Event>,
}

/// The choices for the events of one day.
struct DayChoices {
    day: Day,
    midnight: Timestamp,
    pages: Choice<&'static SamplePage>,
    hours: Choice<i64>,
    assistants: Choice<&'static str>,
    networks: Choice<&'static str>,
    sources: Choice<Source>,
    devices: Choice<Device>,
    crawlers: Choice<String>,
}

impl SampleEvents {
    /// The events of `site` up to `now`. Readers ask the site's `questions`, and use its `prompts` when they ask an assistant.
    pub fn new(
        site: &Site,
        sample: &'static SampleSite,
        questions: Vec<QuestionId>,
        prompts: Vec<PromptId>,
        now: Timestamp,
    ) -> Self {
        let zone = TimeZone::get(sample.timezone).expect("samples name known zones");
        let day = Day(Day::of(now, &zone).0 - DAYS + 1);
        let seed = sample.name.bytes().fold(17_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        Self {
            site: site.id,
            host: site.domain.clone(),
            sample,
            questions,
            prompts,
            zone,
            now,
            day,
            random: StdRng::seed_from_u64(seed),
            ready: VecDeque::new(),
        }
    }

    fn fill_day(&mut self) {
        let Readers { views_per_day, weekdays, presses, .. } = &self.sample.readers;
        let days_ago = Day::of(self.now, &self.zone).0 - self.day.0;
        let Some(level) = self.sample.readers.level(days_ago) else { return };
        let Some(choices) = self.choices(days_ago) else { return };
        let weekday = weekdays[self.day.date().weekday().to_monday_zero_offset() as usize];
        let views = views_per_day * level * weekday * self.random.random_range(0.9..1.1);
        let mut events = Vec::new();
        for _ in 0..views as u32 {
            self.visit(&choices, None, &mut events);
        }
        for _ in 0..(views * presses.crawler) as u32 {
            let crawler = choices.crawlers.pick(&mut self.random).clone();
            let blank = self.blank(&choices);
            events.push(Event { crawler: Some(crawler), ..blank });
        }
        // Today has only events up to now.
        events.retain(|event| event.at <= self.now);
        if days_ago == 0 && self.sample.is_demo_page {
            self.visits_now(&choices, &mut events);
        }
        events.sort_by_key(|event| event.at);
        self.ready.extend(events);
    }

    /// Adds visits shortly before now, so that a demo that is opened at night also has readers.
    fn visits_now(&mut self, choices: &DayChoices, events: &mut Vec<Event>) {
        for visit in 0..VISITS_NOW {
            let at = self.now - VISIT_NOW_EVERY * (visit as i32);
            let view = self.visit(choices, Some(at), events);
            if visit % 3 == 1 {
                let click = self.ai_click(choices);
                events.push(self.after(&view, click));
            }
        }
        events.retain(|event| event.at <= self.now);
    }

    fn choices(&self, days_ago: i32) -> Option<DayChoices> {
        let readers = &self.sample.readers;
        let progress = 1.0 - f64::from(days_ago) / f64::from(DAYS);
        let crawlers = shares(readers.crawlers, progress)
            .filter_map(|(weight, agent)| Some((weight, identify_crawler(agent)?.name.to_owned())));
        let devices = shares(readers.devices, progress)
            .filter_map(|(weight, agent)| Some((weight, Device::of_user_agent(agent)?)));
        Some(DayChoices {
            day: self.day,
            midnight: self.zone.to_ambiguous_timestamp(self.day.date().at(0, 0, 0, 0)).compatible().ok()?,
            pages: Choice::of(self.sample.pages.iter().map(|page| (page.share(days_ago), page)))?,
            hours: Choice::of(readers.hours.into_iter().zip(0..))?,
            assistants: Choice::of(shares(readers.assistants, progress))?,
            networks: Choice::of(shares(readers.networks, progress))?,
            sources: Choice::of(shares(readers.sources, progress))?,
            devices: Choice::of(devices)?,
            crawlers: Choice::of(crawlers)?,
        })
    }

    /// Adds a view of a page, at a random time of the day or `at`, with the clicks that may follow. Returns the view.
    fn visit(&mut self, choices: &DayChoices, at: Option<Timestamp>, events: &mut Vec<Event>) -> Event {
        let presses = &self.sample.readers.presses;
        let mut view = self.view(choices);
        if let Some(at) = at {
            view = self.at(view, at);
        }
        if self.happens(presses.ai) {
            let click = self.ai_click(choices);
            events.push(self.after(&view, click));
        }
        if self.happens(presses.social) {
            let network = (*choices.networks.pick(&mut self.random)).to_owned();
            events.push(self.after(&view, Action::SocialClick { network }));
        }
        if self.happens(presses.question) && !self.questions.is_empty() {
            let all = 0..self.questions.len();
            // Earlier questions are clicked more often, since readers see them first.
            let place = self.random.random_range(all.clone()).min(self.random.random_range(all));
            let question_id = self.questions[place];
            let platform = Some((*choices.assistants.pick(&mut self.random)).to_owned());
            events.push(self.after(&view, Action::QuestionClick { platform, question_id }));
        }
        if self.happens(presses.copy) {
            events.push(self.after(&view, Action::Copy));
        }
        events.push(view.clone());
        view
    }

    fn ai_click(&mut self, choices: &DayChoices) -> Action {
        let platform = (*choices.assistants.pick(&mut self.random)).to_owned();
        let prompt = self.random.random_range(0..self.prompts.len().max(1));
        Action::AiClick { platform, prompt_id: self.prompts.get(prompt).copied() }
    }

    /// What a reader does on a page after opening it.
    fn after(&mut self, view: &Event, action: Action) -> Event {
        let at = view.at + SignedDuration::from_secs(self.random.random_range(5..150));
        let event = Event { event_id: self.event_id(), action, ..view.clone() };
        self.at(event, at)
    }

    fn at(&self, event: Event, at: Timestamp) -> Event {
        let (day, hour) = Day::and_hour_of(at, &self.zone);
        Event { at, day, hour: Some(hour), ..event }
    }

    fn view(&mut self, choices: &DayChoices) -> Event {
        let named = |name: &str| Some(name.to_owned());
        let (referrer, campaign) = match *choices.sources.pick(&mut self.random) {
            Source::Within => (Some(format!("https://{}/", self.host)), Campaign::default()),
            Source::Direct => (None, Campaign::default()),
            Source::Page(referrer) => (named(referrer), Campaign::default()),
            Source::Tagged(referrer, name) => {
                (named(referrer), Campaign { source: named(name), ..Campaign::default() })
            }
            Source::Campaign(name, medium) => {
                (None, Campaign { source: named(name), medium: named(medium), ..Campaign::default() })
            }
        };
        let source = classify_visit(
            referrer.as_deref(),
            campaign.source.as_deref(),
            campaign.medium.as_deref(),
            campaign.name.as_deref(),
            &self.host,
        );
        Event { referrer, campaign, action: Action::View { source, with_widget: true }, ..self.blank(choices) }
    }

    fn blank(&mut self, choices: &DayChoices) -> Event {
        let page = *choices.pages.pick(&mut self.random);
        let within_the_hour = self.random.random_range(0..3_600_000);
        let hour = *choices.hours.pick(&mut self.random);
        let at = choices.midnight + SignedDuration::from_hours(hour) + SignedDuration::from_millis(within_the_hour);
        let event = Event {
            event_id: self.event_id(),
            site: self.site,
            at,
            day: choices.day,
            hour: None,
            path: PageIdentifier::default().of_text(page.path).into_string(),
            spelling: None,
            title: Some(page.title.to_owned()),
            referrer: None,
            campaign: Campaign::default(),
            action: Action::View { source: None, with_widget: true },
            crawler: None,
            device: Some(*choices.devices.pick(&mut self.random)),
            library: None,
        };
        self.at(event, at)
    }

    fn event_id(&mut self) -> EventId {
        EventId((u128::from(self.random.next_u64()) << 64) | u128::from(self.random.next_u64()))
    }

    fn happens(&mut self, part: f64) -> bool {
        self.random.random_bool(part)
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

fn shares<T: Copy>(shares: &[Share<T>], progress: f64) -> impl Iterator<Item = (f64, T)> {
    shares.iter().map(move |share| (share.first + (share.last - share.first) * progress, share.what))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use askline_domain::{
        shared::ids::{Id as _, OrgId},
        sites::{Sightings, SiteSettings},
    };

    use super::*;
    use crate::commands::demo::sites::SAMPLE_SITES;

    fn now() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().expect("a timestamp")
    }

    fn events_of(sample: &'static SampleSite, now: Timestamp) -> Vec<Event> {
        let site = Site {
            id: SiteId::from_bits(1),
            org_id: OrgId::from_bits(2),
            settings: SiteSettings {
                name: sample.name.into(),
                domain: sample.domain.into(),
                aliases: Vec::new(),
                allowed_origins: Vec::new(),
                timezone: sample.timezone.into(),
                ..SiteSettings::default()
            },
            created_at: now,
            updated_at: now,
            sightings: Sightings::default(),
        };
        let questions = (0..sample.questions.len()).map(|place| QuestionId::from_bits(place as u128)).collect();
        SampleEvents::new(&site, sample, questions, vec![PromptId::from_bits(4)], now).collect()
    }

    fn views_by_days_ago(sample: &'static SampleSite) -> BTreeMap<i32, usize> {
        let zone = TimeZone::get(sample.timezone).expect("a zone");
        let today = Day::of(now(), &zone).0;
        let mut views = BTreeMap::new();
        for event in events_of(sample, now()) {
            let is_view = event.crawler.is_none() && matches!(event.action, Action::View { .. });
            *views.entry(today - event.day.0).or_default() += usize::from(is_view);
        }
        views
    }

    #[test]
    fn every_day_up_to_a_sites_last_is_filled_and_nothing_is_in_the_future() {
        for sample in &SAMPLE_SITES {
            let (last, _) = sample.readers.story[sample.readers.story.len() - 1];
            let events = events_of(sample, now());
            let days: HashSet<Day> = events.iter().map(|event| event.day).collect();
            // A reader who opens a page before midnight may click after it.
            let filled = usize::try_from(DAYS - last).expect("not in the future");
            assert!((filled..=filled + 1).contains(&days.len()), "{}: {}", sample.name, days.len());
            assert!(events.iter().all(|event| event.at <= now()));
            assert!(events.iter().any(|event| event.crawler.is_some()));
        }
    }

    #[test]
    fn the_same_site_has_the_same_events_every_time() {
        for sample in &SAMPLE_SITES {
            assert_eq!(events_of(sample, now()), events_of(sample, now()));
        }
    }

    #[test]
    fn each_event_has_an_id_of_its_own() {
        let events = events_of(&SAMPLE_SITES[0], now());
        let ids: HashSet<EventId> = events.iter().map(|event| event.event_id).collect();
        assert_eq!(ids.len(), events.len());
    }

    #[test]
    fn the_demo_site_has_readers_at_any_hour() {
        for hour in 0..24 {
            let now = now() + SignedDuration::from_hours(hour);
            let since = now - SignedDuration::from_mins(30);
            let recent: Vec<Event> =
                events_of(&SAMPLE_SITES[0], now).into_iter().filter(|event| event.at > since).collect();
            assert!(recent.iter().any(|event| matches!(event.action, Action::AiClick { .. })), "{now}");
            assert!(recent.iter().all(|event| event.at <= now));
        }
    }

    #[test]
    fn sample_views_show_a_launch_a_dip_and_an_end() {
        let [river, shop, docs, _] = SAMPLE_SITES.each_ref().map(views_by_days_ago);
        let week = |views: &BTreeMap<i32, usize>, last: i32| {
            (last..last + 7).map(|day| views.get(&day).copied().unwrap_or(0)).sum::<usize>()
        };
        assert!(week(&river, 42) > 3 * week(&river, 51) / 2, "the launch");
        assert!(2 * week(&shop, 38) < week(&shop, 48), "the dip");
        assert!(week(&shop, 20) > 2 * week(&shop, 38), "the dip is over");
        assert_eq!(week(&docs, 0), 0, "the end");
        assert!(docs[&12] > 0, "the last day");
    }
}
