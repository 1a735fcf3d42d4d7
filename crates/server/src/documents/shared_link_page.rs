//! `/embed/{link}`: the page of a shared link for frames on the pages that the link names.

use askline_domain::shared::ids::SharedLinkId;
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};

use super::{dashboard, place::DocumentPlace, responses::not_found};

/// Answers with the page if the link can be embedded; for any other link, as for one that does not exist. The page gets the
/// link's token from the fragment of its address, which no server sees.
pub(super) async fn show_embedded(
    State(place): State<DocumentPlace>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Ok(id) = link.parse::<SharedLinkId>() else { return not_found().await };
    let found = place.stores.metadata.shared_link(id).await.ok().flatten();
    match found.filter(|link| link.password_hash.is_none()).and_then(|link| link.settings.embed) {
        Some(embed) => dashboard::embedded(&headers, &embed.origins),
        None => not_found().await,
    }
}
