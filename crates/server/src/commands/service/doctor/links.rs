//! `askline doctor --links`: the age of each assistant's entry in the link registry. Needs no data.

use askline_domain::{platforms::Platform, shared::calendar::Day};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::{Value, json};

use crate::{
    commands::answer::{Context, table},
    failure::Failure,
    wiring,
};

/// Lists all assistants, the one that was checked longest ago first; entries older than `max_days` are marked.
pub fn report(context: &Context, max_days: u32) -> Result<(), Failure> {
    let registry = wiring::link_registry(&context.settings)?;
    let mut platforms: Vec<&Platform> = registry.iter().collect();
    platforms.sort_by_key(|platform| platform.checked_on);
    let outdated = platforms.iter().filter(|platform| is_outdated(platform, max_days)).count();
    let items: Vec<Value> = platforms
        .iter()
        .map(|platform| {
            json!({
                "id": platform.id,
                "checkedOn": platform.checked_on.to_string(),
                "days": days_since_check(platform),
                "outdated": is_outdated(platform, max_days),
                "strategy": platform.strategy,
                "confidence": platform.confidence,
                "urlTemplate": platform.url_template,
                "evidence": platform.evidence,
            })
        })
        .collect();
    let rows: Vec<Vec<String>> = platforms
        .iter()
        .map(|platform| {
            vec![
                if is_outdated(platform, max_days) { "outdated" } else { "ok" }.to_owned(),
                platform.id.clone(),
                platform.checked_on.to_string(),
                days_since_check(platform).to_string(),
                platform.url_template.clone(),
            ]
        })
        .collect();
    let summary = match outdated {
        0 => format!("No entry is older than {max_days} days."),
        _ => format!(
            "Entries older than {max_days} days: {outdated} of {}. Open their addresses, check whether the prompt arrives, \
             and correct outdated entries in links.file.",
            platforms.len()
        ),
    };
    let text = format!("{}\n{summary}", table(&["STATE", "ID", "CHECKED", "DAYS", "ADDRESS"], &rows));
    context.answer(&json!({ "olderThanDays": max_days, "outdated": outdated, "items": items }), &text)
}

/// The number of days since an assistant's entry was last compared with its sources.
pub fn days_since_check(platform: &Platform) -> i32 {
    Day::of(Timestamp::now(), &TimeZone::UTC).0 - Day::from_date(platform.checked_on).0
}

fn is_outdated(platform: &Platform, max_days: u32) -> bool {
    i64::from(days_since_check(platform)) > i64::from(max_days)
}
