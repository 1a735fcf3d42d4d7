//! Deletes an annotation; one of Askline's own is hidden by that.

use askline_domain::{audit::context::AuditContext, shared::ids::AnnotationId, sites::Site};

use super::entry::entry_about;
use crate::{
    error::UseCaseError,
    ports::{change::Scope, sites::annotations::AnnotationStore},
};

/// Deletes an annotation of a site.
pub async fn delete(
    annotations: &dyn AnnotationStore,
    (site, id): (&Site, AnnotationId),
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let mut change = annotations.begin(&[Scope::Organization(site.org_id)]).await?;
    let annotation = change.annotation(site.id, id).await?.ok_or(UseCaseError::NotFound("annotation"))?;
    change.delete_annotation(&annotation).await?;
    change.audit(entry_about(&annotation, site.org_id, "annotation.deleted", context)).await?;
    change.commit().await?;
    Ok(())
}
