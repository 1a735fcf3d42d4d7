//! Orders of page lists, kept while someone reads on in them. Counters rise while a list is read: a kept order shows
//! each page once, wherever its count would put it by now. Bounded; a reader whose order was dropped continues by key.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use crate::shared::ids::SiteId;

/// A store's number of a page of a site: more than zero, and never reused.
pub type PageNumber = i64;

/// Rows of all orders that are kept: 16 MiB.
const MAX_ROWS: usize = 2_000_000;
/// Orders that are kept.
const MAX_ORDERS: usize = 1_000;
/// Rows of one order.
const MAX_ROWS_OF_ORDER: usize = 500_000;

/// A page in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place<'o> {
    /// A page that was counted.
    Counted(PageNumber),
    /// A page that was only cited.
    Cited(&'o str),
}

/// An order of pages. Eight bytes per page, except for those that were never counted.
#[derive(Debug, Default)]
pub struct KeptOrder {
    /// The number of a page, or less than zero for one of `cited`.
    rows: Vec<PageNumber>,
    cited: Vec<String>,
    /// Whether more pages came after these.
    is_cut_short: bool,
}

impl KeptOrder {
    /// The order of these pages.
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

    /// Whether more pages came after these.
    pub fn is_cut_short(&self) -> bool {
        self.is_cut_short
    }

    /// The pages from this position on.
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
    /// The question and the state of the site: asking the same again keeps nothing new.
    question: u64,
    order: Arc<KeptOrder>,
}

/// The orders that are kept, oldest first.
pub struct PageOrders(Mutex<State>);

struct State {
    kept: VecDeque<Kept>,
    rows: usize,
    next_id: u64,
}

impl Default for PageOrders {
    /// Starts at a random number, so that a cursor of an earlier process finds nothing.
    fn default() -> Self {
        Self(Mutex::new(State { kept: VecDeque::new(), rows: 0, next_id: rand::random() }))
    }
}

impl PageOrders {
    /// An order of a site that is still kept.
    pub fn get(&self, site: SiteId, id: u64) -> Option<Arc<KeptOrder>> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = state.kept.iter().find(|kept| kept.id == id && kept.site == site)?;
        Some(Arc::clone(&kept.order))
    }

    /// The kept order of a question that was asked before.
    pub fn of_question(&self, site: SiteId, question: u64) -> Option<u64> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.kept.iter().find(|kept| (kept.site, kept.question) == (site, question)).map(|kept| kept.id)
    }

    /// Keeps an order and returns its number; `None` for an order that is too long.
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
    /// Drops the oldest order of the site with the most rows, so that readers of one site never displace another's.
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
