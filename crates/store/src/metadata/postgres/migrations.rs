//! The migrations of the metadata on PostgreSQL. Steps are added at the end and never changed.
//!
//! The first step covers all SQLite steps up to 22; since then, a change of the layout is one step on each database
//! (`nodes` exists only here).

use crate::{
    postgres::migrating::Plan,
    sql::{Steps, steps::StepKind},
};

const STEPS: Steps = Steps(&[
    (1, "metadata", include_str!("../../../migrations/metadata/postgres/0001_metadata.sql")),
    (2, "stretches_of_failures", include_str!("../../../migrations/metadata/postgres/0002_stretches_of_failures.sql")),
    (3, "changes", include_str!("../../../migrations/metadata/postgres/0003_changes.sql")),
    (4, "nodes", include_str!("../../../migrations/metadata/postgres/0004_nodes.sql")),
    (5, "removal_in_pieces", include_str!("../../../migrations/metadata/postgres/0005_removal_in_pieces.sql")),
    (6, "clear_changes", include_str!("../../../migrations/metadata/postgres/0006_clear_changes.sql")),
    (7, "pages_not_known", include_str!("../../../migrations/metadata/postgres/0007_pages_not_known.sql")),
    (8, "refused_origins", include_str!("../../../migrations/metadata/postgres/0008_refused_origins.sql")),
    (9, "member_sites", include_str!("../../../migrations/metadata/postgres/0009_member_sites.sql")),
    (10, "mail", include_str!("../../../migrations/metadata/postgres/0010_mail.sql")),
    (11, "reading_versions", include_str!("../../../migrations/metadata/postgres/0011_reading_versions.sql")),
    (12, "log_ins", include_str!("../../../migrations/metadata/postgres/0012_log_ins.sql")),
    (13, "site_notes", include_str!("../../../migrations/metadata/postgres/0013_site_notes.sql")),
    (14, "site_domains", include_str!("../../../migrations/metadata/postgres/0014_site_domains.sql")),
    (15, "credential_versions", include_str!("../../../migrations/metadata/postgres/0015_credential_versions.sql")),
    (16, "citation_sums", include_str!("../../../migrations/metadata/postgres/0016_citation_sums.sql")),
    (
        17,
        "monitors_and_webhooks_in_pieces",
        include_str!("../../../migrations/metadata/postgres/0017_monitors_and_webhooks_in_pieces.sql"),
    ),
    (18, "filtered_lists", include_str!("../../../migrations/metadata/postgres/0018_filtered_lists.sql")),
    (19, "delivery_jobs", include_str!("../../../migrations/metadata/postgres/0019_delivery_jobs.sql")),
    (20, "mail_limits", include_str!("../../../migrations/metadata/postgres/0020_mail_limits.sql")),
    (21, "citation_changes", include_str!("../../../migrations/metadata/postgres/0021_citation_changes.sql")),
    (22, "missing_evidence", include_str!("../../../migrations/metadata/postgres/0022_missing_evidence.sql")),
    (23, "change_evidence", include_str!("../../../migrations/metadata/postgres/0023_change_evidence.sql")),
    (24, "new_readings", include_str!("../../../migrations/metadata/postgres/0024_new_readings.sql")),
    (25, "automated_sightings", include_str!("../../../migrations/metadata/postgres/0025_automated_sightings.sql")),
    (26, "page_settings", include_str!("../../../migrations/metadata/postgres/0026_page_settings.sql")),
    (27, "billed_query_sums", include_str!("../../../migrations/metadata/postgres/0027_billed_query_sums.sql")),
    (28, "canonical_parameters", include_str!("../../../migrations/metadata/postgres/0028_canonical_parameters.sql")),
    (29, "connected_apps", include_str!("../../../migrations/metadata/postgres/0029_connected_apps.sql")),
    (30, "second_factors", include_str!("../../../migrations/metadata/postgres/0030_second_factors.sql")),
    (31, "idle_clients", include_str!("../../../migrations/metadata/postgres/0031_idle_clients.sql")),
    (32, "passkeys", include_str!("../../../migrations/metadata/postgres/0032_passkeys.sql")),
    (33, "service_accounts", include_str!("../../../migrations/metadata/postgres/0033_service_accounts.sql")),
    (34, "webhook_events", include_str!("../../../migrations/metadata/postgres/0034_webhook_events.sql")),
    (35, "key_requests", include_str!("../../../migrations/metadata/postgres/0035_key_requests.sql")),
    (36, "config_requests", include_str!("../../../migrations/metadata/postgres/0036_config_requests.sql")),
    (37, "compact_layout", include_str!("../../../migrations/metadata/postgres/0037_compact_layout.sql")),
    (38, "token_creators", include_str!("../../../migrations/metadata/postgres/0038_token_creators.sql")),
    (39, "annotations", include_str!("../../../migrations/metadata/postgres/0039_annotations.sql")),
    (40, "linked_identities", include_str!("../../../migrations/metadata/postgres/0040_linked_identities.sql")),
    (41, "log_sources", include_str!("../../../migrations/metadata/postgres/0041_log_sources.sql")),
    (42, "shared_links", include_str!("../../../migrations/metadata/postgres/0042_shared_links.sql")),
    (43, "report_subscriptions", include_str!("../../../migrations/metadata/postgres/0043_report_subscriptions.sql")),
    (44, "channels", include_str!("../../../migrations/metadata/postgres/0044_channels.sql")),
    (46, "brands", include_str!("../../../migrations/metadata/postgres/0046_brands.sql")),
    (47, "page_texts", include_str!("../../../migrations/metadata/postgres/0047_page_texts.sql")),
    (48, "archived_monitors", include_str!("../../../migrations/metadata/postgres/0048_archived_monitors.sql")),
    (50, "site_alerts", include_str!("../../../migrations/metadata/postgres/0050_site_alerts.sql")),
    (51, "recipients", include_str!("../../../migrations/metadata/postgres/0051_recipients.sql")),
    (52, "channel_reports", include_str!("../../../migrations/metadata/postgres/0052_channel_reports.sql")),
    (57, "alert_mails", include_str!("../../../migrations/metadata/postgres/0057_alert_mails.sql")),
    (58, "site_credits", include_str!("../../../migrations/metadata/postgres/0058_site_credits.sql")),
    (59, "sign_of_life", include_str!("../../../migrations/metadata/postgres/0059_sign_of_life.sql")),
    (60, "drain_secrets", include_str!("../../../migrations/metadata/postgres/0060_drain_secrets.sql")),
]);

/// What each step does to stored rows. The code does not compile if a step has no kind.
const KINDS: [StepKind; STEPS.0.len()] = [
    StepKind::Adds,
    StepKind::Rewrites,
    StepKind::Rewrites,
    StepKind::Adds,
    StepKind::Rewrites,
    StepKind::Rewrites,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Rewrites,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
    StepKind::Adds,
];

/// Returns everything that the migration runner needs. Later steps that this release tolerates may have been applied
/// already: see `layout`.
pub(crate) fn plan() -> Plan {
    Plan { name: "metadata", steps: &STEPS, kinds: &KINDS, table: "_sqlx_migrations" }
}

#[cfg(test)]
mod tests {
    use askline_domain::widget::config::Layout;

    use super::STEPS;

    /// The step that keeps out releases that cannot read a layout; the first release reads those without one.
    const fn step_of(layout: Layout) -> Option<i64> {
        match layout {
            Layout::Row | Layout::Stacked | Layout::Menu | Layout::Bar => None,
            Layout::Compact => Some(37),
        }
    }

    #[test]
    fn a_layout_that_earlier_releases_cannot_read_has_a_step_that_keeps_them_out() {
        for step in
            [Layout::Row, Layout::Stacked, Layout::Menu, Layout::Bar, Layout::Compact].into_iter().filter_map(step_of)
        {
            let text = STEPS.0.iter().find(|(known, _, _)| *known == step).expect("the step").2;
            assert!(text.contains(&format!("SET readable_from = {step} WHERE name = 'metadata'")), "{text}");
        }
    }
}
