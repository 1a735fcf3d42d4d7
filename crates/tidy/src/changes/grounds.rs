//! Tests that every change of an account, a session or a membership takes a ground.
//!
//! A ground says what the change was allowed on (`crates/domain/src/identity/grounds.rs`), and the store compares it in the
//! same transaction. An audit draft carries the preconditions of a change to an organization.

use crate::tree::{files, none};

/// The ports of accounts, sessions, one-time tokens, memberships, invitations, keys, connected apps and webhooks.
const PORTS: [&str; 9] = [
    "crates/app/src/ports/identity/identities.rs",
    "crates/app/src/ports/identity/passkeys.rs",
    "crates/app/src/ports/identity/accounts.rs",
    "crates/app/src/ports/identity/factors.rs",
    "crates/app/src/ports/identity/sessions.rs",
    "crates/app/src/ports/organizations.rs",
    "crates/app/src/ports/keys.rs",
    "crates/app/src/ports/oauth.rs",
    "crates/app/src/ports/webhooks/mod.rs",
];

/// Methods that read, and so need no ground.
const READS: [&str; 48] = [
    "identity",
    "identities_of",
    "flow",
    "passkeys_of",
    "passkey_by_credential",
    // Makes a key, and changes no row.
    "prepare",
    "open_challenge",
    "factors_of",
    "is_remembered",
    "token_account",
    "pending_sign_up",
    "knows_visitor",
    "session_by_digest",
    "sessions_of",
    "log_ins_of",
    "one_time_account",
    "organization",
    "organizations",
    "any_user",
    "user_by_email",
    "user",
    "users",
    "seats",
    "members",
    "member",
    "open_invitation",
    "key_by_digest",
    "key",
    "organization_of_key",
    "keys",
    "active_keys_made_by",
    "expiring_keys",
    "client",
    "app_by_token",
    "apps_of",
    "apps_in",
    // The document of a client, on its own server.
    "read",
    "organization_logo",
    "webhook",
    "webhooks",
    "deliveries",
    "delivery",
    "attempts",
    "due_delivery",
    "failed_deliveries",
    "waiting_deliveries",
    "place_of_event",
    "events_after",
];

/// Changes that nobody asked for: they remove what expired, note the time of a use, or report the work of a job under its
/// lease.
const BACKGROUND: [&str; 16] = [
    "forget_used_ceremonies",
    "remove_ended_challenges",
    "remove_ended_tokens",
    "forget_visitors",
    "remove_ended_sessions",
    "touch_sessions",
    "touch_keys",
    "touch_apps",
    "remove_ended_apps",
    // What a client says about itself concerns no account.
    "register_client",
    "keep_client_document",
    "note_early_read",
    "remove_piece",
    "remove_old_deliveries",
    "remove_unsent_deliveries",
    "remove_old_webhook_events",
];

/// The changes of a port whose parameters name no ground and no preconditions.
fn without_ground(text: &str) -> Vec<String> {
    let methods = text.split("async fn ").skip(1).map(|method| method.split(';').next().unwrap_or_default());
    let mut found = Vec::new();
    for method in methods {
        let name = method.split('(').next().unwrap_or_default();
        let is_allowed =
            ["Ground", "AuditDraft", "AuditOfEnd", "Precondition"].iter().any(|needed| method.contains(needed));
        if !is_allowed && !READS.contains(&name) && !BACKGROUND.contains(&name) {
            found.push(name.to_owned());
        }
    }
    found
}

/// Whether an account's own change has only preconditions of organizations: these miss accounts without one.
fn has_only_entries(text: &str) -> Vec<String> {
    let methods = text.split("async fn ").skip(1).map(|method| method.split(';').next().unwrap_or_default());
    let of_account = |method: &&str| method.contains("AuditDraft") && !method.contains("Ground");
    methods.filter(of_account).map(|method| method.split('(').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn every_change_of_an_account_or_a_membership_takes_a_ground() {
    let sources = files(&[".rs"]);
    let mut missing = Vec::new();
    for port in PORTS {
        let (_, text) = sources.iter().find(|(path, _)| path == port).expect("the port is there");
        missing.extend(without_ground(text).into_iter().map(|method| format!("{port}: {method}")));
        if port.contains("/identity/") {
            missing.extend(has_only_entries(text).into_iter().map(|method| format!("{port}: {method}")));
        }
    }
    none("these changes take no ground", &missing);
}

#[test]
fn a_change_without_a_ground_is_found() {
    let port = "trait Accounts {\n    async fn rename(&self, user: UserId, name: &str) -> StoreResult<()>;\n    \
                async fn user(&self, id: UserId) -> StoreResult<()>;\n    \
                async fn lock(&self, ground: OperatorGround, audits: Vec<AuditDraft>) -> StoreResult<()>;\n    \
                async fn unlock(&self, audits: Vec<AuditDraft>) -> StoreResult<()>;\n}";
    assert_eq!(without_ground(port), ["rename"]);
    assert_eq!(has_only_entries(port), ["unlock"]);
}
