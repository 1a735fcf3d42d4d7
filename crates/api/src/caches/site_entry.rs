//! A cached site: parsed once, used by the guard, event intake and payload.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use askline_app::{
    ports::{StoreError, sites::ConfigVersion},
    reports::question::ReportedSite,
    sites::payload::{LeftOut, languages::Languages},
};
use askline_domain::{
    events::{hit::HitContext, offered_ids::OfferedIds},
    pages::identity::PageIdentifier,
    platforms::link_registry::LinkRegistry,
    prompts::PromptWarning,
    rules::{PromptRule, decision::OrderedRules},
    shared::{
        calendar::DaySpan,
        ids::{MenuItemId, PromptId, QuestionId},
    },
    sites::Site,
};
use jiff::{Timestamp, tz::TimeZone};

use crate::caches::packed_data::SharedData;

/// A site, its configuration, and what is derived from them.
pub struct SiteEntry {
    /// The site.
    pub site: Site,
    /// Its current configuration.
    pub config: ConfigVersion,
    /// Its rules.
    pub rules: OrderedRules,
    /// The questions and prompts that its readers may have clicked.
    pub offered: OfferedIds,
    /// Its time zone.
    pub time_zone: TimeZone,
    /// Decides which page an address means.
    pub pages: PageIdentifier,
    /// The day of the last event, because the next event is usually on the same day.
    last_day: Mutex<Option<DaySpan>>,
    /// The payload for callers without an API key, with its entity tag; created at the first request.
    pub payload: OnceLock<Arc<Payload>>,
    /// The payloads for pages in one language, by [`Languages::of_page`], each created at its first request.
    pub payloads: Mutex<HashMap<String, Arc<Payload>>>,
    /// The policy's findings in the texts of its configuration, if the operator only warns. Computed at the first read.
    pub against_policy: OnceLock<Vec<(String, PromptWarning)>>,
}

/// The payload for callers without an API key, ready to be sent.
pub struct Payload {
    /// The `data` of the response.
    pub data: Arc<SharedData>,
    /// The entity tag, including its quotes.
    pub etag: String,
    /// What was left out because the payload would be too large.
    pub left_out: LeftOut,
    /// The languages for which the payload differs.
    pub languages: Languages,
}

impl SiteEntry {
    /// Derives the entry from what the store returned.
    pub fn new(
        site: Site,
        config: ConfigVersion,
        rules: Vec<PromptRule>,
        offered: OfferedIds,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            time_zone: site.time_zone()?,
            pages: PageIdentifier::new(&site.pages),
            site,
            config,
            rules: OrderedRules::new(rules),
            offered,
            last_day: Mutex::new(None),
            payload: OnceLock::new(),
            payloads: Mutex::default(),
            against_policy: OnceLock::new(),
        })
    }

    /// The site as reports need it.
    pub fn reported(&self) -> ReportedSite<'_> {
        ReportedSite { site: &self.site, time_zone: &self.time_zone, config: &self.config.config, rules: &self.rules }
    }

    /// The day on which `at` falls in the site's zone.
    pub(crate) fn day_of(&self, at: Timestamp) -> DaySpan {
        let mut last = self.last_day.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some(day) if day.holds(at) => day,
            _ => *last.insert(DaySpan::of(at, &self.time_zone)),
        }
    }
}

/// A site as the intake sees it: its own custom platforms count as known.
pub struct Intake<'a> {
    /// The platforms that this instance knows.
    pub link_registry: &'a LinkRegistry,
    /// The site.
    pub entry: &'a SiteEntry,
}

impl HitContext for Intake<'_> {
    fn day_of(&self, at: Timestamp) -> DaySpan {
        self.entry.day_of(at)
    }

    fn allows_origin(&self, origin: &str) -> bool {
        self.entry.site.allowed_origins.iter().any(|allowed| allowed == origin)
    }

    fn knows_platform(&self, id: &str) -> bool {
        self.link_registry.get(id).is_some()
            || self.entry.config.config.custom_platforms.iter().any(|custom| custom.id == id)
    }

    fn knows_network(&self, id: &str) -> bool {
        askline_domain::platforms::social_network::get(id).is_some()
    }

    fn had_question(&self, id: QuestionId) -> bool {
        self.entry.offered.questions.contains(&id)
    }

    fn takes_own_questions(&self) -> bool {
        self.entry.config.config.questions.own
    }

    fn had_prompt(&self, id: PromptId) -> bool {
        self.entry.offered.prompts.contains(&id)
    }

    fn had_item(&self, id: MenuItemId) -> bool {
        self.entry.offered.items.contains(&id)
    }

    fn page_identifier(&self) -> &PageIdentifier {
        &self.entry.pages
    }
}
