//! The types of a route's handler.

use std::future::Future;

use crate::pipeline::{call::Call, error::ApiError, response::reply::Reply};

/// A handler: decides, and leaves checks to the guard.
pub trait Endpoint<T, I, D>: Clone + Send + Sync + 'static {
    /// Answers one request.
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
