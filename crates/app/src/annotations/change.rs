//! Changes an annotation that a person or a program wrote.

use askline_domain::{
    annotations::{
        Annotation,
        input::{AnnotationEdit, AnnotationSettings},
    },
    audit::{ActorKind, context::AuditContext},
    shared::ids::AnnotationId,
    sites::Site,
};

use super::entry::{entry_about, settings_of};
use crate::{
    error::{Conflict, UseCaseError},
    ports::{change::Scope, sites::annotations::AnnotationStore},
};

/// Changes an annotation; its author stays. Askline's own ones cannot be changed.
pub async fn change(
    annotations: &dyn AnnotationStore,
    (site, id): (&Site, AnnotationId),
    edit: AnnotationEdit,
    context: &AuditContext,
) -> Result<Annotation, UseCaseError> {
    let mut change = annotations.begin(&[Scope::Organization(site.org_id)]).await?;
    let before = change.annotation(site.id, id).await?.ok_or(UseCaseError::NotFound("annotation"))?;
    if before.author.kind == ActorKind::System {
        return Err(Conflict::OwnAnnotation.into());
    }
    let AnnotationSettings { date, time, text, kind } = edit.check(settings_of(&before))?;
    let after = Annotation { date, time, text, kind, ..before.clone() };
    if before == after {
        return Ok(after);
    }
    change.replace_annotation(&after).await?;
    change.audit(entry_about(&after, site.org_id, "annotation.updated", context)).await?;
    change.commit().await?;
    Ok(after)
}
