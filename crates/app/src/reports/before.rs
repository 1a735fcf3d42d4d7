//! The previous period, with which a period is compared.

use askline_domain::{analytics::series::Cut, shared::calendar::Window};
use jiff::{Timestamp, tz::TimeZone};

/// The window before another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Before {
    /// Its days.
    pub window: Window,
    /// The end of the comparison, so that it covers as much time as has passed of the other window; `None` if that is
    /// over or has not begun.
    pub cut: Option<Cut>,
}

impl Before {
    /// The window before `window`, compared at `now`.
    pub fn of(window: Window, now: Timestamp, zone: &TimeZone) -> Self {
        Self { window: window.previous(), cut: Cut::of_previous(window, now, zone) }
    }
}
