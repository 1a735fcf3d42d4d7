//! What a report is about: a site, days, filters.

use askline_domain::{
    analytics::{
        filter::AnalyticsFilter,
        series::{Interval, Rows},
    },
    rules::decision::OrderedRules,
    shared::calendar::Window,
    sites::Site,
    widget::config::WidgetConfig,
};
use jiff::tz::TimeZone;

use super::before::Before;

/// A site that is reported on.
#[derive(Clone, Copy)]
pub struct ReportedSite<'s> {
    /// The site.
    pub site: &'s Site,
    /// Its time zone.
    pub time_zone: &'s TimeZone,
    /// Its configuration, which contains the texts of questions.
    pub config: &'s WidgetConfig,
    /// Its rules, which may contain questions, too.
    pub rules: &'s OrderedRules,
}

/// A question about what was counted on a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The days.
    pub window: Window,
    /// The length of a row of the series.
    pub interval: Interval,
    /// The filters.
    pub filter: AnalyticsFilter,
    /// The window to compare with, if any.
    pub before: Option<Before>,
}

impl ReportedSite<'_> {
    /// The current label of one of the site's own items; `None` if it was removed.
    pub fn item_label(&self, id: &str) -> Option<String> {
        self.config.menu.iter().find(|item| item.id.to_string() == id).map(|item| item.label.clone())
    }

    /// The current text of a question; `None` if it was removed.
    pub fn question_text(&self, id: &str) -> Option<String> {
        let of_rules = self.rules.iter().flat_map(|rule| rule.settings.action.questions());
        let mut asked = self.config.questions.items.iter().chain(of_rules);
        asked.find(|item| item.id.to_string() == id).map(|item| item.text.clone())
    }
}

impl Question {
    /// The rows of a series over these days.
    pub fn rows(&self, window: Window, zone: &TimeZone) -> Rows {
        Rows::of(window, self.interval, zone)
    }
}
