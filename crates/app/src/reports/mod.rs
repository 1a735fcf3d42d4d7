//! Reports about sites: what was counted on them, and what engines' answers say about them. Computed from ports for anyone who
//! may see the site: callers are checked before.

pub mod before;
pub mod board;
pub mod citation_figures;
pub mod citations;
pub mod clear_counts;
pub mod counters;
pub mod overview;
pub mod pages;
pub mod question;
pub mod series;
