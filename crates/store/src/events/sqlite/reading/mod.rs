//! Answers from the file. Nothing here writes.

pub(super) mod counts;
pub(super) mod export;
pub(super) mod pages;
pub(super) mod readers;
pub(super) mod recent;
pub(super) mod recount;
