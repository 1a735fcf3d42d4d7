//! `/demo/`: an article with the widget, like a customer's page. Only `askline demo` serves it.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};

use super::{
    context::DocumentContext,
    error_codes::escaped,
    responses::{html, not_found},
};

const ARTICLE: &str = include_str!("../../assets/demo/index.html");
/// Stricter than the policy of other pages, except that it allows inline styles, which the widget needs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// `GET /demo/`
pub(super) async fn show(State(place): State<DocumentContext>) -> Response {
    let Some(demo) = &place.demo else { return not_found().await };
    let page = ARTICLE.replace("{{site}}", &demo.site.to_string()).replace("{{origin}}", &escaped(&demo.origin));
    let mut response = html(page);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
