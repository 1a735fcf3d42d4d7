//! `askline assistants`: the built-in link registry as a page of the documentation. Needs no data and no settings.

use std::fmt::Write as _;

use askline_domain::platforms::{
    Alternative, AutoSubmits, Confidence, Evidence, EvidenceDirection, EvidenceKind, Platform, Strategy,
    link_registry::LinkRegistry,
};
use clap::Args;
use serde_json::{Value, json};

use super::classify::classify;
use crate::{
    commands::answer::{print_json, print_line, with_changed},
    failure::Failure,
};

const HEAD: &str = "# Assistants

Written by `askline assistants` from [the link registry](../crates/domain/data/services.json); do not edit.

Few vendors document the address that fills in a prompt, and any of these addresses can stop working without notice. Each entry
therefore lists the sources that show it and the day on which it was last compared with them. Nobody opened the addresses in a
browser on that day: an entry is only as reliable as its sources. If no source of the current year shows that a prompt is filled in, the
widget copies it and opens the assistant (\"copy and open\"); it does the same if the address would be longer than the limit. If sources
of the current year disagree, the widget copies the prompt and opens the address with it, and says to paste it if the box is empty (\"prefill
and copy\").

An operator changes an entry without a new binary: see [operating](operating.md#changing-ai-platforms).

";

/// How often public lists and the table agree, written by `e2e/systems/public_lists.mjs`.
const FIGURES: &str = include_str!("../../../../domain/data/list_figures.md");
const ABOUT_FIGURES: &str = "
## Compared with public lists

`node e2e/systems/public_lists.mjs` installs lists that others maintain, and counts how Askline sorts their entries. A crawler or driven
browser that counts as a reader is a miss; a reader's device that counts as a crawler is a false alarm. No entry was copied from these
lists. The list of referrers is an old one: some of its search engines and networks, such as Orkut and Friendster, no longer exist.

";

/// `askline assistants`
#[derive(Debug, Args)]
pub struct Assistants {
    /// Read visits from stdin instead, one JSON object a line with userAgent, referrer, utmSource, utmMedium or pageHost, and print
    /// how each is counted
    #[arg(long)]
    classify: bool,
}

impl Assistants {
    /// Runs it.
    pub fn run(&self, as_json: bool) -> Result<(), Failure> {
        if self.classify {
            return classify(std::io::stdin().lock());
        }
        let registry = LinkRegistry::built_in();
        if as_json {
            let items: Vec<Value> = registry.iter().map(as_value).collect();
            return print_json(&with_changed(&json!({ "items": items, "defaultIds": registry.default_ids() })));
        }
        print_line(page(registry).trim_end())
    }
}

fn as_value(platform: &Platform) -> Value {
    json!({
        "id": platform.id,
        "name": platform.name,
        "strategy": platform.strategy,
        "urlTemplate": platform.url_template,
        "maxUrlBytes": platform.max_url_bytes,
        "fallback": platform.fallback,
        "copiesPrompt": platform.copies_prompt,
        "alternatives": platform.alternatives,
        "autoSubmits": platform.auto_submits,
        "confidence": platform.confidence,
        "checkedOn": platform.checked_on.to_string(),
        "note": platform.note,
        "evidence": platform.evidence,
    })
}

fn page(registry: &LinkRegistry) -> String {
    let mut page = String::from(HEAD);
    page.push_str("| Assistant | Id | How a prompt gets there | Sends automatically | Confidence | Checked on |\n|---|---|---|---|---|---|\n");
    for platform in registry.iter() {
        let Platform { id, name, checked_on, .. } = platform;
        let is_default = if registry.default_ids().contains(id) { " (on new sites by default)" } else { "" };
        let (sends, sure) = (sends_by_itself(platform), sure(platform.confidence));
        let _ = writeln!(
            page,
            "| [{name}](#{id}){is_default} | `{id}` | {} | {sends} | {sure} | {checked_on} |",
            way(platform)
        );
    }
    page.push_str(ABOUT_FIGURES);
    page.push_str(FIGURES);
    page.push_str("\n## Sources\n");
    for platform in registry.iter() {
        let Platform { id, name, limit_reason, max_url_bytes, .. } = platform;
        let _ = write!(page, "\n<a id=\"{id}\"></a>\n### {name}\n\n");
        if let Some(note) = &platform.note {
            let _ = writeln!(page, "{note}\n");
        }
        if platform.strategy == Strategy::Prefill {
            let _ = writeln!(page, "Addresses up to {max_url_bytes} bytes. {limit_reason}\n");
        }
        for Alternative { url_template, note } in &platform.alternatives {
            let _ = writeln!(page, "Alternative: `{url_template}`. {note}\n");
        }
        for Evidence { address, date, kind, direction } in &platform.evidence {
            let _ = writeln!(page, "- {}: {}, {date}: {}", said(*direction), who(*kind), linked(address));
        }
    }
    page
}

fn way(platform: &Platform) -> String {
    match platform.strategy {
        Strategy::Prefill if platform.copies_prompt => format!("prefill and copy `{}`", platform.url_template),
        Strategy::Prefill => format!("`{}`", platform.url_template),
        Strategy::CopyThenOpen => format!("copy and open `{}`", platform.url_template),
    }
}

fn sends_by_itself(platform: &Platform) -> &'static str {
    match (platform.strategy, platform.auto_submits) {
        (Strategy::CopyThenOpen, _) => "no, the reader pastes",
        (Strategy::Prefill, AutoSubmits::Yes) => "yes",
        (Strategy::Prefill, AutoSubmits::No) => "no",
        (Strategy::Prefill, AutoSubmits::Uncertain) => "unknown",
    }
}

const fn sure(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "several sources agree",
        Confidence::Medium => "one good source, or several with doubts",
        Confidence::Low => "one weak source",
    }
}

const fn said(direction: EvidenceDirection) -> &'static str {
    match direction {
        EvidenceDirection::Works => "works",
        EvidenceDirection::Broken => "broken",
        EvidenceDirection::Unclear => "unclear",
    }
}

const fn who(kind: EvidenceKind) -> &'static str {
    match kind {
        EvidenceKind::Vendor => "the vendor",
        EvidenceKind::Product => "a product that opens it",
        EvidenceKind::List => "a maintained list",
        EvidenceKind::Report => "a report",
    }
}

/// The address as a link; what follows it, such as a file and its commit, as code.
fn linked(source: &str) -> String {
    match source.split_once(' ') {
        Some((address, place)) => format!("<{address}> `{place}`"),
        None => format!("<{source}>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_assistant_is_listed_in_the_page_with_its_check_date_and_its_sources() {
        let registry = LinkRegistry::built_in();
        let page = page(registry);
        for platform in registry.iter() {
            let (_, own) = page.split_once(&format!("<a id=\"{}\"></a>", platform.id)).expect("a section");
            let own = own.split("<a id=").next().unwrap_or_default();
            assert_eq!(own.matches("\n- ").count(), platform.evidence.len(), "{}", platform.id);
            assert!(page.contains(&format!("| {} |\n", platform.checked_on)), "{}", platform.id);
        }
    }
}
