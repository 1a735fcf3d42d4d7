//! Splits imported events into batches that each cover few days. PostgreSQL needs locks for every day of a batch.

use askline_domain::events::Event;

/// The maximum number of days in a batch.
const MAX_DAYS: usize = 32;

/// Splits events into batches of at most [`MAX_DAYS`] days, the oldest first. Events of a day keep their order.
pub(super) fn in_batches_of_few_days(mut events: Vec<Event>) -> Vec<Vec<Event>> {
    events.sort_by_key(|event| event.day);
    let mut batches: Vec<Vec<Event>> = Vec::new();
    for (number, day) in events.chunk_by(|one, next| one.day == next.day).enumerate() {
        if number % MAX_DAYS == 0 {
            batches.push(Vec::new());
        }
        if let Some(batch) = batches.last_mut() {
            batch.extend_from_slice(day);
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use askline_domain::{
        events::{Action, Campaign, EventId},
        shared::{
            calendar::Day,
            ids::{Id as _, SiteId},
        },
    };
    use jiff::Timestamp;

    use super::*;

    fn event(number: u128, day: i32) -> Event {
        Event {
            event_id: EventId(number),
            site: SiteId::from_bits(1),
            at: Timestamp::UNIX_EPOCH,
            day: Day(day),
            hour: None,
            path: "/".into(),
            title: None,
            referrer: None,
            campaign: Campaign::default(),
            action: Action::Copy,
            crawler: None,
            device: None,
            library: None,
            spelling: None,
        }
    }

    #[test]
    fn a_batch_has_few_days_and_no_event_is_lost_or_overtaken_on_its_day() {
        for days in [0, 1, 31, 32, 33, 64, 300] {
            let events = (0..1_000).map(|number| event(number, (number * 7 % days.max(1)) as i32));
            let events: Vec<Event> = events.take(if days == 0 { 0 } else { 1_000 }).collect();
            let batches = in_batches_of_few_days(events.clone());
            assert_eq!(batches.len(), (days as usize).div_ceil(MAX_DAYS));
            for batch in &batches {
                assert!(batch.chunk_by(|one, next| one.day == next.day).count() <= MAX_DAYS);
            }
            let mut expected = events;
            expected.sort_by_key(|event| (event.day, event.event_id));
            assert_eq!(batches.concat(), expected);
        }
    }
}
