//! Responds to requests that cannot be parsed as HTTP. They get the envelope like any other, and count for the address of the
//! peer: a proxy's headers cannot be read either.

use std::net::IpAddr;

use askline_domain::shared::ids::{Id as _, RequestId};
use axum::{
    http::{HeaderMap, HeaderValue, Method, header},
    response::Response,
};

use crate::pipeline::{
    answer::finish,
    app::App,
    caller::RequestFacts,
    error::{ApiError, Code},
    guard::{self, Admitted, Route},
    response::answer::Answer,
    route_table::policy::{Access, Quota},
};

/// Why a request cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// It is not valid HTTP, or contradicts itself.
    Malformed,
    /// Its target or its headers are longer than the limit.
    TooLarge,
    /// It is an HTTP/1.1 request without exactly one host.
    NoHost,
}

impl Unreadable {
    fn error(self) -> ApiError {
        match self {
            Self::Malformed => ApiError::new(
                Code::BadRequest,
                "The request is not valid HTTP. Check its address for spaces, the names of its headers, and whether its length is given twice.",
            ),
            Self::TooLarge => {
                ApiError::new(Code::PayloadTooLarge, "The address or the headers of the request are too large.")
            }
            Self::NoHost => ApiError::new(Code::BadRequest, "A request of HTTP/1.1 names its host in one Host header."),
        }
    }
}

/// Responds to a request that cannot be parsed, of which only the peer's address is known. The connection is closed afterwards.
pub async fn refuse_unreadable(app: &App, address: IpAddr, why: Unreadable) -> Response {
    let at = app.now();
    let id = RequestId::new(at, &mut rand::rng());
    let facts = RequestFacts {
        id,
        at,
        address: address.to_canonical(),
        peer: address,
        address_is_unreadable: false,
        headers: HeaderMap::new(),
        authority: None,
        by_trusted_proxy: false,
        is_from_mcp: false,
    };
    let route = Route {
        access: Access::Anyone,
        for_services: false,
        for_links: None,
        quota: Quota::Document,
        method: &Method::GET,
        path: "",
    };
    let Admitted { caller: admitted, counted, .. } = guard::admit(app, route, &facts).await;
    let answer = Answer::error(admitted.err().unwrap_or_else(|| why.error()));
    let mut response = finish(app, false, answer, &facts.id.to_string(), &counted);
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}
