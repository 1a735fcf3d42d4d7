//! Notes where the widget was last seen. The event intake notes it in memory; many notes are stored at a time.

use std::{collections::HashMap, sync::Mutex};

use askline_app::{
    ports::{
        StoreResult,
        sites::{Sighting, SiteStore},
    },
    sites::seen_widgets::record_sightings,
};
use askline_domain::shared::ids::SiteId;

/// The maximum number of sites that are noted between two flushes.
const MAX_NOTES: usize = 100_000;

/// The latest sighting of each site since the last flush.
#[derive(Default)]
pub struct SightingNotes(Mutex<HashMap<SiteId, Sighting>>);

impl SightingNotes {
    /// Notes a sighting.
    pub fn note(&self, sighting: Sighting) {
        let mut notes = self.0.lock().expect("no holder of this lock panics");
        if notes.len() < MAX_NOTES || notes.contains_key(&sighting.site) {
            notes.insert(sighting.site, sighting);
        }
    }

    /// Stores every note. If that fails, notes them again, except where there is a newer sighting.
    pub async fn flush(&self, sites: &dyn SiteStore) -> StoreResult<()> {
        let sightings: Vec<Sighting> =
            std::mem::take(&mut *self.0.lock().expect("no holder of this lock panics")).into_values().collect();
        if sightings.is_empty() {
            return Ok(());
        }
        let written = record_sightings(sites, &sightings).await;
        if written.is_err() {
            let mut notes = self.0.lock().expect("no holder of this lock panics");
            for sighting in sightings {
                notes.entry(sighting.site).or_insert(sighting);
            }
        }
        written
    }
}
