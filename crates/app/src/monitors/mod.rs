//! Creates, changes and deletes monitors, and starts and ends their runs.

mod runs;
mod schedule;
mod settings;
mod site_credits;

pub use runs::{EndedRun, begin_run, end_run, finish_run, start_run};
pub use schedule::start_due_runs;
pub use settings::{add, change, create, delete, put, remove};
