//! Rows of prompts and generations in a change of a use case.

use askline_app::ports::{
    StoreResult,
    change::{GenerationRows, PromptRows},
    changes::Subject,
};
use askline_domain::{
    generation::GENERATION_JOB,
    prompts::Prompt,
    shared::ids::{JobId, PromptId, SiteId},
    widget::config::Question,
};
use async_trait::async_trait;

use super::{TABLE, all, bound};
use crate::{
    metadata::changes::change::Change,
    sql::{Dialects, rows::RowReader, sql},
};

#[async_trait]
impl PromptRows for Change {
    async fn count_prompts(&mut self, site: SiteId) -> StoreResult<u32> {
        let count: i64 =
            sql("SELECT COUNT(*) FROM prompts WHERE site_id = $1").bind(site).value(self.connection()).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn all_prompts(&mut self, site: SiteId) -> StoreResult<Vec<Prompt>> {
        all(self.connection(), site).await
    }

    async fn prompt_versions(&mut self, site: SiteId) -> StoreResult<Vec<(PromptId, u32)>> {
        sql("SELECT id, version FROM prompts WHERE site_id = $1 ORDER BY id")
            .bind(site)
            .all(self.connection(), |row| {
                let row = RowReader::new(row, TABLE, "id");
                Ok((row.parsed("id")?, row.number("version")?))
            })
            .await
    }

    async fn insert_prompt(&mut self, prompt: &Prompt) -> StoreResult<()> {
        self.concerns(Subject::Site(prompt.site_id));
        let insertion = bound(
            "INSERT INTO prompts (id, site_id, name, kind, text, platform_ids, language, source, status, version, \
             model, generated_ms, variant_group, weight, warnings, updated_ms, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
            prompt,
        )?;
        insertion.bind(prompt.created_at).execute(self.connection()).await.map(|_| ())
    }

    async fn replace_prompt(&mut self, prompt: &Prompt) -> StoreResult<bool> {
        self.concerns(Subject::Site(prompt.site_id));
        let replacement = bound(
            "UPDATE prompts SET name = $3, kind = $4, text = $5, platform_ids = $6, language = $7, source = $8, \
             status = $9, version = $10, model = $11, generated_ms = $12, variant_group = $13, weight = $14, \
             warnings = $15, updated_ms = $16 WHERE id = $1 AND site_id = $2 AND version = $10 - 1",
            prompt,
        )?;
        Ok(replacement.execute(self.connection()).await? > 0)
    }

    async fn delete_prompt(&mut self, site: SiteId, id: PromptId) -> StoreResult<bool> {
        self.concerns(Subject::Site(site));
        let deletion = sql("DELETE FROM prompts WHERE id = $1 AND site_id = $2").bind(id).bind(site);
        Ok(deletion.execute(self.connection()).await? > 0)
    }
}

#[async_trait]
impl GenerationRows for Change {
    async fn running_generation(&mut self, site: SiteId) -> StoreResult<Option<JobId>> {
        sql(Dialects {
            sqlite: "SELECT id FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL AND input ->> 'siteId' = $2 LIMIT 1",
            postgres: "SELECT id FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL \
                       AND input::jsonb ->> 'siteId' = $2 LIMIT 1",
        })
        .bind(GENERATION_JOB.as_str())
        .bind(site)
        .optional(self.connection(), |row| RowReader::new(row, "jobs", "id").parsed("id"))
        .await
    }

    async fn generated_questions(&mut self, site: SiteId) -> StoreResult<Vec<Question>> {
        sql("SELECT question_id, text FROM generated_questions WHERE site_id = $1")
            .bind(site)
            .all(self.connection(), |row| {
                let row = RowReader::new(row, "generated_questions", "question_id");
                Ok(Question { id: row.parsed("question_id")?, text: row.text("text")? })
            })
            .await
    }

    async fn put_generated_questions(&mut self, site: SiteId, questions: &[Question]) -> StoreResult<()> {
        sql("DELETE FROM generated_questions WHERE site_id = $1").bind(site).execute(self.connection()).await?;
        for question in questions {
            sql("INSERT INTO generated_questions (site_id, question_id, text) VALUES ($1, $2, $3)")
                .bind(site)
                .bind(question.id)
                .bind(&question.text)
                .execute(self.connection())
                .await?;
        }
        Ok(())
    }
}
