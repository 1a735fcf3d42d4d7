//! What event stores guarantee about the lists of pages.

mod lists;
mod parts;
mod stale;
