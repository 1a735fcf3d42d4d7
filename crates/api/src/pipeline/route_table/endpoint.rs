//! The trait that every route's handler implements.

use std::future::Future;

use crate::pipeline::{call::Call, error::ApiError, response::reply::Reply};

/// A handler. It contains the decisions of a route; checks are up to the guard.
pub trait Endpoint<T, I, D>: Clone + Send + Sync + 'static {
    /// Handles one request.
    fn call(self, call: Call<T>, input: I) -> impl Future<Output = Result<Reply<D>, ApiError>> + Send;
}

impl<F, Fut, T, I, D> Endpoint<T, I, D> for F
where
    F: Fn(Call<T>, I) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<Reply<D>, ApiError>> + Send,
{
    fn call(self, call: Call<T>, input: I) -> impl Future<Output = Result<Reply<D>, ApiError>> + Send {
        self(call, input)
    }
}
