//! `/demo/`: an article with the widget, like a customer's page. Only `askline demo` serves it.

use askline_domain::shared::ids::SiteId;
use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::Response,
};

use super::{DocumentPlace, error_codes::escaped, html, not_found};

const ARTICLE: &str = include_str!("../../assets/demo/index.html");
/// Stricter than the policy of other pages, except that it allows inline styles, which the widget needs.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the page shows about its instance.
#[derive(Debug, Clone)]
pub struct DemoPage {
    /// The site that the snippet names.
    pub site: SiteId,
    /// The address of this instance.
    pub origin: String,
}

/// `GET /demo/`
pub(super) async fn show(State(place): State<DocumentPlace>) -> Response {
    let Some(demo) = &place.demo else { return not_found().await };
    let page = ARTICLE.replace("{{site}}", &demo.site.to_string()).replace("{{origin}}", &escaped(&demo.origin));
    let mut response = html(page);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}
