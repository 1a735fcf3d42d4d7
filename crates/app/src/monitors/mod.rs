//! Creates and changes monitors, and starts and ends their runs.

mod runs;
mod schedule;
mod settings;
mod site_credits;

pub use runs::{EndedRun, begin_run, end_run, finish_run, start_run};
pub use schedule::start_due_runs;
pub use settings::{change, create, entry_about};
