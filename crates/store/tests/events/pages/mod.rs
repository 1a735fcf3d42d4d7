//! What event stores guarantee about the lists of pages.

mod lists;
mod merged;
mod parts;
mod spellings;
mod stale;
