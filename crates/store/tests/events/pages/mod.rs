//! What event stores guarantee of the lists of pages.

mod lists;
mod parts;
mod stale;
