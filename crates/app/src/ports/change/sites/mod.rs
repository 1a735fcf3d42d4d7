//! Rows that belong to a site in a change.

mod alerts;
mod annotations;
mod log_sources;
mod shared_links;

pub use self::{
    alerts::AlertRows, annotations::AnnotationRows, log_sources::LogSourceRows, shared_links::SharedLinkRows,
};
