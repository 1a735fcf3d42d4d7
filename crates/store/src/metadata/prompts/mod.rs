//! Prompts. A change that is based on an outdated version stores nothing.

mod generations;

use askline_app::ports::{
    StoreError, StoreResult,
    changes::Subject,
    prompts::{PromptCreation, PromptFilter, PromptImport, PromptStore},
};
use askline_domain::{
    audit::AuditDraft,
    prompts::{MAX_PROMPTS_PER_SITE, Prompt, PromptStatus, changes::PromptChanges},
    shared::{
        ids::{PromptId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use futures_util::TryStreamExt as _;

use super::{
    MetadataStore,
    changes::{row_order::in_id_order, scope::Scope},
};
use crate::sql::{
    Connection, Row, Statement,
    rows::{RowReader, json_text, page_bound},
    sql,
};

const TABLE: &str = "prompts";

#[async_trait]
impl PromptStore for MetadataStore {
    async fn create_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<PromptCreation> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let counting = "SELECT COUNT(*) FROM prompts WHERE site_id = $1";
        if change.is_full(counting, prompt.site_id, MAX_PROMPTS_PER_SITE).await? {
            return Ok(PromptCreation::LimitReached);
        }
        insert(change.connection(), prompt).await?;
        change.concerns(Subject::Site(prompt.site_id));
        change.commit_with(audit).await?;
        Ok(PromptCreation::Created)
    }

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

    async fn update_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<bool> {
        self.write_with(replacement(prompt)?, Subject::Site(prompt.site_id), audit).await
    }

    async fn import_prompts(
        &self,
        site: SiteId,
        changes: &PromptChanges,
        audit: AuditDraft,
    ) -> StoreResult<PromptImport> {
        let mut change = self.begin([Scope::of(&audit)]).await?;
        let mut expected = changes.read.clone();
        expected.sort_unstable();
        if versions(change.connection(), site).await? != expected {
            return Ok(PromptImport::Outdated);
        }
        if changes.prompts_after() > MAX_PROMPTS_PER_SITE as usize {
            return Ok(PromptImport::LimitReached);
        }
        for id in in_id_order(&changes.deleted, |id| *id) {
            deletion(site, *id).execute(change.connection()).await?;
        }
        for prompt in in_id_order(&changes.updated, |prompt| prompt.id) {
            if prompt.site_id != site || replacement(prompt)?.execute(change.connection()).await? == 0 {
                return Err(StoreError::Internal(format!("{} is not in the version after the one read", prompt.id)));
            }
        }
        for prompt in in_id_order(&changes.created, |prompt| prompt.id) {
            if prompt.site_id != site {
                return Err(StoreError::Internal(format!("{} is of another site", prompt.id)));
            }
            insert(change.connection(), prompt).await?;
        }
        change.concerns(Subject::Site(site));
        change.commit_with(audit).await?;
        Ok(PromptImport::Stored)
    }

    async fn delete_prompt(&self, site: SiteId, id: PromptId, audit: AuditDraft) -> StoreResult<bool> {
        self.write_with(deletion(site, id), Subject::Site(site), audit).await
    }
}

/// Returns all prompts of a site, oldest first.
pub(super) async fn all(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<Prompt>> {
    // Row by row: keeping all rows and all prompts of a site at the same time would double the memory.
    sql("SELECT * FROM prompts WHERE site_id = $1 ORDER BY id")
        .bind(site)
        .fetch(connection)?
        .and_then(|row| async move { read_prompt(&row) })
        .try_collect()
        .await
}

/// Returns the ids of a site's prompts with their versions, ordered by id.
async fn versions(connection: &mut Connection, site: SiteId) -> StoreResult<Vec<(PromptId, u32)>> {
    sql("SELECT id, version FROM prompts WHERE site_id = $1 ORDER BY id")
        .bind(site)
        .all(connection, |row| {
            let row = RowReader::new(row, TABLE, "id");
            Ok((row.parsed("id")?, row.number("version")?))
        })
        .await
}

/// Replaces a prompt whose stored version is the previous one.
pub(super) fn replacement(prompt: &Prompt) -> StoreResult<Statement> {
    bound(
        "UPDATE prompts SET name = $3, kind = $4, text = $5, platform_ids = $6, language = $7, source = $8, \
         status = $9, version = $10, model = $11, generated_ms = $12, variant_group = $13, weight = $14, \
         warnings = $15, updated_ms = $16 WHERE id = $1 AND site_id = $2 AND version = $10 - 1",
        prompt,
    )
}

/// Deletes a prompt of a site.
fn deletion(site: SiteId, id: PromptId) -> Statement {
    sql("DELETE FROM prompts WHERE id = $1 AND site_id = $2").bind(id).bind(site)
}

/// Stores a prompt as a new row.
pub(super) async fn insert(connection: &mut Connection, prompt: &Prompt) -> StoreResult<()> {
    let insertion = bound(
        "INSERT INTO prompts (id, site_id, name, kind, text, platform_ids, language, source, status, version, \
         model, generated_ms, variant_group, weight, warnings, updated_ms, created_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        prompt,
    )?;
    insertion.bind(prompt.created_at).execute(connection).await.map(|_| ())
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
