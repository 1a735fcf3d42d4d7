//! Reports about sites: what was counted on them, and what engines' answers say about them. They do not check who may see the
//! site: callers do that first.

pub mod before;
pub mod board;
pub mod citable;
pub mod citation_figures;
pub mod citations;
pub mod clear_counts;
pub mod counters;
pub mod overview;
pub mod page_changes;
pub mod page_file;
pub mod page_reads;
pub mod pages;
pub mod question;
pub mod reads;
pub mod row_changes;
pub mod series;
pub mod shared_view;
pub mod site_report;
