//! Stored annotations of sites.

use askline_domain::{
    annotations::Annotation,
    shared::{
        calendar::{Day, Window},
        ids::{AnnotationId, SiteId},
        paging::Page,
    },
};
use async_trait::async_trait;

use crate::ports::{StoreResult, change::BeginChange};

/// The position of an annotation in a list: its day and its id.
pub type AnnotationPosition = (Day, AnnotationId);

/// Annotations. What changes them is in [`crate::ports::change::AnnotationRows`].
#[async_trait]
pub trait AnnotationStore: BeginChange {
    /// One annotation of a site.
    async fn annotation(&self, site: SiteId, id: AnnotationId) -> StoreResult<Option<Annotation>>;
    /// At most `limit` annotations of a site on the days of a period, the latest day first and then the newest; those after
    /// `place`, if there is one.
    async fn annotations(
        &self,
        site: SiteId,
        window: Window,
        limit: u32,
        place: Option<AnnotationPosition>,
    ) -> StoreResult<Page<Annotation>>;
}
