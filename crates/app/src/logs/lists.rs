//! The lists of crawlers' addresses that are in use. They are replaced as a whole while batches are counted.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
};

use askline_domain::{
    logs::address_lists::{AddressLists, known_list},
    shared::rfc3339::Moment,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{ports::logs::crawler_lists::StoredList, present_fields::every_field_present};

/// The lists in use, and when each was read from its maker.
#[derive(Debug, Clone)]
pub struct ListsInUse {
    /// The lists.
    pub lists: AddressLists,
    /// When each was read.
    pub read_at: BTreeMap<String, Timestamp>,
}

/// How old the lists are that decide what is verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct AddressListState {
    /// The number of lists that are in use. Crawlers whose maker's list is not in use are only claimed.
    pub loaded: u64,
    /// When the oldest of them was read; null if none is in use.
    pub oldest_read_at: Option<Moment>,
}

/// The lists in use. A batch is counted with the lists that were in use when it arrived.
#[derive(Debug)]
pub struct CrawlerLists(RwLock<Arc<ListsInUse>>);

impl Default for CrawlerLists {
    fn default() -> Self {
        Self(RwLock::new(Arc::new(ListsInUse { lists: AddressLists::new(), read_at: BTreeMap::new() })))
    }
}

impl CrawlerLists {
    /// The lists in use.
    pub fn current(&self) -> Arc<ListsInUse> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Uses other lists from now on.
    pub fn replace(&self, lists: ListsInUse) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(lists);
    }
}

impl ListsInUse {
    /// The lists that are stored, at the time `now`. One that is not plausible is left out; the second value names it and the reason.
    pub fn of_stored(stored: &[StoredList], now: Timestamp) -> (Self, Vec<String>) {
        let (mut in_use, mut refused) = (Self { lists: AddressLists::new(), read_at: BTreeMap::new() }, Vec::new());
        for list in stored {
            let Some(known) = known_list(&list.id) else { continue };
            match in_use.lists.load_stored(known, list.body.as_bytes(), list.read_at, now) {
                Ok(()) => drop(in_use.read_at.insert(list.id.clone(), list.read_at)),
                Err(reason) => refused.push(format!("{}: {reason}", list.id)),
            }
        }
        (in_use, refused)
    }

    /// How old they are.
    pub fn state(&self) -> AddressListState {
        AddressListState {
            loaded: self.read_at.len() as u64,
            oldest_read_at: self.read_at.values().min().copied().map(Moment),
        }
    }
}
