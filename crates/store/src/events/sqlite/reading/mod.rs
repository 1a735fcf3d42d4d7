//! Answers from the file. Nothing here writes, except for the ring of minutes in `recent`.

pub(super) mod counts;
pub(super) mod export;
pub(super) mod pages;
pub(super) mod readers;
pub(super) mod recent;
pub(super) mod recount;
