//! Keeps the order of page lists while a caller reads them page by page. Counters rise while a list is read: a kept
//! order shows each page once, even if its count has changed its position. The orders are bounded; if an order was
//! dropped, its list continues by key.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use crate::shared::ids::SiteId;

/// A store's number for a page of a site: positive and never reused.
pub type PageNumber = i64;

/// The maximum number of rows of all kept orders: 16 MB, without the paths of cited pages.
const MAX_ROWS: usize = 2_000_000;
/// The maximum number of kept orders.
const MAX_ORDERS: usize = 1_000;
/// The maximum number of rows of one order.
const MAX_ROWS_OF_ORDER: usize = 500_000;

/// A page in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place<'o> {
    /// A page that was counted.
    Counted(PageNumber),
    /// A page that was only cited, by its path.
    Cited(&'o str),
}

/// An order of pages. Takes eight bytes per page, and more only for pages that were never counted.
#[derive(Debug, Default)]
pub struct KeptOrder {
    /// The number of a page, or -1 for the first path in `cited`, -2 for the second, and so on.
    rows: Vec<PageNumber>,
    cited: Vec<String>,
    /// Whether more pages follow.
    is_cut_short: bool,
}

impl KeptOrder {
    /// Stores the order of these pages.
    pub fn of<'p>(places: impl Iterator<Item = Place<'p>>, is_cut_short: bool) -> Self {
        let mut order = Self { is_cut_short, ..Self::default() };
        for place in places {
            let row = match place {
                Place::Counted(number) => number,
                Place::Cited(path) => {
                    order.cited.push(path.to_owned());
                    -(order.cited.len() as PageNumber)
                }
            };
            order.rows.push(row);
        }
        order
    }

    /// Whether more pages follow.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// The pages from this position.
    pub fn from(&self, place: usize) -> impl Iterator<Item = Place<'_>> {
        self.rows.get(place..).unwrap_or_default().iter().map(|row| match row.checked_neg() {
            Some(cited @ 1..) => Place::Cited(&self.cited[cited as usize - 1]),
            _ => Place::Counted(*row),
        })
    }
}

struct Kept {
    id: u64,
    site: SiteId,
    /// A hash of the query and the site's revision, so that a repeated query does not store a second order.
    question: u64,
    order: Arc<KeptOrder>,
}

/// The kept orders, oldest first.
pub struct PageOrders(Mutex<State>);

struct State {
    kept: VecDeque<Kept>,
    rows: usize,
    next_id: u64,
}

impl Default for PageOrders {
    /// Starts at a random id, so that a cursor from an earlier process finds no order.
    fn default() -> Self {
        Self(Mutex::new(State { kept: VecDeque::new(), rows: 0, next_id: rand::random() }))
    }
}

impl PageOrders {
    /// An order of a site, if it is still kept.
    pub fn get(&self, site: SiteId, id: u64) -> Option<Arc<KeptOrder>> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = state.kept.iter().find(|kept| kept.id == id && kept.site == site)?;
        Some(Arc::clone(&kept.order))
    }

    /// The id of the order that is kept for a query, if there is one.
    pub fn of_question(&self, site: SiteId, question: u64) -> Option<u64> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.kept.iter().find(|kept| (kept.site, kept.question) == (site, question)).map(|kept| kept.id)
    }

    /// Keeps an order, unless the query already has one, and returns its id. Returns `None` if the order is too long.
    pub fn keep(&self, site: SiteId, question: u64, order: KeptOrder) -> Option<u64> {
        let rows = order.rows.len();
        if rows > MAX_ROWS_OF_ORDER {
            return None;
        }
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = state.kept.iter().find(|kept| (kept.site, kept.question) == (site, question)) {
            return Some(kept.id);
        }
        while state.rows + rows > MAX_ROWS || state.kept.len() >= MAX_ORDERS {
            state.drop_one();
        }
        let id = state.next_id;
        state.next_id = id.wrapping_add(1);
        state.rows += rows;
        state.kept.push_back(Kept { id, site, question, order: Arc::new(order) });
        Some(id)
    }
}

impl State {
    /// Drops the oldest order of the site with the most rows, so that a busy site does not displace the orders of
    /// others.
    fn drop_one(&mut self) {
        let mut by_site = HashMap::<SiteId, usize>::new();
        for kept in &self.kept {
            *by_site.entry(kept.site).or_default() += kept.order.rows.len();
        }
        let largest = by_site.into_iter().max_by_key(|(_, rows)| *rows).map(|(site, _)| site);
        let oldest = self.kept.iter().position(|kept| Some(kept.site) == largest);
        if let Some(dropped) = oldest.and_then(|place| self.kept.remove(place)) {
            self.rows -= dropped.order.rows.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    fn order(rows: usize) -> KeptOrder {
        KeptOrder::of((1..).take(rows).map(Place::Counted), false)
    }

    #[test]
    fn an_order_gives_back_what_was_put_in() {
        let places = [Place::Cited("/a"), Place::Counted(7), Place::Cited("/b"), Place::Counted(1)];
        let order = KeptOrder::of(places.into_iter(), false);
        assert_eq!(order.from(0).collect::<Vec<_>>(), places);
        assert_eq!(order.from(3).collect::<Vec<_>>(), places[3..]);
        assert_eq!(order.from(9).count(), 0);
    }

    #[test]
    fn what_is_kept_is_bounded_and_the_greediest_site_pays() {
        let orders = PageOrders::default();
        let [small, large] = [1, 2].map(SiteId::from_bits);
        let first = orders.keep(small, 0, order(10)).expect("it is short");
        assert_eq!(orders.keep(small, 0, order(10)), Some(first), "the same question");
        let ids: Vec<u64> =
            (0..9).map(|question| orders.keep(large, question, order(MAX_ROWS_OF_ORDER)).expect("short")).collect();
        assert!(orders.get(small, first).is_some());
        assert!(orders.get(large, first).is_none(), "of another site");
        let kept = ids.iter().filter(|id| orders.get(large, **id).is_some()).count();
        assert_eq!(kept, (MAX_ROWS - 10) / MAX_ROWS_OF_ORDER);
        assert_eq!(orders.keep(large, 99, order(MAX_ROWS_OF_ORDER + 1)), None);
    }
}
