//! Declares where a route's work runs: on the answering threads or in a pool.

use std::marker::PhantomData;

use super::{Metered, Placed};
use crate::pipeline::{
    route_table::policy::{Policy, Work},
    work_pools::WorkPool,
};

impl<T> Metered<T> {
    /// Runs on the answering threads. `crates/server/tests/http/load/answering_threads.rs` sends the worst requests that such a
    /// route accepts, and counts the steps. Work that a handler itself runs in a pool, such as hashing passwords, does not count.
    pub fn light(self) -> Placed<T> {
        Placed(Policy { work: Work::Light, ..self.0 }, PhantomData)
    }
    /// Runs in slots of this pool, of which each organization may use a share.
    pub fn in_pool(self, pool: WorkPool) -> Placed<T> {
        Placed(Policy { work: Work::InPool(pool), ..self.0 }, PhantomData)
    }
}
