//! Merges the pages of a site in short transactions on the writer's thread.

use std::sync::Arc;

use askline_app::ports::StoreResult;
use askline_domain::{pages::identity::PageIdentifier, shared::ids::SiteId};
use rusqlite::Connection;

use super::{
    EventDatabase,
    writing::{
        merged_pages::{
            EVENTS_AT_ONCE, GivenPaths, OtherSpelling, PAGES_AT_ONCE, Targets, find, find_events, give_paths,
            last_event, merge, move_events,
        },
        stale_pages,
    },
};
use crate::sql::rows::rusqlite_error;

/// The number of pages from which on no more are searched for before those that were found are merged. Their numbers and paths are in
/// memory in the meantime.
const MAX_PAGES_IN_MEMORY: usize = 200_000;

impl EventDatabase {
    /// Merges pages of a site that are one page; returns how many were changed, 0 if none is left.
    pub(super) async fn merge_some_pages(&self, site: SiteId, identifier: &PageIdentifier) -> StoreResult<u64> {
        let found = self.find_other_spellings(site, identifier).await?;
        let (mut renamed, mut others) = (0, Vec::new());
        for piece in found.chunks(PAGES_AT_ONCE).map(<[OtherSpelling]>::to_vec) {
            let given: GivenPaths = self
                .on_writer(move |writer| {
                    let given =
                        writer.transaction(|memory, connection| give_paths(memory, connection, site, &piece))?;
                    writer.touched(site);
                    Ok(given)
                })
                .await?;
            renamed += given.renamed;
            others.extend(given.others);
        }
        let merged = others.len() as u64;
        if renamed + merged > 0 {
            self.merge_into_others(site, identifier, Arc::new(Targets::of(others))).await?;
        }
        Ok(renamed + merged)
    }

    async fn find_other_spellings(&self, site: SiteId, identifier: &PageIdentifier) -> StoreResult<Vec<OtherSpelling>> {
        let (mut pages, mut after) = (Vec::new(), String::new());
        while pages.len() < MAX_PAGES_IN_MEMORY {
            let identifier = identifier.clone();
            let read =
                move |connection: &Connection| find(connection, site, &identifier, &after).map_err(rusqlite_error);
            let found = self.readers.ask_slowly(read).await?;
            pages.extend(found.pages);
            match found.last {
                Some(last) => after = last,
                None => break,
            }
        }
        Ok(pages)
    }

    async fn merge_into_others(
        &self,
        site: SiteId,
        identifier: &PageIdentifier,
        targets: Arc<Targets>,
    ) -> StoreResult<()> {
        let mut last_moved =
            self.readers.ask_slowly(|connection| last_event(connection).map_err(rusqlite_error)).await?;
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let (identifier, of_events) = (identifier.clone(), Arc::clone(&targets));
            let read = move |connection: &Connection| {
                find_events(connection, site, &identifier, &of_events, after).map_err(rusqlite_error)
            };
            let found = self.readers.ask_slowly(read).await?;
            for piece in found.events.chunks(EVENTS_AT_ONCE).map(<[_]>::to_vec) {
                self.write(move |_, connection| move_events(connection, &piece)).await?;
            }
            match found.last {
                Some(last) => after = last,
                None => break,
            }
        }
        for piece in stale_pages::pieces(&targets.days) {
            let targets = Arc::clone(&targets);
            last_moved = self
                .on_writer(move |writer| {
                    let last = writer.transaction(|memory, connection| {
                        merge(memory, connection, site, &piece, &targets, last_moved)
                    })?;
                    writer.touched(site);
                    Ok(last)
                })
                .await?;
        }
        Ok(())
    }
}
