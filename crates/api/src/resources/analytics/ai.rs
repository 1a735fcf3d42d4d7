//! `GET /analytics/:siteId/ai`: clicks on assistants, by prompt if requested.

use askline_app::reports::counters::{AiClicks, clicks_by_prompt};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    csv_text,
    question::{
        Question, analytics_query,
        include::{MAX_INCLUDED, bounded},
    },
    reading::{folder_slot, remembered, show},
    tables::{self, AssistantsTable, wanted_table},
};
use crate::{
    files::{
        spreadsheet_cell::harmless,
        table_file::{TableFormat, words::FileLanguage},
    },
    pipeline::handling::{ApiError, Call, Input, Nothing, Ready, Reply, SiteAccess},
};

/// The name of this report in the cache.
const NAME: &str = "ai by prompt";

analytics_query! {
    /// Query parameters of the clicks on assistants.
    pub struct AiQuery {
        platform: "Only this platform.",
        format: TableFormat = "`csv`: a download instead of the envelope; the series, or with `include=byPrompt` the rows by prompt, or with `table` that table. `xlsx`: the table as a workbook.",
        /// `byPrompt`: adds the clicks by prompt. `seriesByPlatform`: adds a series for each platform, at most five and
        /// the rest. Can be sent twice, for both.
        #[serde(default, deserialize_with = "bounded")]
        #[schemars(length(min = 1, max = MAX_INCLUDED))]
        pub include: Vec<Include>,
        /// `assistants`: the file contains every assistant with its asks and the visits that it sent.
        pub table: Option<AssistantsTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
    }
}

/// Optional parts of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AiClicksInclude")]
pub enum Include {
    /// Clicks by prompt.
    ByPrompt,
    /// A series for each platform.
    SeriesByPlatform,
}

/// `GET /analytics/:siteId/ai`
pub async fn show_ai_clicks(
    call: Call<SiteAccess>,
    input: Input<Nothing, AiQuery>,
) -> Result<Reply<Ready<AiClicks>>, ApiError> {
    let query = input.query;
    let question = Question::of(&query, &call).await?;
    if let Some(wanted) = wanted_table!(query, include) {
        return tables::assistants(call, question, wanted).await;
    }
    let with_parts = query.include.contains(&Include::SeriesByPlatform);
    if !query.include.contains(&Include::ByPrompt) {
        return show(call, question, with_parts).await;
    }
    if question.csv {
        // The file has the rows by prompt, over all days.
        for (name, is_sent) in [("interval", query.interval.is_some()), ("include", with_parts)] {
            if is_sent {
                return Err(ApiError::without_effect(name, "on a CSV file of the clicks by prompt"));
            }
        }
    }
    let read = async {
        let _slot = folder_slot(&call, &question.asked.filter).await?;
        let (site, now) = (call.tenant.site.reported(), call.request.at);
        Ok(clicks_by_prompt(call.app.ports(), site, &question.asked, with_parts, now).await?)
    };
    remembered(&call, &question, (NAME, with_parts), read, to_csv).await
}

fn to_csv(report: &AiClicks) -> Result<Vec<u8>, ApiError> {
    let rows =
        report.by_prompt.iter().flatten().map(|row| {
            (row.prompt_id.as_deref().unwrap_or(""), harmless(row.name.as_deref().unwrap_or("")), row.value)
        });
    csv_text::of_rows(&["promptId", "name", "aiClicks"], rows)
}
