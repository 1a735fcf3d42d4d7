//! Descriptions in the OpenAPI document: one page per tag, one section per operation.
//!
//! The pages are in `prose/`: first what the tag is about, then `## operation_id` and its description.

use std::{collections::BTreeMap, sync::LazyLock};

/// The pages, by tag.
const PAGES: &[(&str, &str)] = &[
    ("analytics", include_str!("prose/analytics.md")),
    ("annotations", include_str!("prose/annotations.md")),
    ("audit", include_str!("prose/audit.md")),
    ("auth", include_str!("prose/auth.md")),
    ("changes", include_str!("prose/changes.md")),
    ("citations", include_str!("prose/citations.md")),
    ("credits", include_str!("prose/credits.md")),
    ("events", include_str!("prose/events.md")),
    ("jobs", include_str!("prose/jobs.md")),
    ("keys", include_str!("prose/keys.md")),
    ("link-registry", include_str!("prose/link-registry.md")),
    ("links", include_str!("prose/links.md")),
    ("logs", include_str!("prose/logs.md")),
    ("mail", include_str!("prose/mail.md")),
    ("me", include_str!("prose/me.md")),
    ("monitors", include_str!("prose/monitors.md")),
    ("notifications", include_str!("prose/notifications.md")),
    ("openapi", include_str!("prose/openapi.md")),
    ("orgs", include_str!("prose/orgs.md")),
    ("pages", include_str!("prose/pages.md")),
    ("prompts", include_str!("prose/prompts.md")),
    ("reports", include_str!("prose/reports.md")),
    ("requests", include_str!("prose/requests.md")),
    ("rules", include_str!("prose/rules.md")),
    ("sites", include_str!("prose/sites.md")),
    ("webhook-events", include_str!("prose/webhook-events.md")),
    ("webhooks", include_str!("prose/webhooks.md")),
];

/// The description of a tag.
pub(super) fn of_tag(tag: &str) -> Option<&'static str> {
    let (_, page) = PAGES.iter().find(|(name, _)| *name == tag)?;
    page.split("\n## ").next().map(str::trim)
}

/// The description of an operation.
pub(super) fn of_operation(operation: &str) -> Option<&'static str> {
    static SECTIONS: LazyLock<BTreeMap<&'static str, &'static str>> = LazyLock::new(|| {
        let sections = PAGES.iter().flat_map(|(_, page)| page.split("\n## ").skip(1));
        sections.filter_map(|section| section.split_once('\n')).map(|(name, text)| (name.trim(), text.trim())).collect()
    });
    SECTIONS.get(operation).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_operation_and_every_tag_is_described_and_nothing_else_is() {
        let table = crate::routes::table();
        let operations: BTreeSet<&str> = table.policies().map(|policy| policy.operation).collect();
        let described: BTreeSet<&str> = PAGES
            .iter()
            .flat_map(|(_, page)| page.split("\n## ").skip(1))
            .map(|section| section.lines().next().unwrap_or_default())
            .collect();
        assert_eq!(operations, described);
        let tags: BTreeSet<&str> = table.policies().map(super::super::tag_of).collect();
        assert_eq!(tags, PAGES.iter().map(|(name, _)| *name).collect());
        for name in operations {
            assert!(of_operation(name).is_some_and(|text| text.len() > 40), "{name} is hardly described");
        }
    }
}
