//! Selects the first pages in an order. Keeps only the requested number, in bounded memory.

use std::{cmp::Ordering, collections::BinaryHeap};

use super::summed::Summed;
use crate::analytics::{PageSort, ask_rate::compare_rates, page_day::PageDay};

/// The maximum size of the kept pages in bytes, including paths and titles.
const MAX_KEPT_BYTES: usize = 12 * 1024 * 1024;

/// The order of pages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order {
    pub(super) by: PageSort,
    pub(super) descending: bool,
}

/// The first of the offered pages.
pub(super) struct FirstPages {
    order: Order,
    after: Option<Summed>,
    wanted: usize,
    /// The top of the heap is the last of the kept pages.
    kept: BinaryHeap<Ordered>,
    bytes: usize,
    /// The first dropped page in the order: no page after it is kept.
    end: Option<Summed>,
    max_bytes: usize,
}

struct Ordered(Summed, Order);

impl FirstPages {
    /// Selects the first `wanted` pages, or the first ones after `after`.
    pub(super) fn new(order: Order, after: Option<Summed>, wanted: usize) -> Self {
        Self { order, after, wanted, kept: BinaryHeap::new(), bytes: 0, end: None, max_bytes: MAX_KEPT_BYTES }
    }

    /// Keeps a page if it is among the first pages so far.
    pub(super) fn offer(&mut self, page: Summed) {
        let comes_after = |bound: &Summed| self.order.compare(&page, bound) == Ordering::Greater;
        if !self.after.as_ref().is_none_or(comes_after) || self.end.as_ref().is_some_and(comes_after) {
            return;
        }
        self.bytes += page.bytes();
        self.kept.push(Ordered(page, self.order));
        while self.kept.len() > self.wanted || (self.bytes > self.max_bytes && self.kept.len() > 1) {
            let Some(Ordered(last, _)) = self.kept.pop() else { break };
            self.bytes -= last.bytes();
            self.end = Some(last);
        }
    }

    /// The kept pages in order, and whether other pages come after them.
    pub(super) fn into_sorted(self) -> (Vec<Summed>, bool) {
        let kept = self.kept.into_sorted_vec().into_iter().map(|Ordered(page, _)| page).collect();
        (kept, self.end.is_some())
    }
}

impl Summed {
    fn bytes(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        size_of::<Ordered>() + self.path.len() + length(&self.spelling) + length(&self.title)
    }
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Ordered {}
impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.1.compare(&self.0, &other.0)
    }
}

impl Order {
    /// Compares two pages. Equal pages are ordered by path. In both directions, pages without a value come last, and
    /// the row of other pages comes after all.
    fn compare(self, a: &Summed, b: &Summed) -> Ordering {
        if a.is_other() || b.is_other() {
            return a.is_other().cmp(&b.is_other());
        }
        let directed = |order: Ordering| if self.descending { order.reverse() } else { order };
        let by = |value: fn(&PageDay) -> i64| directed(value(&a.sums).cmp(&value(&b.sums)));
        let order = match self.by {
            PageSort::AiClicks => by(|sums| sums.ai_clicks),
            PageSort::Asks => by(PageDay::asks).then_with(|| by(|sums| sums.views)),
            PageSort::Change => {
                let rise = |page: &Summed| page.sums.asks() - page.previous_asks;
                directed(rise(a).cmp(&rise(b)))
            }
            PageSort::Views => by(|sums| sums.views),
            PageSort::SocialClicks => by(|sums| sums.social_clicks),
            PageSort::QuestionClicks => by(|sums| sums.question_clicks),
            PageSort::AiReferrals => by(|sums| sums.ai_referrals),
            PageSort::Citations => directed(a.citations.cmp(&b.citations)),
            PageSort::Path => directed(a.path.cmp(&b.path)),
            PageSort::ClickRate => match (a.sums.views_with_widget() > 0, b.sums.views_with_widget() > 0) {
                (true, true) => {
                    let rate = |page: &Summed| (page.sums.asks(), page.sums.views_with_widget());
                    directed(compare_rates(rate(a), rate(b)))
                }
                (a_has, b_has) => b_has.cmp(&a_has),
            },
            PageSort::LastClickAt => match (a.last_click_at, b.last_click_at) {
                (Some(a), Some(b)) => directed(a.cmp(&b)),
                (a, b) => b.is_some().cmp(&a.is_some()),
            },
        };
        order.then_with(|| a.path.cmp(&b.path))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ORDER: Order = Order { by: PageSort::Views, descending: true };

    fn page(path: usize, views: i64) -> Summed {
        let sums = PageDay { views, ..PageDay::default() };
        Summed {
            number: None,
            path: format!("/{path:04}"),
            spelling: None,
            title: None,
            last_click_at: None,
            sums,
            citations: 0,
            previous_asks: 0,
        }
    }

    fn paths(pages: &[Summed]) -> Vec<&str> {
        pages.iter().map(|page| page.path.as_str()).collect()
    }

    proptest! {
        #[test]
        fn the_first_in_bounded_memory_are_the_first_of_all(
            views in prop::collection::vec(0_i64..5, 1..200),
            wanted in 1_usize..30,
            kept in 1_usize..40,
        ) {
            let mut all: Vec<Summed> = views.iter().enumerate().map(|(path, views)| page(path, *views)).collect();
            all.sort_by(|a, b| ORDER.compare(a, b));
            // Reads page by page, as callers do with long lists.
            let (mut found, mut after): (Vec<Summed>, Option<Summed>) = (Vec::new(), None);
            loop {
                let mut first = FirstPages::new(ORDER, after.take(), wanted);
                first.max_bytes = kept * page(0, 0).bytes();
                for (path, views) in views.iter().enumerate() {
                    first.offer(page(path, *views));
                }
                let (run, cut_short) = first.into_sorted();
                prop_assert!(run.len() <= wanted.min(kept));
                prop_assert_eq!(cut_short, found.len() + run.len() < all.len());
                found.extend(run);
                if !cut_short {
                    break;
                }
                after = found.last().map(|last| page(last.path[1..].parse().expect("a number"), last.sums.views));
            }
            prop_assert_eq!(paths(&found), paths(&all));
        }
    }
}
