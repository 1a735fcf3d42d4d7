//! Lists of addresses that makers of crawlers publish.

use askline_app::ports::{
    StoreResult,
    logs::crawler_lists::{CrawlerListStore, StoredList},
};
use async_trait::async_trait;

use crate::{
    metadata::MetadataStore,
    sql::{rows::RowReader, sql},
};

#[async_trait]
impl CrawlerListStore for MetadataStore {
    async fn crawler_lists(&self) -> StoreResult<Vec<StoredList>> {
        let mut connection = self.inner.read.acquire().await?;
        sql("SELECT id, body, read_ms FROM crawler_lists ORDER BY id")
            .all(&mut connection, |row| {
                let row = RowReader::new(row, "crawler_lists", "id");
                Ok(StoredList { id: row.text("id")?, body: row.text("body")?, read_at: row.time("read_ms")? })
            })
            .await
    }

    async fn put_crawler_list(&self, list: &StoredList) -> StoreResult<()> {
        let put = sql("INSERT INTO crawler_lists (id, body, read_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (id) DO UPDATE SET body = excluded.body, read_ms = excluded.read_ms")
        .bind(&list.id)
        .bind(&list.body)
        .bind(list.read_at);
        self.write_without_notice(put).await.map(|_| ())
    }
}
