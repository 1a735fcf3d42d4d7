//! Events: what a reader did on a page, and which data about it is stored.
//!
//! No IP address, no cookie and no fingerprint is stored, and of a query string only `utm_*`.

pub mod asked_question;
pub mod crawler;
pub mod device;
pub mod hit;
pub mod offered_ids;
pub mod visit_source;

use std::{fmt, str::FromStr};

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::{Uuid, fmt::Hyphenated};

use crate::{
    events::{device::Device, visit_source::VisitSource},
    shared::{
        calendar::Day,
        ids::{MenuItemId, PromptId, QuestionId, SiteId},
    },
};

/// The types of events that a widget sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventType {
    /// A page of the site was opened.
    View,
    /// An AI button was clicked.
    AiClick,
    /// A share button was clicked.
    SocialClick,
    /// A suggested question was clicked, or the reader asked their own.
    QuestionClick,
    /// One of the site's own items was clicked.
    ItemClick,
    /// The link, the page as Markdown, or a prompt was copied.
    Copy,
}

words! {
    EventType, "a type of event":
    View = "view",
    AiClick = "ai_click",
    SocialClick = "social_click",
    QuestionClick = "question_click",
    ItemClick = "item_click",
    Copy = "copy",
}

/// How long a repeated event is recognized: as long as the widget keeps unsent events.
pub const EVENT_IDS_REMEMBERED: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A 128-bit UUID that the widget creates. Events of a site with the same id count once within
/// [`EVENT_IDS_REMEMBERED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub u128);

/// A text that is not a UUID in the usual form with four hyphens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a UUID")]
pub struct NotAUuid;

impl FromStr for EventId {
    type Err = NotAUuid;
    fn from_str(text: &str) -> Result<Self, NotAUuid> {
        // Of all forms that the crate reads, only this one has this length.
        if text.len() != Hyphenated::LENGTH {
            return Err(NotAUuid);
        }
        Uuid::try_parse(text).map(|id| Self(id.as_u128())).map_err(|_| NotAUuid)
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Uuid::from_u128(self.0).hyphenated().fmt(f)
    }
}

/// The campaign parameters of a page's address, each with at most 200 characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Campaign {
    /// `utm_source`.
    pub source: Option<String>,
    /// `utm_medium`.
    pub medium: Option<String>,
    /// `utm_campaign`.
    pub name: Option<String>,
    /// `utm_term`.
    pub term: Option<String>,
    /// `utm_content`.
    pub content: Option<String>,
}

/// What was done, with the data that is specific to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A page was opened.
    View {
        /// Where the reader came from; `None` if from the same site.
        source: Option<VisitSource>,
        /// Whether the page showed the widget, so that the reader could ask there.
        with_widget: bool,
    },
    /// An AI button was clicked.
    AiClick {
        /// The platform.
        platform: String,
        /// The prompt.
        prompt_id: Option<PromptId>,
    },
    /// A share button was clicked.
    SocialClick {
        /// The network.
        network: String,
    },
    /// A question was asked: a suggested one, or the reader's own.
    QuestionClick {
        /// The platform that was opened.
        platform: Option<String>,
        /// The question's id; see [`crate::events::asked_question::AskedQuestion::counted_id`].
        question_id: QuestionId,
    },
    /// One of the site's own items was clicked.
    ItemClick {
        /// The item.
        item_id: MenuItemId,
    },
    /// Something was copied.
    Copy,
}

impl Action {
    /// The event's type.
    pub fn event_type(&self) -> EventType {
        match self {
            Action::View { .. } => EventType::View,
            Action::AiClick { .. } => EventType::AiClick,
            Action::SocialClick { .. } => EventType::SocialClick,
            Action::QuestionClick { .. } => EventType::QuestionClick,
            Action::ItemClick { .. } => EventType::ItemClick,
            Action::Copy => EventType::Copy,
        }
    }
}

/// An event as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The id that the widget gave it.
    pub event_id: EventId,
    /// The site.
    pub site: SiteId,
    /// When it happened: the time of arrival, minus the age that the widget reported.
    pub at: Timestamp,
    /// The site's calendar day at that time.
    pub day: Day,
    /// The hour of that day, counted from its midnight: 0 to 24, since a day has up to 25 hours. Unknown for events
    /// that were stored before hours were counted.
    pub hour: Option<u8>,
    /// The page's identity: its path, percent-encoded, with the query parameters and the hash route that belong to it.
    pub path: String,
    /// How its address is spelled, if not as `path`. Of an event that was read: how the page's address is spelled now.
    pub spelling: Option<String>,
    /// The page's title, at most 300 characters.
    pub title: Option<String>,
    /// The scheme, host and path of the referring page.
    pub referrer: Option<String>,
    /// Campaign parameters of the page's address.
    pub campaign: Campaign,
    /// What was done.
    pub action: Action,
    /// The name of the crawler, if it was one. Crawlers are counted separately from people.
    pub crawler: Option<String>,
    /// The device, if known. It is counted, but not stored.
    pub device: Option<Device>,
    /// The HTTP library that sent it, if it was one. It is counted, but not stored.
    pub library: Option<&'static str>,
}

/// What is counted for each site, page and day, and by which two labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CounterKind {
    /// Page views. No labels.
    View = 1,
    /// Clicks on an AI button. Label: platform.
    AiClick = 2,
    /// Clicks on a share button. Label: network.
    SocialClick = 3,
    /// Clicks on suggested questions, and readers' own questions. Label: platform or empty; detail: question id.
    QuestionClick = 4,
    /// Copies. Label: `copy`.
    Copy = 5,
    /// Visits from outside the site. Label: the source's kind; detail: its name.
    Visit = 6,
    /// Anything done by a crawler. Label: its name.
    Crawler = 7,
    /// Clicks on an AI button, counted again by prompt. Label: platform; detail: prompt id, or empty.
    PromptClick = 8,
    /// Page views, counted again by device. Label: the device.
    DeviceView = 9,
    /// Clicks on assistants' buttons and on questions, counted again by device. Label: the device; detail: platform or empty.
    DeviceAsk = 10,
    /// Page views without a widget, counted again. No labels.
    ViewWithoutWidget = 11,
    /// Page views by HTTP libraries, counted again. Label: the library.
    LibraryView = 12,
    /// Clicks on the site's own items. Detail: the item's id.
    ItemClick = 13,
}

impl CounterKind {
    /// Every kind.
    pub const EVERY: [CounterKind; 13] = [
        CounterKind::View,
        CounterKind::AiClick,
        CounterKind::SocialClick,
        CounterKind::QuestionClick,
        CounterKind::Copy,
        CounterKind::Visit,
        CounterKind::Crawler,
        CounterKind::PromptClick,
        CounterKind::DeviceView,
        CounterKind::DeviceAsk,
        CounterKind::ViewWithoutWidget,
        CounterKind::LibraryView,
        CounterKind::ItemClick,
    ];

    /// Whether raw events contain what was counted, so that it can be counted again. They contain neither device nor library.
    pub const fn is_recountable(self) -> bool {
        !matches!(self, CounterKind::DeviceView | CounterKind::DeviceAsk | CounterKind::LibraryView)
    }
}

/// One addition to a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Count<'a> {
    /// The counter's kind.
    pub kind: CounterKind,
    /// Its first label.
    pub label: &'a str,
    /// Its second label.
    pub detail: Detail<'a>,
}

/// A second label. An id stays a number until it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Detail<'a> {
    /// No second label.
    None,
    /// A text.
    Text(&'a str),
    /// A question.
    Question(QuestionId),
    /// A prompt.
    Prompt(PromptId),
    /// One of the site's own items.
    Item(MenuItemId),
}

impl Event {
    /// The counters that this event raises by one: one to five.
    ///
    /// Live counting and recounts both call this, so they cannot disagree.
    pub fn counts(&self) -> impl Iterator<Item = Count<'_>> {
        let (first, second) = match (&self.crawler, &self.action) {
            (Some(crawler), _) => (count(CounterKind::Crawler, crawler, Detail::None), None),
            (None, Action::View { source, .. }) => (
                count(CounterKind::View, "", Detail::None),
                source
                    .as_ref()
                    .map(|source| count(CounterKind::Visit, source.kind.as_str(), Detail::Text(&source.name))),
            ),
            (None, Action::AiClick { platform, prompt_id }) => (
                count(CounterKind::AiClick, platform, Detail::None),
                Some(count(CounterKind::PromptClick, platform, prompt_id.map_or(Detail::None, Detail::Prompt))),
            ),
            (None, Action::SocialClick { network }) => (count(CounterKind::SocialClick, network, Detail::None), None),
            (None, Action::QuestionClick { platform, question_id }) => (
                count(CounterKind::QuestionClick, platform.as_deref().unwrap_or(""), Detail::Question(*question_id)),
                None,
            ),
            (None, Action::ItemClick { item_id }) => (count(CounterKind::ItemClick, "", Detail::Item(*item_id)), None),
            (None, Action::Copy) => (count(CounterKind::Copy, "copy", Detail::None), None),
        };
        [Some(first), second, self.device_count(), self.widget_count(), self.library_count()].into_iter().flatten()
    }

    fn device_count(&self) -> Option<Count<'_>> {
        let device = self.device.filter(|_| self.crawler.is_none())?.as_str();
        let of_ask = |platform| count(CounterKind::DeviceAsk, device, Detail::Text(platform));
        match &self.action {
            Action::View { .. } => Some(count(CounterKind::DeviceView, device, Detail::None)),
            Action::AiClick { platform, .. } => Some(of_ask(platform)),
            Action::QuestionClick { platform, .. } => Some(of_ask(platform.as_deref().unwrap_or(""))),
            Action::SocialClick { .. } | Action::ItemClick { .. } | Action::Copy => None,
        }
    }

    fn widget_count(&self) -> Option<Count<'_>> {
        let is_without = self.crawler.is_none() && matches!(self.action, Action::View { with_widget: false, .. });
        is_without.then(|| count(CounterKind::ViewWithoutWidget, "", Detail::None))
    }

    fn library_count(&self) -> Option<Count<'_>> {
        let is_view = self.crawler.is_none() && matches!(self.action, Action::View { .. });
        self.library.filter(|_| is_view).map(|library| count(CounterKind::LibraryView, library, Detail::None))
    }

    /// Whether a person clicked something. A page's `lastClickAt` is the time of the latest such event.
    pub fn is_click(&self) -> bool {
        self.crawler.is_none() && !matches!(self.action, Action::View { .. })
    }
}

fn count<'a>(kind: CounterKind, label: &'a str, detail: Detail<'a>) -> Count<'a> {
    Count { kind, label, detail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_uuid_reads_back_as_it_was_written(bits: u128) {
            let id = EventId(bits);
            prop_assert_eq!(id.to_string().parse::<EventId>(), Ok(id));
            prop_assert_eq!(id.to_string().to_uppercase().parse::<EventId>(), Ok(id));
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "\\PC{0,40}") {
            let _ = text.parse::<EventId>();
        }
    }

    #[test]
    fn texts_that_are_no_uuid_are_refused() {
        for text in [
            "",
            "1",
            "0193a1b2c3d47abc8def0123456789ab",
            "0193a1b2-c3d4-7abc-8def-0123456789ag",
            "0193a1b2-c3d4-7abc-8def0-123456789ab",
            "{0193a1b2-c3d4-7abc-8def-0123456789ab}",
            "urn:uuid:0193a1b2-c3d4-7abc-8def-0123456789ab",
            "+193a1b2-c3d4-7abc-8def-0123456789ab",
        ] {
            assert_eq!(text.parse::<EventId>(), Err(NotAUuid), "{text}");
        }
    }
}
