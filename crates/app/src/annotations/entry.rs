//! An annotation's settings, and what an audit entry says about it.

use askline_domain::{
    annotations::{Annotation, input::AnnotationSettings},
    audit::{AuditDraft, context::AuditContext},
    shared::ids::OrgId,
};
use serde_json::json;

/// The settings of an annotation.
pub(super) fn settings_of(annotation: &Annotation) -> AnnotationSettings {
    let Annotation { date, time, text, kind, .. } = annotation.clone();
    AnnotationSettings { date, time, text, kind }
}

/// An audit entry about an annotation.
pub(super) fn entry_about(annotation: &Annotation, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let metadata = json!({
        "siteId": annotation.site_id,
        "date": annotation.date.date().to_string(),
        "time": annotation.time,
        "kind": annotation.kind,
    });
    context.entry(org, action, vec![annotation.audit_target()], metadata)
}
