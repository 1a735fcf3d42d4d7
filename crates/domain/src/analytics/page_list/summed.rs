//! A page with its sums, and its conversions to a position and to a row.

use jiff::Timestamp;

use super::question::PagePosition;
use crate::{
    analytics::{
        OTHER_PAGE, PageRow,
        page_day::PageDay,
        page_orders::{PageNumber, Place},
    },
    shared::calendar::UnreadableTime,
};

/// A page with its sums.
pub struct Summed {
    /// `None` for a folder, and for a page that is cited but was never counted.
    pub number: Option<PageNumber>,
    /// Its path; [`OTHER_PAGE`] for the row of all pages without their own row.
    pub path: String,
    /// How its address is spelled, if not as its path.
    pub spelling: Option<String>,
    /// The latest title.
    pub title: Option<String>,
    /// The time of the latest click, in milliseconds.
    pub last_click_at: Option<i64>,
    /// Its activity in the window.
    pub sums: PageDay,
    /// The number of answers in the window that cite it.
    pub citations: i64,
    /// Its asks in the previous window; 0 if the list is not compared.
    pub previous_asks: i64,
}

impl Summed {
    /// Whether this is the row of all pages without their own row.
    pub(super) fn is_other(&self) -> bool {
        self.path == OTHER_PAGE
    }
}

impl Summed {
    pub(super) fn place(&self) -> Place<'_> {
        self.number.map_or(Place::Cited(&self.path), Place::Counted)
    }

    /// The position after this page.
    pub(super) fn next(&self, order: Option<u64>, passed: usize) -> PagePosition {
        let sums = &self.sums;
        PagePosition {
            order,
            passed: u32::try_from(passed).unwrap_or(u32::MAX),
            path: self.path.clone(),
            figures: [
                sums.views,
                sums.ai_clicks,
                sums.social_clicks,
                sums.question_clicks,
                sums.ai_referrals,
                self.citations,
                sums.views_without_widget,
                self.previous_asks,
            ],
            last_click_at_ms: self.last_click_at,
        }
    }

    /// Restores a page from its position, with the figures that were shown.
    pub(super) fn of_place(place: &PagePosition) -> Self {
        let [
            views,
            ai_clicks,
            social_clicks,
            question_clicks,
            ai_referrals,
            citations,
            views_without_widget,
            previous_asks,
        ] = place.figures;
        Self {
            number: None,
            path: place.path.clone(),
            spelling: None,
            title: None,
            last_click_at: place.last_click_at_ms,
            sums: PageDay {
                views,
                views_without_widget,
                ai_clicks,
                social_clicks,
                question_clicks,
                ai_referrals,
                ..PageDay::default()
            },
            citations,
            previous_asks,
        }
    }

    /// The row to show; `top_platform` is the platform whose buttons were clicked most.
    pub(super) fn into_row(self, top_platform: Option<String>) -> Result<PageRow, UnreadableTime> {
        let last_click_at = self.last_click_at.map(Timestamp::from_millisecond).transpose().map_err(|_| {
            let id = self.number.map_or_else(|| self.path.clone(), |number| number.to_string());
            UnreadableTime { object: "pages", field: "last_click_at", id }
        })?;
        Ok(PageRow {
            path: (!self.is_other()).then_some(self.path),
            spelling: self.spelling,
            previous_asks: None,
            title: self.title,
            views: self.sums.views,
            views_with_widget: self.sums.views_with_widget(),
            ai_clicks: self.sums.ai_clicks,
            social_clicks: self.sums.social_clicks,
            question_clicks: self.sums.question_clicks,
            ai_referrals: self.sums.ai_referrals,
            citations: self.citations,
            top_platform,
            last_click_at,
        })
    }
}
