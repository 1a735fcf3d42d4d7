//! Clicks on assistants' buttons by prompt.

use std::collections::HashMap;

use askline_domain::{
    analytics::{OTHER, ranked},
    events::CounterKind,
};
use jiff::Timestamp;

use super::{AiClicks, reading::read, rows::PromptRow};
use crate::{
    ports::{
        StoreResult,
        all::Ports,
        analytics::{Counts, CountsQuestion},
    },
    reports::question::{Question, ReportedSite},
};

/// Clicks on assistants' buttons, also by prompt.
pub async fn clicks_by_prompt(
    ports: &Ports,
    site: ReportedSite<'_>,
    question: &Question,
    with_parts: bool,
    now: Timestamp,
) -> StoreResult<AiClicks> {
    // Read before the total, which only grows: a click in between has no prompt in this response, and no click is lost.
    let asked = vec![CountsQuestion::by_day(CounterKind::PromptClick, question.window)];
    let by_prompt = ports.analytics.counts(site.site.id, &question.filter, asked).await?.pop().unwrap_or_default();
    let report: AiClicks = read(ports, site, question, with_parts, now).await?;
    let names = ports.prompts.prompt_names(site.site.id).await?;
    let names: HashMap<String, String> = names.into_iter().map(|(id, name)| (id.to_string(), name)).collect();
    let by_prompt = rows(&by_prompt, report.totals.ai_clicks, &names);
    Ok(AiClicks { by_prompt: Some(by_prompt), ..report })
}

/// The rows by prompt; their sum is `total`. Clicks of the total that the counters by prompt lack happened before these
/// counters existed, or between the two reads, so their prompt is unknown.
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
    fn clicks_from_before_the_counters_have_no_prompt_and_the_sum_is_the_total() {
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
