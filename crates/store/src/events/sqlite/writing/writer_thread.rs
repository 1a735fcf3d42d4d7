//! The writer's thread: processes the queue until it is closed and empty.

use std::time::Duration;

use super::{
    queue::{Queue, Work},
    writer::Writer,
};

/// How long the writer sleeps before it checks whether another process has committed.
const WATCH: Duration = Duration::from_millis(250);

impl Writer {
    /// Runs until the queue is closed and empty, and then writes the log into the file.
    pub(crate) fn run(mut self, queue: &Queue) {
        loop {
            let patience = if self.remains && !self.failing { Duration::ZERO } else { WATCH };
            match queue.take(self.options.max_commit_events, patience) {
                Work::Do(batches, task) => {
                    if !batches.is_empty() {
                        self.store(batches);
                        std::thread::sleep(self.options.pause_after_commit);
                    }
                    if let Some(task) = task {
                        task(&mut self);
                    }
                }
                Work::Idle => self.rest(),
                Work::Ended => return self.write_back(),
            }
        }
    }
}
