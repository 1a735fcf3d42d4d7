//! Reads prompts.

mod in_change;

use askline_app::ports::{
    StoreResult,
    prompts::{PromptFilter, PromptStore},
};
use askline_domain::{
    prompts::{Prompt, PromptStatus},
    shared::{
        ids::{PromptId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use futures_util::TryStreamExt as _;

use super::MetadataStore;
use crate::sql::{
    Connection, Row, Statement,
    rows::{RowReader, json_text, page_bound},
    sql,
};

const TABLE: &str = "prompts";

#[async_trait]
impl PromptStore for MetadataStore {
    async fn prompt(&self, site: SiteId, id: PromptId) -> StoreResult<Option<Prompt>> {
        sql("SELECT * FROM prompts WHERE id = $1 AND site_id = $2")
            .bind(id)
            .bind(site)
            .optional(&self.inner.read, read_prompt)
            .await
    }

    async fn prompts(&self, site: SiteId, filter: &PromptFilter, page: PageRequest) -> StoreResult<Page<Prompt>> {
        sql("SELECT * FROM prompts WHERE site_id = $1 AND id < $2 \
             AND ($3 IS NULL OR status = $3) AND ($4 IS NULL OR kind = $4) AND ($5 IS NULL OR language = $5) \
             ORDER BY id DESC LIMIT $6")
        .bind(site)
        .bind(page_bound::<PromptId>(page))
        .bind(filter.status.map(PromptStatus::as_str))
        .bind(filter.kind.map(|kind| kind.as_str()))
        .bind(filter.language.as_deref())
        .page(&self.inner.read, page, read_prompt)
        .await
    }

    async fn all_prompts(&self, site: SiteId) -> StoreResult<Vec<Prompt>> {
        all(&mut self.inner.read.begin().await?, site).await
    }

    async fn prompt_names(&self, site: SiteId) -> StoreResult<Vec<(PromptId, String)>> {
        sql("SELECT id, name FROM prompts WHERE site_id = $1")
            .bind(site)
            .all(&self.inner.read, |row| {
                let row = RowReader::new(row, TABLE, "id");
                Ok((row.parsed("id")?, row.text("name")?))
            })
            .await
    }

    async fn active_prompts(&self, site: SiteId) -> StoreResult<Vec<Prompt>> {
        sql("SELECT * FROM prompts WHERE site_id = $1 AND status = $2 ORDER BY id")
            .bind(site)
            .bind(PromptStatus::Active.as_str())
            .all(&self.inner.read, read_prompt)
            .await
    }
}

/// Returns all prompts of a site, oldest first.
async fn all(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<Prompt>> {
    // Row by row: keeping all rows and all prompts of a site at the same time would double the memory.
    sql("SELECT * FROM prompts WHERE site_id = $1 ORDER BY id")
        .bind(site)
        .fetch(connection)?
        .and_then(|row| async move { read_prompt(&row) })
        .try_collect()
        .await
}

/// Binds a prompt as `$1` to `$16`, except for the time at which it was created.
fn bound(text: &'static str, prompt: &Prompt) -> StoreResult<Statement> {
    Ok(sql(text)
        .bind(prompt.id)
        .bind(prompt.site_id)
        .bind(&prompt.name)
        .bind(prompt.kind.as_str())
        .bind(&prompt.text)
        .bind(json_text(&prompt.platform_ids)?)
        .bind(&prompt.language)
        .bind(prompt.source.as_str())
        .bind(prompt.status.as_str())
        .bind(prompt.version)
        .bind(&prompt.model)
        .bind(prompt.generated_at)
        .bind(&prompt.variant_group)
        .bind(prompt.weight)
        .bind(json_text(&prompt.warnings)?)
        .bind(prompt.updated_at))
}

fn read_prompt(row: &Row) -> StoreResult<Prompt> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(Prompt {
        id: row.parsed("id")?,
        site_id: row.parsed("site_id")?,
        name: row.text("name")?,
        kind: row.parsed("kind")?,
        text: row.text("text")?,
        platform_ids: row.json("platform_ids")?,
        language: row.text("language")?,
        source: row.parsed("source")?,
        status: row.parsed("status")?,
        version: row.number("version")?,
        model: row.optional_text("model")?,
        generated_at: row.optional_time("generated_ms")?,
        variant_group: row.optional_text("variant_group")?,
        weight: row.number("weight")?,
        warnings: row.json("warnings")?,
        created_at: row.time("created_ms")?,
        updated_at: row.time("updated_ms")?,
    })
}
