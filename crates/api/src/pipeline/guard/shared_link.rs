//! What a session of a shared link may ask: its panels, filter and days.
//!
//! Nothing is open because something is absent: a route must name the panel, and a parameter must be in the list here.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::filter::PageFilter,
    pages::identity::PageIdentifier,
    shared::calendar::{Day, Window, date_of},
    shared_links::SharedLink,
};
use jiff::Timestamp;
use url::form_urlencoded;

use crate::pipeline::{
    error::{ApiError, Code},
    route_table::policy::{ForLinks, Policy},
    tenant::AnyTenant,
};

/// The parameters that a link may send. A cursor is not among them, because it contains days that could be forged.
const PARAMETERS: [&str; 14] = [
    "days", "from", "to", "page", "platform", "compare", "interval", "include", "limit", "sort", "order", "format",
    "table", "language",
];
/// Parts of reports that show the site's configuration.
const NEVER_INCLUDED: &str = "byPrompt";

/// Refuses a route that is not for a link, or whose panel the link does not have.
pub(super) fn check(policy: &Policy, link: &SharedLink) -> Result<(), ApiError> {
    let is_shown = match policy.for_links {
        None => false,
        Some(ForLinks::Every) => true,
        Some(ForLinks::With(panel)) => link.shows(panel),
    };
    if is_shown { Ok(()) } else { Err(refused("This shared link does not show that.")) }
}

/// The query string with the link's days and filter. Refuses a question that reaches beyond them.
pub(crate) fn narrowed(
    policy: &Policy,
    link: &SharedLink,
    tenant: &AnyTenant,
    query: &str,
    at: Timestamp,
) -> Result<String, ApiError> {
    let AnyTenant::Site(site) = tenant else { return Err(refused("A shared link is about its site alone.")) };
    if policy.for_links == Some(ForLinks::Every) {
        return Ok(query.to_owned());
    }
    let asked = parameters(query)?;
    let settings = &link.settings;
    let window = days(link, &asked, Day::of(at, &site.site.time_zone))?;
    let mut narrowed = form_urlencoded::Serializer::new(String::new());
    narrowed.append_pair("from", &window.from.date().to_string()).append_pair("to", &window.to.date().to_string());
    if let Some(page) = page(link, asked.get("page").map(String::as_str), &site.site.pages)? {
        narrowed.append_pair("page", &page);
    }
    match (settings.filter.platforms.first(), asked.get("platform")) {
        (Some(own), Some(other)) if own != other => {
            return Err(refused("This shared link shows another platform."));
        }
        (Some(platform), _) | (None, Some(platform)) => {
            narrowed.append_pair("platform", platform);
        }
        (None, None) => {}
    }
    match asked.get("compare").map(String::as_str) {
        None => {}
        Some("previous") if settings.compare => {}
        Some("previous") => return Err(refused("This shared link does not show the previous period.")),
        Some(_) => return Err(refused("A shared link compares with the previous period alone.")),
    }
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if !matches!(name.as_ref(), "days" | "from" | "to" | "page" | "platform") {
            narrowed.append_pair(&name, &value);
        }
    }
    Ok(narrowed.finish())
}

/// The parameters by their names. Only `include` may be there several times.
fn parameters(query: &str) -> Result<BTreeMap<String, String>, ApiError> {
    let mut asked = BTreeMap::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if !PARAMETERS.contains(&name.as_ref()) {
            return Err(ApiError::parameter(&name, "A shared link cannot send this parameter. Leave it out."));
        }
        if name == "include" && value.contains(NEVER_INCLUDED) {
            return Err(refused("A shared link never shows the site's prompts."));
        }
        let is_repeated = asked.insert(name.clone().into_owned(), value.into_owned()).is_some();
        if is_repeated && name != "include" {
            return Err(ApiError::parameter(&name, format!("{name}: is given more than once.")));
        }
    }
    Ok(asked)
}

/// The requested days, which must all be among those of the link; without any, all of these.
fn days(link: &SharedLink, asked: &BTreeMap<String, String>, today: Day) -> Result<Window, ApiError> {
    let of = |name: &str| asked.get(name).map(String::as_str);
    let wrong = |name: &str| ApiError::parameter(name, format!("{name} cannot be read. Send days, or from and to."));
    let date = |name: &str, text: &str| date_of(text).ok_or_else(|| wrong(name));
    let range = &link.settings.range;
    let window = match (of("days"), of("from"), of("to")) {
        (None, None, None) => {
            range.window(today).ok_or_else(|| refused("The days of this shared link cannot be shown."))?
        }
        (Some(days), None, None) => match days.parse::<i32>() {
            Ok(days) if days > 0 => Window::last_days(days.min(10_000), today),
            _ => return Err(wrong("days")),
        },
        (None, Some(from), to) => {
            let to = to.map_or(Ok(today), |to| date("to", to))?;
            Window { from: date("from", from)?, to }
        }
        (Some(_), _, _) => return Err(wrong("days")),
        (None, None, Some(_)) => return Err(wrong("from")),
    };
    if window.from <= window.to && range.includes(window, today) {
        return Ok(window);
    }
    let shown = range.window(today).map(|own| format!(" It shows {} to {}.", own.from.date(), own.to.date()));
    Err(refused(format!("This shared link does not show these days.{}", shown.unwrap_or_default())))
}

/// The page or folder that is asked for, which must be within the link's; without one, the link's.
fn page(link: &SharedLink, asked: Option<&str>, pages: &PageIdentifier) -> Result<Option<String>, ApiError> {
    let unreadable = || refused("The page of this shared link is no page of the site any more.");
    let own = link.settings.filter.of_reports(pages).ok_or_else(unreadable)?.page;
    let Some(own) = own else { return Ok(asked.map(str::to_owned)) };
    let Some(text) = asked else { return Ok(link.settings.filter.pages.first().cloned()) };
    let is_within = match (&own, PageFilter::of(text, pages)) {
        (own, Some(PageFilter::Page(path))) => own.admits(&path),
        (PageFilter::Folder(_), Some(PageFilter::Folder(folder))) => own.admits(&folder),
        _ => false,
    };
    if is_within { Ok(Some(text.to_owned())) } else { Err(refused("This shared link shows other pages.")) }
}

fn refused(message: impl Into<String>) -> ApiError {
    let message: String = message.into();
    ApiError::new(Code::Forbidden, format!("{message} Ask the person who sent the link for more."))
}
