//! The step of a row that says where its work is done: on the threads that answer, or in places.

use std::marker::PhantomData;

use super::{Metered, Placed, Policy};
use crate::{
    app::App,
    pipeline::{
        error::ApiError,
        places::{Heavy, Holder, Manner, Place},
    },
};

/// Steps that one request may take on the threads that answer, as [`askline_domain::shared::steps`] counts them: about a millisecond.
pub const MAX_LIGHT_STEPS: u64 = 1_250_000;

/// Where the work of a route is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// On the threads that answer all requests, so it must stay within [`MAX_LIGHT_STEPS`] for the largest and worst request.
    Light,
    /// In places of its own.
    InPlaces(Heavy),
}

impl Work {
    /// The place of a request, where it has one that is taken in this manner; or 503 after a short wait.
    pub(crate) async fn place(self, app: &App, manner: Manner, holder: Holder) -> Result<Option<Place>, ApiError> {
        match self {
            Work::InPlaces(heavy) if heavy.manner() == manner => app.place(heavy, holder).await.map(Some),
            Work::InPlaces(_) | Work::Light => Ok(None),
        }
    }
}

impl<T> Metered<T> {
    /// Done on the threads that answer. `crates/server/tests/http/load/answering_threads.rs` sends the worst that such a row takes,
    /// and counts the steps. What a handler hands to places itself, as passwords, is not done there.
    pub fn light(self) -> Placed<T> {
        Placed(Policy { work: Work::Light, ..self.0 }, PhantomData)
    }
    /// Done in places of its own, with a share for each organization.
    pub fn in_places(self, heavy: Heavy) -> Placed<T> {
        Placed(Policy { work: Work::InPlaces(heavy), ..self.0 }, PhantomData)
    }
}
