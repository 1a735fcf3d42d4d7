//! Looks at each site once a day, after its day has ended, and raises alerts.

mod look;
mod refusals;

pub use look::look_at_due_sites;
