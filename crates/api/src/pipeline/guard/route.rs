//! What the guard needs to know about the route of a request.

use axum::http::Method;

use crate::pipeline::route_table::policy::{Access, ForLinks, Policy, Quota};

/// What the guard needs to know about the route of a request.
pub(crate) struct Route<'a> {
    pub(crate) access: Access,
    pub(crate) for_services: bool,
    pub(crate) for_links: Option<ForLinks>,
    pub(crate) quota: Quota,
    pub(crate) method: &'a Method,
    /// The path with `{parameters}`; empty if no route handles the request.
    pub(crate) path: &'static str,
}

impl<'a> From<&'a Policy> for Route<'a> {
    fn from(policy: &'a Policy) -> Self {
        Self {
            access: policy.access,
            for_services: policy.for_services,
            for_links: policy.for_links,
            quota: policy.quota,
            method: &policy.method,
            path: policy.path,
        }
    }
}
