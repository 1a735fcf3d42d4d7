//! THE table: every endpoint of `/api`, who may call it, on whose objects, and how often.

use askline_domain::{plan::Plan, role::Role, scope::Scope};

use crate::{
    analytics, audit, auth, credits, documents,
    error::Code,
    events,
    guard::Quota,
    keys, me, members, organizations, prompts,
    route_table::{RouteTable, delete, get, patch, post, put},
    rules, sites,
};

const CONFIG_BYTES_MOST: usize = 128 * 1024;
const CSV: &[&str] = &["text/csv"];
const NDJSON: &[&str] = &["application/x-ndjson"];
const CSV_AND_NDJSON: &[&str] = &["text/csv", "application/x-ndjson"];
const IMPORT_BYTES_MOST: usize = 5 * 1024 * 1024;

/// Every row.
#[rustfmt::skip]
pub fn table() -> RouteTable {
    RouteTable::default()
        // Log-in and sessions. None keeps answers for repeats: the body's digest would let a thief of the store try passwords.
        .row(post("/api/v1/auth/login", "Log in")
            .anyone().no_organization().limit(Quota::LogIn).not_idempotent()
            .errors(&[Code::InvalidCredentials]).to(auth::log_in))
        .row(post("/api/v1/auth/signup", "Make an account and an organization")
            .anyone().no_organization().limit(Quota::LogIn).not_idempotent().created()
            .errors(&[Code::Forbidden, Code::Conflict]).to(auth::sign_up))
        .row(post("/api/v1/auth/setup", "Make the first owner with the set-up token")
            .anyone().no_organization().limit(Quota::LogIn).not_idempotent().created()
            .errors(&[Code::InvalidCredentials, Code::Conflict]).to(auth::set_up))
        .row(post("/api/v1/auth/invitations/accept", "Take up an invitation")
            .anyone().no_organization().limit(Quota::LogIn).not_idempotent()
            .errors(&[Code::InvalidCredentials]).to(auth::accept_invitation))
        .row(post("/api/v1/auth/logout", "End this session")
            .any_session().no_organization().limit(Quota::Caller).to(auth::log_out))
        .row(post("/api/v1/auth/password", "Change the password and end all other sessions")
            .any_session().no_organization().limit(Quota::Caller).not_idempotent()
            .errors(&[Code::InvalidCredentials]).to(auth::change_password))
        .row(get("/api/v1/auth/sessions", "List your sessions")
            .any_session().no_organization().limit(Quota::Caller).to(auth::list_sessions))
        .row(delete("/api/v1/auth/sessions/{sessionId}", "End one of your sessions")
            .any_session().no_organization().limit(Quota::Caller).to(auth::end_session))
        .row(get("/api/v1/me", "Who am I")
            .any_session().no_organization().limit(Quota::Caller).to(me::show_me))
        // API keys.
        .row(post("/api/v1/keys", "Create an API key")
            .session(Role::Admin).own_organization().limit(Quota::Caller).created().plan(Plan::Pro)
            .errors(&[Code::LimitReached]).to(keys::create_api_key))
        .row(get("/api/v1/keys", "List API keys, masked")
            .session(Role::Admin).own_organization().limit(Quota::Caller).to(keys::list_api_keys))
        .row(get("/api/v1/keys/self", "The calling key and its rate state")
            .any_key().own_organization().limit(Quota::Caller).to(keys::show_own_api_key))
        .row(post("/api/v1/keys/leaked", "End a key that you found in the open")
            .anyone().no_organization().limit(Quota::LogIn).not_idempotent().to(keys::report_leaked_api_key))
        .row(get("/api/v1/keys/{keyId}", "One API key, masked")
            .session(Role::Admin).own_organization().limit(Quota::Caller).to(keys::show_api_key))
        .row(delete("/api/v1/keys/{keyId}", "Revoke an API key")
            .session(Role::Admin).own_organization().limit(Quota::Caller).to(keys::revoke_api_key))
        .row(post("/api/v1/keys/{keyId}/rotate", "Replace an API key by a new one")
            .session(Role::Admin).own_organization().limit(Quota::Caller).created().plan(Plan::Pro)
            .errors(&[Code::Conflict]).to(keys::rotate_api_key))
        // Organizations and members.
        .row(get("/api/v1/orgs/{orgId}", "Profile, plan and seats of the organization")
            .key(Scope::OrgRead).organization("orgId").limit(Quota::Caller).to(organizations::show_organization))
        .row(get("/api/v1/orgs/{orgId}/members", "List members")
            .session(Role::Admin).organization("orgId").limit(Quota::Caller).to(members::list_members))
        .row(post("/api/v1/orgs/{orgId}/members", "Add or invite a member")
            .session(Role::Admin).organization("orgId").limit(Quota::Caller).created()
            .errors(&[Code::LimitReached, Code::Conflict]).to(members::add_member))
        .row(patch("/api/v1/orgs/{orgId}/members/{userId}", "Give a member another role")
            .session(Role::Admin).organization("orgId").limit(Quota::Caller)
            .errors(&[Code::Conflict]).to(members::change_member_role))
        .row(delete("/api/v1/orgs/{orgId}/members/{userId}", "Remove a member")
            .session(Role::Admin).organization("orgId").limit(Quota::Caller)
            .errors(&[Code::Conflict]).to(members::remove_member))
        // Audit log.
        .row(get("/api/v1/audit", "List audit entries")
            .session(Role::Admin).own_organization().limit(Quota::Caller).to(audit::list_audit_entries))
        .row(get("/api/v1/audit/export", "Download audit entries as NDJSON")
            .session(Role::Admin).own_organization().limit(Quota::Caller).downloads(NDJSON).to(audit::export_audit_entries))
        // Sites.
        .row(get("/api/v1/sites", "List sites and their install status")
            .key(Scope::SitesRead).own_organization().limit(Quota::Caller).to(sites::list_sites))
        .row(post("/api/v1/sites", "Register a site")
            .session(Role::Admin).own_organization().limit(Quota::Caller).created()
            .errors(&[Code::LimitReached]).to(sites::create_site))
        .row(get("/api/v1/sites/{siteId}", "A site with its widget configuration")
            .key(Scope::SitesRead).site("siteId").limit(Quota::Caller).to(sites::show_site))
        .row(patch("/api/v1/sites/{siteId}", "Change name, domain, origins or time zone")
            .session(Role::Admin).site("siteId").limit(Quota::Caller).to(sites::update_site))
        .row(delete("/api/v1/sites/{siteId}", "Delete a site with everything counted on it")
            .session(Role::Admin).site("siteId").limit(Quota::Caller).to(sites::delete_site))
        .row(get("/api/v1/sites/{siteId}/config", "The public widget configuration")
            .keyless().no_organization().limit(Quota::Config).any_origin().revalidates().to(sites::show_public_config))
        .row(put("/api/v1/sites/{siteId}/config", "Replace the widget configuration")
            .key(Scope::SitesWrite).site("siteId").limit(Quota::Caller).body_bytes(CONFIG_BYTES_MOST).conditional()
            .errors(&[Code::PromptPolicyViolation]).to(sites::replace_config))
        .row(get("/api/v1/sites/{siteId}/config/versions", "List versions of the widget configuration")
            .key(Scope::SitesRead).site("siteId").limit(Quota::Caller).to(sites::list_config_versions))
        .row(post("/api/v1/sites/{siteId}/config/rollback", "Restore a version of the widget configuration")
            .key(Scope::SitesWrite).site("siteId").limit(Quota::Caller).conditional()
            .to(sites::roll_back_config))
        .row(post("/api/v1/sites/{siteId}/verify", "Look for the snippet on the site's page")
            .key(Scope::SitesWrite).site("siteId").limit(Quota::Caller).to(sites::verify_install))
        // Events and analytics.
        .row(post("/api/v1/events", "Take events of a widget")
            .anyone().no_organization().limit(Quota::Intake).accepted().any_origin().not_idempotent().to(events::take_events))
        .row(get("/api/v1/analytics/{siteId}/ai", "Presses of AI buttons")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_ai_clicks))
        .row(get("/api/v1/analytics/{siteId}/social", "Presses of share buttons")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_social_clicks))
        .row(get("/api/v1/analytics/{siteId}/questions", "Presses of suggested questions")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_question_clicks))
        .row(get("/api/v1/analytics/{siteId}/shares", "Everything that carries a page on: AI, social, copies")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_shares))
        .row(get("/api/v1/analytics/{siteId}/referrers", "Visits by where readers came from")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_referrers))
        .row(get("/api/v1/analytics/{siteId}/crawlers", "Requests of known crawlers that ran the widget")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_crawlers))
        .row(get("/api/v1/analytics/{siteId}/pages", "Pages and what readers did on them")
            .key(Scope::AnalyticsRead).site("siteId").limit(Quota::Caller).downloads(CSV).to(analytics::show_pages))
        // Prompts.
        .row(get("/api/v1/prompts/{siteId}", "List prompt templates")
            .key(Scope::PromptsRead).site("siteId").limit(Quota::Caller).to(prompts::list_prompts))
        .row(post("/api/v1/prompts/{siteId}", "Create a prompt template")
            .key(Scope::PromptsWrite).site("siteId").limit(Quota::Caller).created()
            .errors(&[Code::PromptPolicyViolation, Code::LimitReached]).to(prompts::create_prompt))
        .row(get("/api/v1/prompts/{siteId}/{promptId}", "A prompt template")
            .key(Scope::PromptsRead).site("siteId").limit(Quota::Caller).to(prompts::show_prompt))
        .row(patch("/api/v1/prompts/{siteId}/{promptId}", "Edit a prompt template")
            .key(Scope::PromptsWrite).site("siteId").limit(Quota::Caller)
            .errors(&[Code::PromptPolicyViolation, Code::Conflict]).to(prompts::edit_prompt))
        .row(delete("/api/v1/prompts/{siteId}/{promptId}", "Delete a prompt template")
            .key(Scope::PromptsWrite).site("siteId").limit(Quota::Caller).to(prompts::delete_prompt))
        // Prompt rules.
        .row(get("/api/v1/rules/{siteId}", "List prompt rules")
            .key(Scope::RulesRead).site("siteId").limit(Quota::Caller).to(rules::list_rules))
        .row(post("/api/v1/rules/{siteId}", "Create a prompt rule")
            .key(Scope::RulesWrite).site("siteId").limit(Quota::Caller).created()
            .errors(&[Code::PromptPolicyViolation, Code::LimitReached]).to(rules::create_rule))
        .row(post("/api/v1/rules/{siteId}/test", "Tell what the widget does on a page")
            .key(Scope::RulesRead).site("siteId").limit(Quota::Caller).to(rules::test_rules))
        .row(get("/api/v1/rules/{siteId}/{ruleId}", "A prompt rule")
            .key(Scope::RulesRead).site("siteId").limit(Quota::Caller).to(rules::show_rule))
        .row(put("/api/v1/rules/{siteId}/{ruleId}", "Replace a prompt rule")
            .key(Scope::RulesWrite).site("siteId").limit(Quota::Caller)
            .errors(&[Code::PromptPolicyViolation]).to(rules::replace_rule))
        .row(delete("/api/v1/rules/{siteId}/{ruleId}", "Delete a prompt rule")
            .key(Scope::RulesWrite).site("siteId").limit(Quota::Caller).to(rules::delete_rule))
        // Credits.
        .row(get("/api/v1/credits", "The balance of credits")
            .key(Scope::CreditsRead).own_organization().limit(Quota::Caller).to(credits::show_credits))
        .row(get("/api/v1/credits/ledger", "List the ledger of credits")
            .key(Scope::CreditsRead).own_organization().limit(Quota::Caller).to(credits::list_ledger_entries))
        .row(get("/api/v1/prompts/{siteId}/export", "Every prompt template of a site as a file")
            .key(Scope::PromptsWrite).site("siteId").limit(Quota::Caller).downloads(CSV_AND_NDJSON).to(prompts::export_prompts))
        .row(post("/api/v1/prompts/{siteId}/import", "Add, edit and replace prompt templates from a file")
            .key(Scope::PromptsWrite).site("siteId").limit(Quota::Caller).body_bytes(IMPORT_BYTES_MOST)
            .errors(&[Code::PromptPolicyViolation, Code::LimitReached, Code::Conflict]).to(prompts::import_prompts))
        // Documents.
        .row(get("/api/v1/openapi.json", "This document")
            .anyone().no_organization().limit(Quota::Document).downloads(&["application/json"]).to(documents::show_openapi))
}
