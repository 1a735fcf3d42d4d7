//! A route's handler without its types: parses the input, calls it, encodes its reply.
//!
//! Each route has its own copy of the generic code here. What need not know the types belongs into `pipeline/answer`, of which
//! there is one.

use std::{collections::BTreeMap, marker::PhantomData, pin::Pin};

use bytes::Bytes;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::endpoint::Endpoint;
use crate::pipeline::{
    call::Call,
    error::ApiError,
    request::input::{self, Body, BodyForm, Input},
    response::reply::{Data, Reply},
    tenant::{AnyTenant, Tenant},
};

/// The input of a request as it was sent.
pub(crate) struct SentInput<'r> {
    /// The parameters of the path that the handler gets.
    pub(crate) path: &'r BTreeMap<String, String>,
    /// The query string, without the organization and the binding of a cursor.
    pub(crate) query: &'r str,
    /// The query string in which every parameter must have a value, if the route requires that.
    pub(crate) checked: Option<&'r str>,
    /// The body.
    pub(crate) body: Bytes,
}

/// A handler that runs. Its reply has its `data` as JSON text.
pub(crate) type Running = Pin<Box<dyn Future<Output = Result<Reply<Bytes>, ApiError>> + Send>>;

/// A handler of any route.
pub(crate) trait Handler: Send + Sync {
    /// What the headers of a request must say about its body.
    fn body_form(&self) -> BodyForm;

    /// Parses the input and calls the handler. Fails if the input is invalid or the tenant was not found. An unreadable request
    /// (400) is reported before a missing object, and a missing object before an invalid body (422).
    fn begin(&self, call: Call<Result<AnyTenant, ApiError>>, sent: SentInput<'_>) -> Result<Running, ApiError>;
}

/// A handler with `Types`: those of its tenant, path, query, body and data.
pub(super) struct Typed<Types, H>(H, PhantomData<fn() -> Types>);

impl<Types, H> Typed<Types, H> {
    pub(super) fn of(handler: H) -> Self {
        Self(handler, PhantomData)
    }
}

impl<T, P, Q, B, D, H> Handler for Typed<(T, P, Q, B, D), H>
where
    T: Tenant + 'static,
    P: DeserializeOwned + Send + 'static,
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    B: Body + 'static,
    D: Data + 'static,
    H: Endpoint<T, Input<P, Q, B>, D>,
{
    fn body_form(&self) -> BodyForm {
        BodyForm::of::<B>()
    }

    fn begin(&self, call: Call<Result<AnyTenant, ApiError>>, sent: SentInput<'_>) -> Result<Running, ApiError> {
        let query = input::parse_query::<Q>(sent.query)?;
        let body = input::parse_body::<B>(sent.body)?;
        sent.checked.map_or(Ok(()), input::check_values)?;
        let path = input::parse_path::<P>(sent.path)?;
        let call = call.about::<T>()?;
        let running = self.0.clone().call(call, Input { path, query, body: body? });
        Ok(Box::pin(async move { running.await?.encoded() }))
    }
}
