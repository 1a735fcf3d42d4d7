//! What a connection needs of the service behind it.

use std::convert::Infallible;

use axum::{body::Body, http::Request, response::Response};
use tower::Service;

/// A service that answers requests: a router, or a choice among several routers.
pub trait Answering:
    Service<Request<Body>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}
impl<S> Answering for S where
    S: Service<Request<Body>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}
