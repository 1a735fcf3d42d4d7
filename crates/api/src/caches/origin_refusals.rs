//! Notes the origins whose events were refused. They are collected in memory and stored many at a time.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_app::ports::{StoreResult, sites::SiteStore};
use askline_domain::{
    shared::ids::SiteId,
    sites::refused_origin::{MAX_REFUSED_ORIGINS, OriginRefusals, remembered},
};
use jiff::Timestamp;

/// The maximum number of origins of all sites that are noted between two flushes. Anyone can name any origin.
const MAX_NOTES: usize = 10_000;

/// The refusals since the last flush, by site.
#[derive(Default)]
pub struct OriginRefusalNotes(Mutex<Notes>);

#[derive(Default)]
struct Notes {
    of_sites: HashMap<SiteId, HashMap<String, OriginRefusals>>,
    count: usize,
}

impl Notes {
    /// Adds refusals, up to the maximum for all sites and the maximum of origins per site.
    fn add(&mut self, new: OriginRefusals) {
        let is_full = self.count >= MAX_NOTES;
        if is_full && !self.of_sites.contains_key(&new.site) {
            return;
        }
        let of_site = self.of_sites.entry(new.site).or_default();
        let has_room = !is_full && of_site.len() < MAX_REFUSED_ORIGINS;
        match of_site.entry(new.origin.clone()) {
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.count = known.count.saturating_add(new.count);
                known.last_at = known.last_at.max(new.last_at);
            }
            Entry::Vacant(place) if has_room => {
                place.insert(new);
                self.count += 1;
            }
            Entry::Vacant(_) => {}
        }
    }
}

impl OriginRefusalNotes {
    /// Notes that events of this origin were refused.
    pub fn note(&self, site: SiteId, origin: &str, at: Timestamp) {
        if let Some(origin) = remembered(origin) {
            self.notes().add(OriginRefusals { site, origin: origin.to_owned(), count: 1, last_at: at });
        }
    }

    /// Stores every note. If that fails, notes them again.
    pub async fn flush(&self, sites: &dyn SiteStore) -> StoreResult<()> {
        let notes = std::mem::take(&mut *self.notes());
        let refusals: Vec<OriginRefusals> = notes.of_sites.into_values().flat_map(HashMap::into_values).collect();
        if refusals.is_empty() {
            return Ok(());
        }
        let written = sites.record_refused_origins(&refusals).await;
        if written.is_err() {
            let mut notes = self.notes();
            refusals.into_iter().for_each(|refusal| notes.add(refusal));
        }
        written
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::Id as _;

    use super::*;

    #[test]
    fn origins_that_anyone_may_name_take_no_more_memory_than_the_bound() {
        let notes = OriginRefusalNotes::default();
        for site in 0..2_000_u128 {
            for origin in 0..12 {
                notes.note(SiteId::from_bits(site), &format!("https://{origin}.example"), Timestamp::UNIX_EPOCH);
            }
        }
        let found = notes.notes();
        assert_eq!(found.of_sites.values().map(HashMap::len).sum::<usize>(), MAX_NOTES);
        assert!(found.of_sites.values().all(|of_site| of_site.len() <= MAX_REFUSED_ORIGINS));
        assert_eq!(found.of_sites.len(), MAX_NOTES / MAX_REFUSED_ORIGINS);
    }
}
