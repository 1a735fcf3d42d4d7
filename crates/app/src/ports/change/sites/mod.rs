//! Rows that belong to a site in a change.

mod alerts;
mod annotations;
mod log_sources;
mod shared_links;
mod site_rows;

pub use self::{
    alerts::AlertRows,
    annotations::AnnotationRows,
    log_sources::LogSourceRows,
    shared_links::SharedLinkRows,
    site_rows::{SiteRows, ToldSite},
};
