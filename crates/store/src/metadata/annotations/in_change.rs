//! Rows of annotations in a change of a use case.

use askline_app::ports::{StoreResult, change::AnnotationRows, changes::Subject};
use askline_domain::{
    annotations::Annotation,
    shared::ids::{AnnotationId, SiteId},
};
use async_trait::async_trait;

use super::{
    own,
    rows::{insertion, select},
};
use crate::{metadata::changes::change::Change, sql::sql};

#[async_trait]
impl AnnotationRows for Change {
    async fn annotation(&mut self, site: SiteId, id: AnnotationId) -> StoreResult<Option<Annotation>> {
        select(self.connection(), site, id).await
    }

    async fn count_annotations(&mut self, site: SiteId) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM annotations WHERE site_id = $1 AND own_hour IS NULL")
            .bind(site)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn insert_annotation(&mut self, annotation: &Annotation) -> StoreResult<()> {
        self.concerns(Subject::Site(annotation.site_id));
        insertion(annotation, None)?.execute(self.connection()).await.map(|_| ())
    }

    async fn insert_own_annotation(&mut self, annotation: &Annotation) -> StoreResult<()> {
        own::store(self.connection(), annotation).await
    }

    async fn replace_annotation(&mut self, annotation: &Annotation) -> StoreResult<()> {
        self.concerns(Subject::Site(annotation.site_id));
        sql("UPDATE annotations SET day = $1, time = $2, text = $3, kind = $4 WHERE id = $5")
            .bind(annotation.date.0)
            .bind(annotation.time.as_deref())
            .bind(&annotation.text)
            .bind(annotation.kind.as_str())
            .bind(annotation.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_annotation(&mut self, annotation: &Annotation) -> StoreResult<()> {
        self.concerns(Subject::Site(annotation.site_id));
        sql("DELETE FROM annotations WHERE id = $1").bind(annotation.id).execute(self.connection()).await.map(|_| ())
    }
}
