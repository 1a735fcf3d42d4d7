//! Writes, changes and deletes annotations: dated notes on the charts of a site.

mod change;
mod create;
mod delete;

use askline_domain::{
    annotations::{Annotation, input::AnnotationSettings},
    audit::{AuditDraft, context::AuditContext},
    shared::ids::OrgId,
};
use serde_json::json;

pub use change::change;
pub use create::create;
pub use delete::delete;

/// The settings of an annotation.
fn settings_of(annotation: &Annotation) -> AnnotationSettings {
    let Annotation { date, time, text, kind, .. } = annotation.clone();
    AnnotationSettings { date, time, text, kind }
}

/// An audit entry about an annotation.
fn entry_about(annotation: &Annotation, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let metadata = json!({
        "siteId": annotation.site_id,
        "date": annotation.shown_date().to_string(),
        "time": annotation.time,
        "kind": annotation.kind,
    });
    context.entry(org, action, vec![annotation.audit_target()], metadata)
}
