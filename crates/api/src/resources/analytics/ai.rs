//! `GET /analytics/:siteId/ai`: clicks on assistants, by prompt if requested.

use std::collections::HashMap;

use askline_app::ports::analytics::{Counts, CountsQuestion};
use askline_domain::{
    analytics::{OTHER, ranked},
    events::CounterKind,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    AiClicks, csv_text,
    question::{
        Question, analytics_query,
        include::{MAX_INCLUDED, bounded},
    },
    reading::{counts, read, remembered, show},
    reports::rows::PromptRow,
    tables::{self, AssistantsTable},
};
use crate::{
    files::{
        spreadsheet_cell::harmless,
        table_file::{TableFormat, Wanted, words::FileLanguage},
    },
    pipeline::{
        call::Call,
        caller::SiteAccess,
        error::ApiError,
        request::input::{Input, Nothing},
        response::reply::{Ready, Reply},
    },
};

/// The name of this answer among those kept ready.
const NAME: &str = "ai by prompt";

analytics_query! {
    /// Query parameters of the clicks on AI buttons.
    pub struct AiQuery {
        platform: "Only this platform.",
        format: TableFormat = "`csv`: a download instead of the envelope; the series, or with `include=byPrompt` the rows by prompt, or with `table` that table. `xlsx`: the table as a workbook.",
        /// `byPrompt`: adds the clicks by prompt. `seriesByPlatform`: the series told apart, at most five and the rest. Can be sent twice,
        /// for both.
        #[serde(default, deserialize_with = "bounded")]
        #[schemars(length(min = 1, max = MAX_INCLUDED))]
        pub include: Vec<Include>,
        /// `assistants`: the file has every assistant with its asks and visits back.
        pub table: Option<AssistantsTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
    }
}

/// What an answer has beyond what it always has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Include {
    /// Presses by prompt.
    ByPrompt,
    /// The series of each platform.
    SeriesByPlatform,
}

/// `GET /analytics/:siteId/ai`
pub async fn show_ai_clicks(
    call: Call<SiteAccess>,
    input: Input<Nothing, AiQuery>,
) -> Result<Reply<Ready<AiClicks>>, ApiError> {
    let query = input.query;
    let question = Question::of(&query, &call).await?;
    if let Some(wanted) = Wanted::of(query.table, query.format, query.language) {
        return tables::assistants(call, question, wanted).await;
    }
    let with_parts = query.include.contains(&Include::SeriesByPlatform);
    if !query.include.contains(&Include::ByPrompt) {
        return show(call, question, with_parts).await;
    }
    remembered(&call, &question, (NAME, with_parts), read_by_prompt(&call, &question, with_parts), to_csv).await
}

async fn read_by_prompt(call: &Call<SiteAccess>, question: &Question, with_parts: bool) -> Result<AiClicks, ApiError> {
    // Before the total, which only grows: a click in between has no prompt for one answer, and none is lost.
    let asked = vec![CountsQuestion::by_day(CounterKind::PromptClick, question.window)];
    let by_prompt = counts(call, &question.filter, asked).await?.pop().unwrap_or_default();
    let report: AiClicks = read(call, question, with_parts).await?;
    let names = call.app.ports().prompts.prompt_names(call.tenant.site.site.id).await?;
    let names: HashMap<String, String> = names.into_iter().map(|(id, name)| (id.to_string(), name)).collect();
    let by_prompt = rows(&by_prompt, report.totals.ai_clicks, &names);
    Ok(AiClicks { by_prompt: Some(by_prompt), ..report })
}

/// One row for each prompt, whose sum is `total`. What the total has beyond the counters by prompt was clicked before
/// there were any: it has no prompt that is known.
fn rows(counts: &Counts, total: i64, names: &HashMap<String, String>) -> Vec<PromptRow> {
    let counted: i64 = counts.breakdown.iter().map(|row| row.value).sum();
    let by_prompt = counts.breakdown.iter().map(|row| (row.detail.clone(), row.value));
    let unknown = (String::new(), (total - counted).max(0));
    ranked(by_prompt.chain([unknown]))
        .into_iter()
        .map(|(id, value)| PromptRow {
            name: names.get(&id).cloned(),
            other: id == OTHER,
            prompt_id: (!id.is_empty()).then_some(id),
            value,
        })
        .collect()
}

fn to_csv(report: &AiClicks) -> Result<Vec<u8>, ApiError> {
    let rows =
        report.by_prompt.iter().flatten().map(|row| {
            (row.prompt_id.as_deref().unwrap_or(""), harmless(row.name.as_deref().unwrap_or("")), row.value)
        });
    csv_text::of_rows(&["promptId", "name", "aiClicks"], rows)
}

#[cfg(test)]
mod tests {
    use askline_domain::analytics::{BreakdownRow, MAX_BREAKDOWN_ROWS};

    use super::*;

    fn counts_of(rows: &[(&str, &str, i64)]) -> Counts {
        let row = |(label, detail, value): &(&str, &str, i64)| BreakdownRow {
            label: (*label).into(),
            detail: (*detail).into(),
            value: *value,
        };
        Counts { breakdown: rows.iter().map(row).collect(), ..Counts::default() }
    }

    #[test]
    fn presses_of_before_the_counters_have_no_prompt_and_the_sum_is_the_total() {
        let names = HashMap::from([("prm_a".to_owned(), "A".to_owned())]);
        let counts = counts_of(&[("chatgpt", "prm_a", 3), ("claude", "prm_a", 1), ("claude", "", 2)]);
        let row = |id: Option<&str>, name: Option<&str>, value| PromptRow {
            prompt_id: id.map(Into::into),
            name: name.map(Into::into),
            value,
            other: false,
        };
        assert_eq!(rows(&counts, 11, &names), [row(None, None, 7), row(Some("prm_a"), Some("A"), 4)]);
        assert_eq!(rows(&counts, 6, &names), [row(Some("prm_a"), Some("A"), 4), row(None, None, 2)]);
    }

    #[test]
    fn the_tail_is_one_row() {
        let ids: Vec<String> = (0..80).map(|n| format!("prm_{n:02}")).collect();
        let counts: Vec<_> = ids.iter().map(|id| ("chatgpt", id.as_str(), 1)).chain([("claude", OTHER, 5)]).collect();
        let rows = rows(&counts_of(&counts), 85, &HashMap::new());
        assert_eq!(rows.len(), MAX_BREAKDOWN_ROWS);
        assert_eq!(rows.last().map(|row| (row.prompt_id.as_deref(), row.value)), Some((Some(OTHER), 36)));
        assert!(rows.iter().all(|row| row.other == (row.prompt_id.as_deref() == Some(OTHER))));
        assert_eq!(rows.iter().map(|row| row.value).sum::<i64>(), 85);
    }
}
