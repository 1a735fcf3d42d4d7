//! `GET /pages/:siteId/file`: what is known of a page, in one line of time.

use askline_app::reports::page_file::{self, FiledPage, PageFile};
use askline_domain::{
    pages::identity::{MAX_IDENTITY_BYTES, PageIdentifier},
    shared::calendar::{Day, MAX_WINDOW_DAYS},
};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Nothing, Reply, SiteAccess},
        response::reply::Range,
    },
    resources::analytics::window_of,
};

/// The number of days of a page's file unless the caller asks for others.
const DAYS_DEFAULT: i32 = 90;

/// Query parameters of a page's file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageFileQuery {
    /// The page, in any spelling of its address.
    #[schemars(length(min = 1, max = MAX_IDENTITY_BYTES), extend("default" = "/"))]
    pub path: Option<String>,
    /// The number of calendar days in the site's time zone, including today.
    #[schemars(range(min = 1, max = MAX_WINDOW_DAYS), extend("default" = DAYS_DEFAULT))]
    pub days: Option<i32>,
    /// The oldest date, instead of `days`.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date, included; today by default.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
}

/// `GET /pages/:siteId/file`
pub async fn show_page_file(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, PageFileQuery>,
) -> Result<Reply<PageFile>, ApiError> {
    let PageFileQuery { path, days, from, to } = input.query;
    let slot = call.take_slot()?;
    let (entry, now) = (call.tenant.site.clone(), call.request.at);
    let path = path.unwrap_or_else(|| "/".to_owned());
    if path.is_empty() || path.len() > MAX_IDENTITY_BYTES {
        return Err(ApiError::parameter("path", format!("path must have 1 to {MAX_IDENTITY_BYTES} bytes.")));
    }
    let days = if from.is_some() || to.is_some() { days } else { days.or(Some(DAYS_DEFAULT)) };
    let window = window_of(days, from.as_deref(), to.as_deref(), Day::of(now, &entry.time_zone))?;
    let page = PageIdentifier::new(&entry.site.pages).of_text(&path).into_string();
    let filed = FiledPage { site: &entry.site, zone: &entry.time_zone, path: page, window, now };
    let file = page_file::read(call.app.ports(), filed).await?;
    drop(slot);
    let range = Range {
        from: window.from.date().to_string(),
        to: window.to.date().to_string(),
        timezone: entry.site.timezone.clone(),
    };
    Ok(Reply::new(file).range(range))
}
