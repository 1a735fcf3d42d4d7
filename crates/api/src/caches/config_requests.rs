//! Counts requests of sites' configurations. They are collected in memory and stored many at a time.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_app::ports::{StoreResult, sites::SiteStore};
use askline_domain::{
    shared::{calendar::Day, ids::SiteId},
    widget::missing_views::ConfigRequests,
};

/// The maximum number of sites and days that are counted between two flushes. Only existing sites are counted.
const MAX_COUNTED: usize = 100_000;

/// The requests since the last flush, by site and day.
#[derive(Default)]
pub struct ConfigRequestNotes(Mutex<HashMap<(SiteId, Day), u64>>);

impl ConfigRequestNotes {
    /// Counts one request.
    pub fn note(&self, site: SiteId, day: Day) {
        add(&mut self.notes(), ConfigRequests { site, day, count: 1 });
    }

    /// Stores all counts. If that fails, they are counted again.
    pub async fn flush(&self, sites: &dyn SiteStore) -> StoreResult<()> {
        let notes = std::mem::take(&mut *self.notes());
        let requests: Vec<ConfigRequests> =
            notes.into_iter().map(|((site, day), count)| ConfigRequests { site, day, count }).collect();
        if requests.is_empty() {
            return Ok(());
        }
        let written = sites.record_config_requests(&requests).await;
        if written.is_err() {
            let mut notes = self.notes();
            requests.into_iter().for_each(|counted| add(&mut notes, counted));
        }
        written
    }

    fn notes(&self) -> MutexGuard<'_, HashMap<(SiteId, Day), u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add(notes: &mut HashMap<(SiteId, Day), u64>, ConfigRequests { site, day, count }: ConfigRequests) {
    let key = (site, day);
    if notes.len() < MAX_COUNTED || notes.contains_key(&key) {
        let known = notes.entry(key).or_default();
        *known = known.saturating_add(count);
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::Id as _;

    use super::*;

    #[test]
    fn counting_takes_no_more_memory_than_its_bound_and_goes_on_for_known_sites() {
        let notes = ConfigRequestNotes::default();
        for site in 0..=MAX_COUNTED as u128 {
            notes.note(SiteId::from_bits(site), Day(1));
        }
        notes.note(SiteId::from_bits(0), Day(1));
        let found = notes.notes();
        assert_eq!(found.len(), MAX_COUNTED);
        assert_eq!(found[&(SiteId::from_bits(0), Day(1))], 2);
    }
}
