//! Writes, changes and deletes annotations.

use askline_app::annotations;
use askline_domain::annotations::{
    Annotation,
    input::{AnnotationEdit, NewAnnotation},
};

use super::{AnnotationPath, today};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, Reply, SiteAccess},
    resources::sites::Deleted,
};

/// `POST /annotations/:siteId`
pub async fn create_annotation(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewAnnotation>>,
) -> Result<Reply<Annotation>, ApiError> {
    let (store, site) = (&*call.app.ports().annotations, &call.tenant.site.site);
    let written = annotations::create(store, site, input.body.0, today(&call)?, &call.audit_context()).await?;
    Ok(Reply::new(written))
}

/// `PATCH /annotations/:siteId/:annotationId`
pub async fn update_annotation(
    call: Call<SiteAccess>,
    input: Input<AnnotationPath, Nothing, Json<AnnotationEdit>>,
) -> Result<Reply<Annotation>, ApiError> {
    let of = (&call.tenant.site.site, input.path.annotation_id);
    let store = &*call.app.ports().annotations;
    Ok(Reply::new(annotations::change(store, of, input.body.0, &call.audit_context()).await?))
}

/// `DELETE /annotations/:siteId/:annotationId`
pub async fn delete_annotation(
    call: Call<SiteAccess>,
    input: Input<AnnotationPath>,
) -> Result<Reply<Deleted>, ApiError> {
    let id = input.path.annotation_id;
    let store = &*call.app.ports().annotations;
    annotations::delete(store, (&call.tenant.site.site, id), &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(id)))
}
