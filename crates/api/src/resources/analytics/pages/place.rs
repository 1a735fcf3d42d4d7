//! A position in the list of pages, as text for its cursors.

use askline_domain::{
    analytics::page_list::question::PagePosition,
    shared::calendar::{Day, MAX_WINDOW_DAYS, Window},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

type Written = (i32, i32, Option<u64>, u32, String, [i64; 8], Option<i64>);

/// The text of a position, with the days that the list covers.
pub(crate) fn written(window: Window, place: &PagePosition) -> String {
    let written: Written = (
        window.from.0,
        window.to.0,
        place.order,
        place.passed,
        place.path.clone(),
        place.figures,
        place.last_click_at_ms,
    );
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(&written).expect("numbers and a text"))
}

/// The days and the position in a cursor's text; `None` if it is invalid.
pub(crate) fn read(text: &str) -> Option<(Window, PagePosition)> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (from, to, order, passed, path, figures, last_click_at_ms): Written = serde_json::from_slice(&bytes).ok()?;
    let days = i64::from(to) - i64::from(from) + 1;
    // Anyone can forge a cursor: a forged one must do no harm.
    let is_window = (1..=i64::from(MAX_WINDOW_DAYS)).contains(&days) && DAYS.contains(&from) && DAYS.contains(&to);
    let window = Window { from: Day(from), to: Day(to) };
    is_window.then_some((window, PagePosition { order, passed, path, figures, last_click_at_ms }))
}

/// The days since 1970 that can be requested: the years 2000 to 2199.
const DAYS: std::ops::Range<i32> = 10_957..84_006;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_place_is_read_as_it_was_written(
            days in 0..365, order: Option<u64>, passed: u32, path: String, figures: [i64; 8], at: Option<i64>
        ) {
            let window = Window { from: Day(20_000), to: Day(20_000 + days) };
            let place = PagePosition { order, passed, path, figures, last_click_at_ms: at };
            prop_assert_eq!(read(&written(window, &place)), Some((window, place)));
        }

        #[test]
        fn what_was_never_given_out_is_no_place(text: String, from: i32, to: i32) {
            prop_assert_eq!(read(&text), None);
            let place = PagePosition { order: None, passed: 0, path: String::new(), figures: [0; 8], last_click_at_ms: None };
            if let Some((window, _)) = read(&written(Window { from: Day(from), to: Day(to) }, &place)) {
                prop_assert!((1..=MAX_WINDOW_DAYS).contains(&window.days()));
            }
        }
    }
}
