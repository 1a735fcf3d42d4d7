//! When to forget what was remembered.

/// Tells that metadata may have changed, here or in another process.
pub trait Changes: Send + Sync + 'static {
    /// A number that grows with every committed change to organizations, members, sessions,
    /// sites, configurations, prompts or keys. A change by this process shows before the
    /// port method that made it returns; one by another process within one second.
    ///
    /// Costs one atomic load. Read it *before* reading what is to be remembered under it.
    fn generation(&self) -> u64;
    /// Begins to look for changes by other processes, in the background, until the store is dropped or closed.
    fn watch_other_processes(&self);
}
