//! `/preview`: a sample page that shows the real widget with an unsaved configuration. It is shown in a frame of the
//! dashboard or of the gallery. It belongs to no site, and its content security policy allows no requests except for
//! our scripts and styles.

use axum::{
    extract::Path,
    http::{HeaderName, HeaderValue, header},
    response::Response,
};

use super::responses::{html, not_found, text};

const PAGE: &str = include_str!("../../assets/preview/index.html");
const STYLE: &str = include_str!("../../assets/preview/page.css");
const SCRIPT: &str = include_str!("../../assets/preview/frame.js");
/// Only our own pages may show it in a frame. It has an opaque origin, and can request only our scripts and styles.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'self'; sandbox allow-scripts";

/// `GET /preview`
pub(super) async fn show() -> Response {
    let mut response = html(PAGE.to_owned());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    response
}

/// `GET /preview/{file}`: the files of the page. Every origin may load them, since the page has an opaque origin.
pub(super) async fn show_part(Path(file): Path<String>) -> Response {
    let mut response = match file.as_str() {
        "page.css" => text("text/css; charset=utf-8", STYLE),
        "frame.js" => text("text/javascript; charset=utf-8", SCRIPT),
        _ => return not_found().await,
    };
    let everybody = HeaderValue::from_static("cross-origin");
    response.headers_mut().insert(HeaderName::from_static("cross-origin-resource-policy"), everybody);
    response
}
