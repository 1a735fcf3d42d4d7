//! Rows of annotations in a change.

use askline_domain::{
    annotations::Annotation,
    shared::ids::{AnnotationId, SiteId},
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of annotations. Askline's own ones about a change come with its audit entry.
#[async_trait]
pub trait AnnotationRows: Send {
    /// One annotation of a site.
    async fn annotation(&mut self, site: SiteId, id: AnnotationId) -> StoreResult<Option<Annotation>>;
    /// The number of annotations of a site that people and programs wrote.
    async fn count_annotations(&mut self, site: SiteId) -> StoreResult<u32>;
    /// Stores a new annotation.
    async fn insert_annotation(&mut self, annotation: &Annotation) -> StoreResult<()>;
    /// Stores an annotation of Askline's own, unless the site has one of its kind in that hour, and removes those that are too old.
    async fn insert_own_annotation(&mut self, annotation: &Annotation) -> StoreResult<()>;
    /// Stores the day, the time, the text and the kind of an annotation.
    async fn replace_annotation(&mut self, annotation: &Annotation) -> StoreResult<()>;
    /// Deletes an annotation.
    async fn delete_annotation(&mut self, annotation: &Annotation) -> StoreResult<()>;
}
