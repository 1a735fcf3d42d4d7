//! The sender of log lines: the source whose token a request has.

use std::sync::Arc;

use askline_domain::logs::source::{LogSource, digest_of_well_formed};

use crate::{
    caches::site_entry::SiteEntry,
    pipeline::{
        app::App,
        caller::RequestFacts,
        error::{ApiError, Code},
    },
};

/// The source whose token the request has, and its site.
pub(crate) async fn sender_of(app: &App, facts: &RequestFacts) -> Result<(LogSource, Arc<SiteEntry>), ApiError> {
    let bearer = facts.header("authorization").and_then(|text| text.split_once(' '));
    let token = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let Some(token) = token else {
        return Err(ApiError::new(
            Code::InvalidApiKey,
            "Send the token of a log source: Authorization: Bearer lg_…. An admin creates one on the page Crawlers.",
        ));
    };
    let digest = digest_of_well_formed(token).map_err(|_| {
        let message = "This is not a complete token of a log source, which is lg_ and 38 letters and digits. Copy it as it was shown.";
        ApiError::new(Code::InvalidApiKey, message)
    })?;
    let source = app.ports().log_sources.log_source_by_token(digest).await?.ok_or_else(unknown_token)?;
    let site = app.site(source.site_id).await?.ok_or_else(unknown_token)?;
    Ok((source, site))
}

fn unknown_token() -> ApiError {
    let message = "This instance does not know this token: its log source was deleted, or the token was replaced.";
    ApiError::new(Code::InvalidApiKey, message)
}
