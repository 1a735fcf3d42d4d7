//! The activity on a page.

use super::ask_rate::asks;
use crate::events::{Action, Event, visit_source::VisitKind};

/// The activity on a page, on one day or several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PageDay {
    /// Views by readers.
    pub views: i64,
    /// Views on which the page showed no widget.
    pub views_without_widget: i64,
    /// Clicks on an assistant's button. Questions are not included.
    pub ai_clicks: i64,
    /// Clicks on share buttons.
    pub social_clicks: i64,
    /// Clicks on a question, suggested or the reader's own.
    pub question_clicks: i64,
    /// Visits that an AI assistant sent.
    pub ai_referrals: i64,
    /// Views on known kinds of devices: phones, tablets, desktops.
    pub device_views: [i64; 3],
}

impl PageDay {
    /// Whether there was activity that belongs to a platform: clicks, or visits from AI. Views do not.
    pub fn has_platform(&self) -> bool {
        self.ai_clicks != 0 || self.social_clicks != 0 || self.question_clicks != 0 || self.ai_referrals != 0
    }

    /// Clicks on assistants' buttons and on questions.
    pub fn asks(&self) -> i64 {
        asks(self.ai_clicks, self.question_clicks)
    }

    /// Views on which the reader could ask, because the page showed a widget.
    pub fn views_with_widget(&self) -> i64 {
        self.views - self.views_without_widget
    }

    /// Adds the activity of another day or another page.
    pub fn add_day(&mut self, more: &PageDay) {
        self.views += more.views;
        self.views_without_widget += more.views_without_widget;
        self.ai_clicks += more.ai_clicks;
        self.social_clicks += more.social_clicks;
        self.question_clicks += more.question_clicks;
        self.ai_referrals += more.ai_referrals;
        for (views, more) in self.device_views.iter_mut().zip(more.device_views) {
            *views += more;
        }
    }

    /// Adds one event of a reader. Copies and clicks on own items are not counted here.
    pub fn add(&mut self, event: &Event) {
        match &event.action {
            Action::View { source, with_widget } => {
                self.views += 1;
                self.views_without_widget += i64::from(!with_widget);
                if let Some(device) = event.device {
                    self.device_views[device as usize] += 1;
                }
                let is_referral = source.as_ref().is_some_and(|source| source.kind == VisitKind::AiAssistant);
                self.ai_referrals += i64::from(is_referral);
            }
            Action::AiClick { .. } => self.ai_clicks += 1,
            Action::SocialClick { .. } => self.social_clicks += 1,
            Action::QuestionClick { .. } => self.question_clicks += 1,
            Action::ItemClick { .. } | Action::Copy => {}
        }
    }
}
