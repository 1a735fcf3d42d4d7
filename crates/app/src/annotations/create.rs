//! Writes an annotation.

use askline_domain::{
    annotations::{
        Annotation, MAX_ANNOTATIONS_PER_SITE,
        input::{AnnotationSettings, NewAnnotation},
    },
    audit::context::AuditContext,
    shared::{
        calendar::Day,
        ids::{AnnotationId, Id as _},
    },
    sites::Site,
};

use super::entry::entry_about;
use crate::{
    error::{Limit, UseCaseError},
    ports::{change::Scope, sites::annotations::AnnotationStore},
};

/// Writes an annotation, unless the site has as many as it may have. `today` is the site's day.
pub async fn create(
    annotations: &dyn AnnotationStore,
    site: &Site,
    new: NewAnnotation,
    today: Day,
    context: &AuditContext,
) -> Result<Annotation, UseCaseError> {
    let AnnotationSettings { date, time, text, kind } = new.check(today)?;
    let id = AnnotationId::new(context.at, &mut rand::rng());
    let author = context.actor.clone();
    let annotation = Annotation { id, site_id: site.id, date, time, text, kind, author, created_at: context.at };
    let entry = entry_about(&annotation, site.org_id, "annotation.created", context);
    let mut change = annotations.begin(&[Scope::Organization(site.org_id)]).await?;
    if change.count_annotations(site.id).await? >= MAX_ANNOTATIONS_PER_SITE {
        return Err(UseCaseError::LimitReached(Limit::Annotations));
    }
    change.insert_annotation(&annotation).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(annotation)
}
