//! What the event stores promise. The contract is generic over the ports; the rest is about the SQLite file.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod contract;
mod faults;
mod file;
mod floods;
mod limits;
mod memory_model;
mod page_parts;
mod property;
mod repeats;
mod sample;
mod several_processes;
mod stale_pages;

use std::{path::Path, sync::Arc};

use askline_domain::clock::ManualClock;
use askline_store::sqlite::events::{EventDatabase, EventOptions};

/// Limits so small that a test reaches them.
fn small() -> EventOptions {
    EventOptions { tail_ids_most: 64, runs_merged: 4, commit_events_most: 50, ..EventOptions::default() }
}

fn open(dir: &Path) -> EventDatabase {
    EventDatabase::open(dir, small(), clock()).unwrap()
}

/// A clock that stands at the evening of [`sample::TODAY`].
fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(sample::at(sample::TODAY, 1_300)))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap()
}

/// The contract on SQLite.
mod contract_on_sqlite {
    use super::{contract, open, runtime};

    macro_rules! contract {
        ($($name:ident)*) => { $(
            #[test]
            fn $name() {
                let dir = tempfile::tempdir().unwrap();
                runtime().block_on(contract::$name(open(dir.path())));
            }
        )* };
    }

    contract! {
        an_acknowledged_event_is_counted_exactly_once_under_concurrency
        an_event_reads_back_as_it_was_stored
        events_come_in_the_order_they_were_stored_page_by_page
        a_site_sees_only_its_own
        crawlers_are_counted_apart_from_people
        a_filter_by_page_or_platform_narrows_every_kind
        pages_are_searched_ordered_and_cut
        what_arrives_between_two_parts_of_a_list_repeats_and_hides_no_page
        pages_that_are_cited_are_listed_also_without_activity
        pages_without_a_value_stand_last_in_either_order
        a_page_shows_its_latest_title_its_top_platform_and_its_last_click
        removing_old_events_keeps_the_counters_and_the_memory_of_repeats
        a_removed_site_leaves_nothing_and_can_begin_anew
        the_revision_grows_before_append_returns
        nothing_is_an_answer_too
    }
}
