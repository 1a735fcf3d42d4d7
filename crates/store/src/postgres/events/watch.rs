//! Checks which sites other nodes have changed.
//!
//! Transactions commit in another order than they begin, so a lower turn may appear after a higher one was read: a
//! check reads from the oldest transaction that was running at the check before, and skips what it has seen. A
//! transaction that is held open delays only the news of its own site.

use std::{collections::HashMap, sync::Weak, time::Duration};

use askline_domain::shared::ids::SiteId;
use sqlx::Row as _;

use super::{
    Inner,
    site_key::{SiteKey, site_of},
    turns::Turn,
};
use crate::sql::Links;

/// Several times within the second that the port promises.
const INTERVAL: Duration = Duration::from_millis(250);
/// How long one check may take.
const LOOK_MOST: Duration = Duration::from_secs(5);

/// Checks for changes by other nodes, until the store is dropped or closed. The first check was made before any
/// question.
pub(super) async fn keep_looking(store: Weak<Inner>, mut place: Place) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(store) = store.upgrade().filter(|store| !store.watching.is_closed()) else { return };
        let looked = tokio::time::timeout(LOOK_MOST, place.look(&store.watching)).await;
        match looked.unwrap_or(Err(sqlx::Error::PoolTimedOut)) {
            Ok(Looked::Changed(changed)) => {
                let foreign = store.take_own(place.from, changed);
                store.revisions.raise(foreign);
                failing = false;
            }
            Ok(Looked::OtherTimeline) => {
                store.own_turns().clear();
                store.revisions.raise_all();
                failing = false;
            }
            Err(error) => {
                // A failed check may have missed changes: no cached answer is valid.
                store.revisions.raise_all();
                if !std::mem::replace(&mut failing, true) {
                    tracing::warn!(%error, "Events stored by other nodes cannot be seen; trying again");
                }
            }
        }
    }
}

/// What a check found.
enum Looked {
    /// The sites that changed since the last check, with the turn of each.
    Changed(Vec<(SiteId, Turn)>),
    /// A replica took over since then: turns may be given out once more that the former server gave to transactions that
    /// were lost with it.
    OtherTimeline,
}

/// How far the turns were read.
#[derive(Default)]
pub(super) struct Place {
    /// Every transaction before this one had ended at the last check.
    from: Turn,
    /// The turns of this and later transactions that were read.
    seen: HashMap<SiteId, Turn>,
    /// The timeline of the server's log at the last check.
    timeline: String,
}

impl Place {
    /// The place at which everything up to now was read.
    pub(super) async fn of_now(links: &Links) -> sqlx::Result<Self> {
        let mut place = Self { from: Turn::MAX, ..Self::default() };
        place.look(links).await?;
        Ok(place)
    }

    async fn look(&mut self, links: &Links) -> sqlx::Result<Looked> {
        let mut link = links.acquire().await?;
        // A statement of its own: a distributed PostgreSQL would ask the machines of the sites for theirs.
        let timeline: String = sqlx::query_scalar("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)")
            .fetch_one(&mut link)
            .await?;
        // One statement, so that the rows and the running transactions are of the same time.
        let rows = sqlx::query(
            "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, t.site, t.turn::text::bigint
             FROM (SELECT 1) one LEFT JOIN event_turns t ON t.turn >= ($1::bigint)::text::xid8",
        );
        let rows = rows.bind(self.from).fetch_all(&mut link).await?;
        let (mut changed, mut next, mut seen) = (Vec::new(), self.from, HashMap::new());
        for row in &rows {
            next = row.try_get(0)?;
            let Some(site) = row.try_get::<Option<SiteKey>, _>(1)?.map(site_of) else { continue };
            let turn: Turn = row.try_get(2)?;
            if self.seen.get(&site) != Some(&turn) {
                changed.push((site, turn));
            }
            if turn >= next {
                seen.insert(site, turn);
            }
        }
        (self.from, self.seen) = (next, seen);
        let is_other = std::mem::replace(&mut self.timeline, timeline.clone()) != timeline;
        Ok(if is_other { Looked::OtherTimeline } else { Looked::Changed(changed) })
    }
}

impl Inner {
    /// The seen changes that others made. Own turns that later checks no longer read are forgotten.
    fn take_own(&self, from: Turn, changed: Vec<(SiteId, Turn)>) -> Vec<SiteId> {
        let mut own = self.own_turns();
        let foreign = changed.into_iter().filter(|(site, turn)| own.get(site) != Some(turn)).map(|(site, _)| site);
        let foreign = foreign.collect();
        own.retain(|_, turn| *turn >= from);
        foreign
    }

    /// Notes that this node has committed data of these sites in this turn.
    pub(super) fn note_own(&self, sites: &[SiteId], turn: Option<Turn>) {
        if let Some(turn) = turn {
            self.own_turns().extend(sites.iter().map(|site| (*site, turn)));
        }
        self.revisions.raise(sites.iter().copied());
    }
}
