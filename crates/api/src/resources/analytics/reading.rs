//! Reads analytics reports: cached ones if nothing changed, otherwise from the site's counters.

use askline_app::{
    ports::analytics::{Counts, CountsQuestion},
    reports::counters::{self, Report},
};
use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    pages::identity::readable,
};

use super::{csv_text, question::Question};
use crate::{
    caches::ready_answers::{self, Key},
    pipeline::{
        handling::{ApiError, Call, Ready, Reply, SiteAccess},
        response::reply::{MetaNote, Range},
        work_pools::{Holder, Slot, WorkPool},
    },
};

/// Responds with a report in the requested format.
pub(super) async fn show<R: Report>(
    call: Call<SiteAccess>,
    question: Question,
    with_parts: bool,
) -> Result<Reply<Ready<R>>, ApiError> {
    let name = (R::NAME, with_parts);
    let read = async {
        let _slot = folder_slot(&call, &question.asked.filter).await?;
        let (site, now) = (call.tenant.site.reported(), call.request.at);
        Ok(counters::read(call.app.ports(), site, &question.asked, with_parts, now).await?)
    };
    remembered(&call, &question, name, read, csv_text::of_report).await
}

/// Responds with the cached report while nothing that it is based on has changed, otherwise reads it. `name` distinguishes
/// reports on the same question.
pub(super) async fn remembered<R: serde::Serialize>(
    call: &Call<SiteAccess>,
    question: &Question,
    name: (&'static str, bool),
    read: impl Future<Output = Result<R, ApiError>>,
    to_csv: impl Fn(&R) -> Result<Vec<u8>, ApiError>,
) -> Result<Reply<Ready<R>>, ApiError> {
    question.check_comparison()?;
    let key = question.key(name, call.tenant.site.site.id);
    let reply = ready(call, key, question.range(), read, to_csv).await?;
    if question.csv { Ok(reply) } else { noted(reply, call, &question.asked.filter).await }
}

/// The cached report while nothing that it is based on has changed, otherwise one that is read now.
pub(crate) async fn ready<R: serde::Serialize>(
    call: &Call<SiteAccess>,
    key: Key,
    range: Range,
    read: impl Future<Output = Result<R, ApiError>>,
    to_csv: impl Fn(&R) -> Result<Vec<u8>, ApiError>,
) -> Result<Reply<Ready<R>>, ApiError> {
    let (site, ports) = (&call.tenant.site.site, call.app.ports());
    // The revision and the generation are read before the counters, so that a commit in the meantime is never missed.
    let state = ready_answers::State::of(site, &*ports.analytics, &*ports.changes);
    if let Some(json) = call.app.ready_answers().get(&key, &state, &*ports.changes) {
        return Ok(Reply::new(Ready::new(json)).range(range));
    }
    let report = read.await?;
    if key.csv {
        return Ok(Reply::download("text/csv; charset=utf-8", to_csv(&report)?));
    }
    let json = bytes::Bytes::from(serde_json::to_vec(&report).map_err(ApiError::internal)?);
    call.app.ready_answers().put(key, state, json.clone());
    Ok(Reply::new(Ready::new(json)).range(range))
}

/// The reply, with a note if the filter names a page that was never seen.
pub(super) async fn noted<T>(
    reply: Reply<T>,
    call: &Call<SiteAccess>,
    filter: &AnalyticsFilter,
) -> Result<Reply<T>, ApiError> {
    let Some(PageFilter::Page(path)) = &filter.page else { return Ok(reply) };
    if call.app.ports().analytics.knows_page(call.tenant.site.site.id, path).await? {
        return Ok(reply);
    }
    let message = format!("No event of this site was ever on the page {}. Check the path.", readable(path));
    Ok(reply.note(MetaNote { code: "PAGE_NEVER_SEEN", message }))
}

/// Reads counters of the site, all as of the same time.
pub(super) async fn counts(
    call: &Call<SiteAccess>,
    filter: &AnalyticsFilter,
    questions: Vec<CountsQuestion>,
) -> Result<Vec<Counts>, ApiError> {
    let _slot = folder_slot(call, filter).await?;
    Ok(call.app.ports().analytics.counts(call.tenant.site.site.id, filter, questions).await?)
}

/// Takes a slot for questions about a folder, which can have as many pages as the site: its counters are summed in the slot.
/// `None` if none is needed, or if the route took one.
pub(super) async fn folder_slot(call: &Call<SiteAccess>, filter: &AnalyticsFilter) -> Result<Option<Slot>, ApiError> {
    match filter.page {
        Some(PageFilter::Folder(_)) if call.slot.is_none() => {
            call.app.slot(WorkPool::PageList, Holder::Organization(call.tenant.organization.id)).await.map(Some)
        }
        _ => Ok(None),
    }
}
