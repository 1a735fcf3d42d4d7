//! Annotations of sites.

mod in_change;
mod outages;
pub(in crate::metadata) mod own;
mod rows;

use askline_app::ports::{
    StoreResult,
    sites::annotations::{AnnotationPosition, AnnotationStore},
};
use askline_domain::{
    annotations::Annotation,
    shared::{
        calendar::Window,
        ids::{AnnotationId, SiteId},
        paging::Page,
    },
};
use async_trait::async_trait;

use super::MetadataStore;
use crate::sql::sql;

/// The text that is greater than every id of an annotation.
const AFTER_EVERY_ID: &str = "ann_~";

#[async_trait]
impl AnnotationStore for MetadataStore {
    async fn annotation(&self, site: SiteId, id: AnnotationId) -> StoreResult<Option<Annotation>> {
        let mut connection = self.inner.read.acquire().await?;
        rows::select(&mut connection, site, id).await
    }

    async fn annotations(
        &self,
        site: SiteId,
        window: Window,
        limit: u32,
        place: Option<AnnotationPosition>,
    ) -> StoreResult<Page<Annotation>> {
        // A position limits the days of the period from above.
        let (day, id) = match place {
            Some((day, id)) if day <= window.to => (day, id.to_string()),
            _ => (window.to, AFTER_EVERY_ID.into()),
        };
        let read = sql("SELECT * FROM annotations WHERE site_id = $1 AND day >= $2 AND (day, id) < ($3, $4) \
             ORDER BY day DESC, id DESC LIMIT $5")
        .bind(site)
        .bind(window.from.0)
        .bind(day.0)
        .bind(id)
        .bind(i64::from(limit) + 1);
        Ok(Page::cut(read.all(&self.inner.read, rows::annotation).await?, limit))
    }
}
