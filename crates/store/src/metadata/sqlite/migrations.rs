//! The migrations of the metadata on SQLite. Steps are added at the end and never changed: a database records the hash
//! of each applied step.

use std::sync::LazyLock;

use sqlx::migrate::Migrator;

use crate::sql::Steps;

/// Number, name and text of each step; the files are in `migrations/metadata/sqlite`.
const STEPS: Steps = Steps(&[
    (
        1,
        "organizations_keys_audit",
        include_str!("../../../migrations/metadata/sqlite/0001_organizations_keys_audit.sql"),
    ),
    (2, "sites_and_prompts", include_str!("../../../migrations/metadata/sqlite/0002_sites_and_prompts.sql")),
    (3, "rules", include_str!("../../../migrations/metadata/sqlite/0003_rules.sql")),
    (4, "credits", include_str!("../../../migrations/metadata/sqlite/0004_credits.sql")),
    (5, "jobs_and_webhooks", include_str!("../../../migrations/metadata/sqlite/0005_jobs_and_webhooks.sql")),
    (6, "credit_notices", include_str!("../../../migrations/metadata/sqlite/0006_credit_notices.sql")),
    (7, "generated_questions", include_str!("../../../migrations/metadata/sqlite/0007_generated_questions.sql")),
    (8, "monitors", include_str!("../../../migrations/metadata/sqlite/0008_monitors.sql")),
    (9, "idempotency_records", include_str!("../../../migrations/metadata/sqlite/0009_idempotency_records.sql")),
    (10, "offered_ids", include_str!("../../../migrations/metadata/sqlite/0010_offered_ids.sql")),
    (11, "key_chains", include_str!("../../../migrations/metadata/sqlite/0011_key_chains.sql")),
    (12, "consent", include_str!("../../../migrations/metadata/sqlite/0012_consent.sql")),
    (
        13,
        "sealed_webhook_addresses",
        include_str!("../../../migrations/metadata/sqlite/0013_sealed_webhook_addresses.sql"),
    ),
    (14, "known_visitors", include_str!("../../../migrations/metadata/sqlite/0014_known_visitors.sql")),
    (15, "jobs_of_each", include_str!("../../../migrations/metadata/sqlite/0015_jobs_of_each.sql")),
    (16, "aliases", include_str!("../../../migrations/metadata/sqlite/0016_aliases.sql")),
    (17, "citation_sums", include_str!("../../../migrations/metadata/sqlite/0017_citation_sums.sql")),
    (18, "founded_and_removed", include_str!("../../../migrations/metadata/sqlite/0018_founded_and_removed.sql")),
    (19, "lost_citations", include_str!("../../../migrations/metadata/sqlite/0019_lost_citations.sql")),
    (20, "run_changes", include_str!("../../../migrations/metadata/sqlite/0020_run_changes.sql")),
    (21, "failing_webhooks", include_str!("../../../migrations/metadata/sqlite/0021_failing_webhooks.sql")),
    (22, "proposed_rules", include_str!("../../../migrations/metadata/sqlite/0022_proposed_rules.sql")),
    (23, "stretches_of_failures", include_str!("../../../migrations/metadata/sqlite/0023_stretches_of_failures.sql")),
    (24, "changes", include_str!("../../../migrations/metadata/sqlite/0024_changes.sql")),
    (25, "removal_in_pieces", include_str!("../../../migrations/metadata/sqlite/0025_removal_in_pieces.sql")),
    (26, "clear_changes", include_str!("../../../migrations/metadata/sqlite/0026_clear_changes.sql")),
    (27, "pages_not_known", include_str!("../../../migrations/metadata/sqlite/0027_pages_not_known.sql")),
    (28, "refused_origins", include_str!("../../../migrations/metadata/sqlite/0028_refused_origins.sql")),
    (29, "member_sites", include_str!("../../../migrations/metadata/sqlite/0029_member_sites.sql")),
    (30, "mail", include_str!("../../../migrations/metadata/sqlite/0030_mail.sql")),
    (31, "reading_versions", include_str!("../../../migrations/metadata/sqlite/0031_reading_versions.sql")),
    (32, "log_ins", include_str!("../../../migrations/metadata/sqlite/0032_log_ins.sql")),
    (33, "site_notes", include_str!("../../../migrations/metadata/sqlite/0033_site_notes.sql")),
    (34, "instance", include_str!("../../../migrations/metadata/sqlite/0034_instance.sql")),
    (35, "site_domains", include_str!("../../../migrations/metadata/sqlite/0035_site_domains.sql")),
    (36, "credential_versions", include_str!("../../../migrations/metadata/sqlite/0036_credential_versions.sql")),
    (37, "citation_sums", include_str!("../../../migrations/metadata/sqlite/0037_citation_sums.sql")),
    (
        38,
        "monitors_and_webhooks_in_pieces",
        include_str!("../../../migrations/metadata/sqlite/0038_monitors_and_webhooks_in_pieces.sql"),
    ),
    (39, "filtered_lists", include_str!("../../../migrations/metadata/sqlite/0039_filtered_lists.sql")),
    (40, "delivery_jobs", include_str!("../../../migrations/metadata/sqlite/0040_delivery_jobs.sql")),
    (41, "mail_limits", include_str!("../../../migrations/metadata/sqlite/0041_mail_limits.sql")),
    (42, "citation_changes", include_str!("../../../migrations/metadata/sqlite/0042_citation_changes.sql")),
    (43, "missing_evidence", include_str!("../../../migrations/metadata/sqlite/0043_missing_evidence.sql")),
    (44, "change_evidence", include_str!("../../../migrations/metadata/sqlite/0044_change_evidence.sql")),
    (45, "new_readings", include_str!("../../../migrations/metadata/sqlite/0045_new_readings.sql")),
    (46, "automated_sightings", include_str!("../../../migrations/metadata/sqlite/0046_automated_sightings.sql")),
    (47, "page_settings", include_str!("../../../migrations/metadata/sqlite/0047_page_settings.sql")),
    (48, "billed_query_sums", include_str!("../../../migrations/metadata/sqlite/0048_billed_query_sums.sql")),
    (49, "canonical_parameters", include_str!("../../../migrations/metadata/sqlite/0049_canonical_parameters.sql")),
    (50, "connected_apps", include_str!("../../../migrations/metadata/sqlite/0050_connected_apps.sql")),
    (51, "second_factors", include_str!("../../../migrations/metadata/sqlite/0051_second_factors.sql")),
    (52, "idle_clients", include_str!("../../../migrations/metadata/sqlite/0052_idle_clients.sql")),
    (53, "passkeys", include_str!("../../../migrations/metadata/sqlite/0053_passkeys.sql")),
    (54, "service_accounts", include_str!("../../../migrations/metadata/sqlite/0054_service_accounts.sql")),
    (55, "webhook_events", include_str!("../../../migrations/metadata/sqlite/0055_webhook_events.sql")),
    (56, "key_requests", include_str!("../../../migrations/metadata/sqlite/0056_key_requests.sql")),
    (57, "config_requests", include_str!("../../../migrations/metadata/sqlite/0057_config_requests.sql")),
    (58, "token_creators", include_str!("../../../migrations/metadata/sqlite/0058_token_creators.sql")),
    (59, "annotations", include_str!("../../../migrations/metadata/sqlite/0059_annotations.sql")),
    (60, "linked_identities", include_str!("../../../migrations/metadata/sqlite/0060_linked_identities.sql")),
    (61, "log_sources", include_str!("../../../migrations/metadata/sqlite/0061_log_sources.sql")),
    (62, "shared_links", include_str!("../../../migrations/metadata/sqlite/0062_shared_links.sql")),
    (63, "report_subscriptions", include_str!("../../../migrations/metadata/sqlite/0063_report_subscriptions.sql")),
    (64, "channels", include_str!("../../../migrations/metadata/sqlite/0064_channels.sql")),
    (66, "brands", include_str!("../../../migrations/metadata/sqlite/0066_brands.sql")),
    (67, "page_texts", include_str!("../../../migrations/metadata/sqlite/0067_page_texts.sql")),
    (68, "archived_monitors", include_str!("../../../migrations/metadata/sqlite/0068_archived_monitors.sql")),
    (70, "site_alerts", include_str!("../../../migrations/metadata/sqlite/0070_site_alerts.sql")),
    (71, "recipients", include_str!("../../../migrations/metadata/sqlite/0071_recipients.sql")),
    (72, "channel_reports", include_str!("../../../migrations/metadata/sqlite/0072_channel_reports.sql")),
    (77, "alert_mails", include_str!("../../../migrations/metadata/sqlite/0077_alert_mails.sql")),
    (78, "site_credits", include_str!("../../../migrations/metadata/sqlite/0078_site_credits.sql")),
    (79, "sign_of_life", include_str!("../../../migrations/metadata/sqlite/0079_sign_of_life.sql")),
    (80, "drain_secrets", include_str!("../../../migrations/metadata/sqlite/0080_drain_secrets.sql")),
]);

/// The steps, ready to run.
pub(crate) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| STEPS.migrator());

/// Returns the number of the last step.
pub(crate) fn last_step() -> i64 {
    STEPS.last()
}

#[cfg(test)]
mod citation_changes_test;
#[cfg(test)]
mod consent_test;
#[cfg(test)]
mod member_sites_test;

#[cfg(test)]
mod tests {
    use super::STEPS;
    use crate::sql::steps::assert_are_the_files_of;

    #[test]
    fn every_file_of_the_folder_is_a_step_and_in_its_place() {
        assert_are_the_files_of(&STEPS, "metadata/sqlite");
    }
}
