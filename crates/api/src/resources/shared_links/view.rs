//! What a shared link shows, also before it is created.

use askline_app::{
    ports::sites::shared_links::LinkGrant,
    reports::{
        before::Before,
        overview,
        question::Question,
        shared_view::{SharedView, Shown},
    },
};
use askline_domain::{
    analytics::series::Interval,
    shared::calendar::{Day, Window},
    shared_links::{LinkSettings, input::NewSharedLink},
};
use jiff::Timestamp;

use super::change::check_filter;
use crate::{
    caches::ready_answers::{Asked, Key},
    pipeline::{
        handling::{ApiError, Call, Caller, Code, Input, Json, Nothing, Ready, Reply, SiteAccess},
        response::reply::Range,
    },
    resources::analytics::ready,
};

/// The maximum number of notes that a link shows.
const MAX_NOTES: u32 = 200;

/// `GET /links/:siteId/view`
pub async fn show_shared_view(mut call: Call<SiteAccess>, _: Input) -> Result<Reply<Ready<SharedView>>, ApiError> {
    let Caller::Link(grant) = call.caller.clone() else {
        return Err(ApiError::internal("the row of this route accepts another caller"));
    };
    let slot = call.take_slot()?;
    let LinkGrant { link, .. } = &*grant;
    let question = question_of(&call, &link.settings)?;
    let range = range_of(&call, question.window);
    let key = Key {
        report: ("shared view", false),
        site: link.site_id,
        asked: Asked::Shared(link.id, question.clone()),
        csv: false,
    };
    let read = read(&call, &link.settings, link.expires_at, question);
    let no_file = |_: &SharedView| Err(ApiError::internal("a view is no file"));
    let reply = ready(&call, key, range, read, no_file).await;
    drop(slot);
    reply
}

/// `POST /links/:siteId/preview`
pub async fn preview_shared_link(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewSharedLink>>,
) -> Result<Reply<SharedView>, ApiError> {
    let Json(new) = input.body;
    let slot = call.take_slot()?;
    check_filter(&call, new.filter.as_ref()).await?;
    let link = new.check(call.request.at)?;
    let question = question_of(&call, &link.settings)?;
    let range = range_of(&call, question.window);
    let view = read(&call, &link.settings, link.expires_at, question).await?;
    drop(slot);
    Ok(Reply::new(view).range(range))
}

/// The question that the view of a link with these settings answers.
fn question_of(call: &Call<SiteAccess>, settings: &LinkSettings) -> Result<Question, ApiError> {
    let (site, at) = (&call.tenant.site, call.request.at);
    // A link whose filter or days cannot be applied shows nothing, rather than more than it says.
    let refused = || ApiError::new(Code::Forbidden, "The pages or days of this shared link cannot be shown any more.");
    let window = settings.range.window(Day::of(at, &site.time_zone)).ok_or_else(refused)?;
    let filter = settings.filter.of_reports(&site.pages).ok_or_else(refused)?;
    let before = settings.compare.then(|| Before::of(window, at, &site.time_zone));
    Ok(Question { window, interval: Interval::Day, filter, before })
}

async fn read(
    call: &Call<SiteAccess>,
    settings: &LinkSettings,
    expires_at: Option<Timestamp>,
    question: Question,
) -> Result<SharedView, ApiError> {
    let (ports, site) = (call.app.ports(), &call.tenant.site);
    let organization = ports.organizations.organization(site.site.org_id).await?;
    let organization = organization.ok_or_else(|| ApiError::not_found("site"))?;
    let brand = organization.brand.as_ref().map(|brand| brand.shown(organization.id));
    let notes = if settings.notes {
        Some(ports.annotations.annotations(site.site.id, question.window, MAX_NOTES, None).await?.items)
    } else {
        None
    };
    let overview = overview::read(ports, site.reported(), &question, call.request.at).await?;
    Ok(SharedView::of(
        Shown { settings, shared_by: &organization.name, brand: brand.as_ref(), expires_at },
        overview,
        notes,
    ))
}

fn range_of(call: &Call<SiteAccess>, window: Window) -> Range {
    Range {
        from: window.from.date().to_string(),
        to: window.to.date().to_string(),
        timezone: call.tenant.site.site.timezone.clone(),
    }
}
