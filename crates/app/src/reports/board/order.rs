//! Sorts the sites of the board.

use askline_domain::{
    board::{BoardSort, BoardSortKey, attention::Attention},
    shared::calendar::Window,
    sites::Site,
};
use jiff::tz::TimeZone;

/// A site to be sorted, before its figures are read.
pub(super) struct Candidate {
    pub(super) site: Site,
    pub(super) zone: TimeZone,
    pub(super) window: Window,
    pub(super) attention: Vec<Attention>,
    pub(super) asks: i64,
}

/// The sites after the place `after`, in order, each with its place.
pub(super) fn in_order(
    candidates: Vec<Candidate>,
    sort: BoardSort,
    after: Option<&BoardSortKey>,
) -> Vec<(BoardSortKey, Candidate)> {
    let place = |one: &Candidate| BoardSortKey::of(&one.site, &one.attention, one.asks, sort);
    let mut placed: Vec<_> = candidates.into_iter().map(|candidate| (place(&candidate), candidate)).collect();
    placed.retain(|(place, _)| after.is_none_or(|after| place > after));
    placed.sort_by(|a, b| a.0.cmp(&b.0));
    placed
}
