//! The sites of the board in their order, and a place in it as a cursor holds it.

use askline_domain::{
    shared::calendar::Window,
    sites::{
        Site, attention as domain_attention,
        board::{BoardPlace, BoardSort},
    },
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::tz::TimeZone;

/// A site among the others, before its figures are read.
pub(super) struct Candidate {
    pub(super) site: Site,
    pub(super) zone: TimeZone,
    pub(super) window: Window,
    pub(super) attention: Vec<domain_attention::Attention>,
    pub(super) asks: i64,
}

/// The place as it stands in a cursor.
pub(super) fn written(place: &BoardPlace) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).expect("numbers and texts"))
}

/// The place that a text stands for.
pub(super) fn read(text: &str) -> Option<BoardPlace> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// The sites behind a place, in order, each with its place.
pub(super) fn in_order(
    candidates: Vec<Candidate>,
    sort: BoardSort,
    after: Option<&BoardPlace>,
) -> Vec<(BoardPlace, Candidate)> {
    let place = |one: &Candidate| BoardPlace::of(&one.site, &one.attention, one.asks, sort);
    let mut placed: Vec<_> = candidates.into_iter().map(|candidate| (place(&candidate), candidate)).collect();
    placed.retain(|(place, _)| after.is_none_or(|after| place > after));
    placed.sort_by(|a, b| a.0.cmp(&b.0));
    placed
}
