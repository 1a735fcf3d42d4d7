//! `/docs/widget`: every layout of the widget in every theme, live. Each is shown with its settings and its size. The page
//! needs no site, because it shows the widget of a new site.

use axum::{
    extract::{Path, State},
    response::Response,
};

use super::{
    context::DocumentContext,
    responses::{not_found, text},
};

const PAGE: &str = include_str!("../../assets/docs/widget.html");
const SCRIPT: &str = include_str!("../../assets/docs/gallery.js");

/// The page.
pub(super) fn page() -> String {
    PAGE.to_owned()
}

/// `GET /docs/widget/{file}`: the page's script, and the configuration of the widgets on it.
pub(super) async fn show_part(State(place): State<DocumentContext>, Path(file): Path<String>) -> Response {
    match file.as_str() {
        "gallery.js" => text("text/javascript; charset=utf-8", SCRIPT),
        "sample.json" => text("application/json", place.sample),
        _ => not_found().await,
    }
}
