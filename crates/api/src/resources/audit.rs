//! Reads the audit log. Entries are written together with the changes that they record; failed sign-ins, which change nothing,
//! are collected for up to a minute.

use askline_app::{
    instance::failed_log_ins::Due,
    ports::audit_log::{AuditFilter, ChainReport},
    present_fields::every_field_present,
};
use askline_domain::{
    audit::AuditEntry,
    shared::{
        calendar::{Day, date_of},
        ids::{AuditId, Id as _},
        paging::{MAX_PAGE_ROWS, PAGE_ROWS_DEFAULT, PageRequest},
        rfc3339::{Moment, parse_moment},
    },
};
use axum::http::{HeaderName, HeaderValue, header};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::{
    handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply},
    response::file_body::FileBody,
};

/// The maximum number of entries in one download, a multiple of the page size.
const MAX_EXPORTED_ENTRIES: usize = 100_000;
/// The header that says that older entries were left out of a download.
const TRUNCATED: HeaderName = HeaderName::from_static("x-export-truncated");

/// Filters of the list of entries.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditQuery {
    /// Only this action, or all of a group, such as `key.*`.
    pub action: Option<String>,
    /// Only by the actor with this id.
    #[serde(rename = "actorId")]
    pub actor_id: Option<String>,
    /// Only about the target with this id.
    #[serde(rename = "targetId")]
    pub target_id: Option<String>,
    /// The oldest date (UTC). An RFC 3339 time is accepted as well: only entries at or after it.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date (UTC), included. An RFC 3339 time is accepted as well: only entries before it.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
    /// The maximum number of rows on a page, 1 to 200.
    #[schemars(range(min = 1, max = MAX_PAGE_ROWS), extend("default" = PAGE_ROWS_DEFAULT))]
    pub limit: Option<u32>,
    /// `meta.pagination.nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// Filters of a download of entries.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditExportQuery {
    /// Only this action, or all of a group, such as `key.*`.
    pub action: Option<String>,
    /// Only by the actor with this id.
    #[serde(rename = "actorId")]
    pub actor_id: Option<String>,
    /// Only about the target with this id.
    #[serde(rename = "targetId")]
    pub target_id: Option<String>,
    /// The oldest date (UTC). An RFC 3339 time is accepted as well: only entries at or after it.
    #[schemars(extend("format" = "date"))]
    pub from: Option<String>,
    /// The newest date (UTC), included. An RFC 3339 time is accepted as well: only entries before it.
    #[schemars(extend("format" = "date"))]
    pub to: Option<String>,
}

impl AuditExportQuery {
    fn filter(self) -> Result<AuditFilter, ApiError> {
        // Callers write a group as `key.*`; the port expects `key.`.
        let action = self.action.map(|action| match action.strip_suffix(".*") {
            Some(group) => format!("{group}."),
            None => action,
        });
        Ok(AuditFilter {
            action,
            actor_id: self.actor_id,
            target_id: self.target_id,
            from: time_of("from", self.from.as_deref(), |date| date)?,
            to: time_of("to", self.to.as_deref(), |date| Day(date.0 + 1))?,
        })
    }
}

/// The result of checking the audit log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditChain", transform = every_field_present)]
pub struct AuditChainView {
    /// Whether no entry was changed and none is missing.
    pub intact: bool,
    /// The number of entries that were read.
    pub entries: u64,
    /// The first entry that was changed, or that follows a removed entry; null if no such entry was found.
    pub broken_at: Option<AuditId>,
    /// Whether entries are missing from the end.
    pub truncated: bool,
    /// When the check began: later entries are not checked.
    pub checked_at: Moment,
}

/// Checks the organization's whole chain. Its route uses a pool, since this reads every entry.
pub async fn verify_audit_log(call: Call<OrgAccess>, _: Input) -> Result<Reply<AuditChainView>, ApiError> {
    let report = call.app.ports().audit_log.verify_chain(call.tenant.id).await?;
    Ok(Reply::new(AuditChainView::of(&report, call.request.at)))
}

impl AuditChainView {
    fn of(report: &ChainReport, at: Timestamp) -> Self {
        Self {
            intact: report.broken_at.is_none() && !report.truncated,
            entries: report.entries,
            broken_at: report.broken_at,
            truncated: report.truncated,
            checked_at: at.into(),
        }
    }
}

/// The time that a parameter means: a time as it is; for a date, the start (UTC) of the day that `begins` returns for it.
fn time_of(name: &str, text: Option<&str>, begins: fn(Day) -> Day) -> Result<Option<Timestamp>, ApiError> {
    text.map(|text| {
        let date = date_of(text).map(|date| begins(date).start(&TimeZone::UTC));
        date.or_else(|| parse_moment(text)).ok_or_else(|| {
            let forms = "a date such as 2026-01-31 or an RFC 3339 time such as 2026-01-31T09:30:00Z";
            ApiError::parameter(name, format!("{name} must be {forms}."))
        })
    })
    .transpose()
}

/// Stores failed sign-ins, which otherwise wait up to a minute for their entry, so that the reader of the log sees them.
async fn write_what_waits(call: &Call<OrgAccess>) {
    if let Err(error) = call.app.write_failed_log_ins(Due::ReadBy(call.tenant.id)).await {
        tracing::warn!(%error, "Failed sign-ins could not be written to the audit log; this will be tried again");
    }
}

/// Lists entries, newest first.
pub async fn list_audit_entries(
    call: Call<OrgAccess>,
    input: Input<Nothing, AuditQuery>,
) -> Result<Reply<Items<AuditEntry>>, ApiError> {
    let AuditQuery { action, actor_id, target_id, from, to, limit, cursor } = input.query;
    let page = PageQuery { limit, cursor }.page()?;
    let filter = AuditExportQuery { action, actor_id, target_id, from, to }.filter()?;
    write_what_waits(&call).await;
    let entries = call.app.ports().audit_log.audit_entries(call.tenant.id, &filter, page).await?;
    Ok(Reply::page(entries, page.limit, |entry| entry.draft.id.bits()))
}

/// Downloads entries as one JSON object per line, newest first, up to `MAX_EXPORTED_ENTRIES`. A response header says if older
/// ones were left out; a request with `to` can get those. Pages are read as fast as the client reads the file, so that the file
/// is never completely in memory, and no database snapshot stays open.
pub async fn export_audit_entries(
    mut call: Call<OrgAccess>,
    input: Input<Nothing, AuditExportQuery>,
) -> Result<Reply<Items<AuditEntry>>, ApiError> {
    let place = call.take_slot()?;
    let (log, org, filter) = (call.app.ports().audit_log.clone(), call.tenant.id, input.query.filter()?);
    write_what_waits(&call).await;
    // The first page and the count are read before the response begins, so that errors here are still reported in the envelope.
    let first = log.audit_entries(org, &filter, PageRequest { limit: MAX_PAGE_ROWS, before: None }).await?;
    let truncated = match first.items.last() {
        Some(last) if first.has_more => {
            let room = MAX_EXPORTED_ENTRIES.saturating_sub(first.items.len());
            log.has_older_entries(org, &filter, last.draft.id, room).await?
        }
        _ => false,
    };
    let file = FileBody::made_in(place, |file| async move {
        let (mut page, mut room) = (first, MAX_EXPORTED_ENTRIES);
        loop {
            let before = page.items.last().map(|entry| entry.draft.id.bits());
            let is_last = !page.has_more || page.items.len() >= room;
            room = room.saturating_sub(page.items.len());
            file.write(lines_of(page.items)?).await?;
            if is_last {
                return Ok(file);
            }
            page = log.audit_entries(org, &filter, PageRequest { limit: MAX_PAGE_ROWS, before }).await?;
        }
    });
    let reply = Reply::file("application/x-ndjson", file)
        .header(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"audit.ndjson\""));
    Ok(if truncated { reply.header(TRUNCATED, HeaderValue::from_static("true")) } else { reply })
}

fn lines_of(entries: Vec<AuditEntry>) -> Result<Vec<u8>, ApiError> {
    let mut lines = Vec::new();
    for entry in entries {
        serde_json::to_writer(&mut lines, &entry).map_err(ApiError::internal)?;
        lines.push(b'\n');
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::OrgId;

    use super::*;
    use crate::pipeline::error::Code;

    #[test]
    fn a_group_of_actions_can_be_written_with_a_star() {
        let action = |text: &str| {
            let query = AuditExportQuery { action: Some(text.into()), ..AuditExportQuery::default() };
            query.filter().expect("allowed").action
        };
        assert_eq!(action("key.*").as_deref(), Some("key."));
        assert_eq!(action("key.").as_deref(), Some("key."));
        assert_eq!(action("key.created").as_deref(), Some("key.created"));
    }

    #[test]
    fn a_chain_with_a_break_or_without_its_end_is_not_intact() {
        let whole = ChainReport { org_id: OrgId::from_bits(1), entries: 3, broken_at: None, truncated: false };
        let is_intact = |report: &ChainReport| AuditChainView::of(report, Timestamp::UNIX_EPOCH).intact;
        assert!(is_intact(&whole));
        assert!(!is_intact(&ChainReport { broken_at: Some(AuditId::from_bits(2)), ..whole.clone() }));
        assert!(!is_intact(&ChainReport { truncated: true, ..whole }));
    }

    #[test]
    fn an_invalid_time_is_named() {
        let query = AuditExportQuery { to: Some("yesterday".into()), ..AuditExportQuery::default() };
        let refused = query.filter().expect_err("no time");
        assert_eq!((refused.code, refused.details[0].path.as_str()), (Code::InvalidParameter, "to"));
    }

    #[test]
    fn a_date_is_the_whole_day_and_a_time_is_that_moment() {
        let bounds = |from: &str, to: &str| {
            let query =
                AuditExportQuery { from: Some(from.into()), to: Some(to.into()), ..AuditExportQuery::default() };
            let filter = query.filter().expect("allowed");
            (filter.from.expect("a bound").to_string(), filter.to.expect("a bound").to_string())
        };
        let whole_day = ("2026-02-28T00:00:00Z".to_owned(), "2026-03-01T00:00:00Z".to_owned());
        assert_eq!(bounds("2026-02-28", "2026-02-28"), whole_day);
        assert_eq!(bounds("2026-02-28T01:00:00+01:00", "2026-03-01T00:00:00Z"), whole_day);
    }
}
