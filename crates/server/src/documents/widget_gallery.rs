//! `/docs/widget`: every layout in every theme, live, with its settings and the room that it takes. Needs no site: what is shown is
//! the widget of a new one.

use axum::{
    extract::{Path, State},
    response::Response,
};

use super::{DocumentPlace, not_found, text};

const PAGE: &str = include_str!("../../assets/docs/widget.html");
const SCRIPT: &str = include_str!("../../assets/docs/gallery.js");

/// The page.
pub(super) fn page() -> String {
    PAGE.to_owned()
}

/// `GET /docs/widget/{file}`: the page's script, and what the widgets on it show.
pub(super) async fn show_part(State(place): State<DocumentPlace>, Path(file): Path<String>) -> Response {
    match file.as_str() {
        "gallery.js" => text("text/javascript; charset=utf-8", SCRIPT),
        "sample.json" => text("application/json", place.sample),
        _ => not_found().await,
    }
}
