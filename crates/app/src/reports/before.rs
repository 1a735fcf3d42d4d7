//! The earlier period with which a period is compared.

use askline_domain::{analytics::series::Cut, shared::calendar::Window};
use jiff::{Timestamp, tz::TimeZone};

/// An earlier window, with which another one is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Before {
    /// Its days.
    pub window: Window,
    /// Where the comparison ends, so that both windows cover the same amount of time; `None` if the other window is over
    /// or has not begun.
    pub cut: Option<Cut>,
}

impl Before {
    /// The window before `window`, compared at `now`.
    pub fn of(window: Window, now: Timestamp, zone: &TimeZone) -> Self {
        Self::earlier(window.previous(), window, now, zone)
    }

    /// The window `before`, which `window` is compared with at `now`.
    pub fn earlier(before: Window, window: Window, now: Timestamp, zone: &TimeZone) -> Self {
        Self { window: before, cut: Cut::of_earlier(before, window, now, zone) }
    }
}
