//! Tests that every change of an account, a session or a membership takes a ground.
//!
//! A ground says what the change was allowed on (`crates/domain/src/identity/grounds.rs`), and it is compared in the same
//! transaction: by the use case that makes the change, or by the store. An audit draft carries the preconditions of a change to
//! an organization.

use super::{functions, is_next, sources, starts_with};
use crate::tree::{files, none};

/// The folders of use cases that change accounts and what belongs to them.
const OF_ACCOUNTS: [&str; 6] = [
    "crates/app/src/mail_choices.rs",
    "crates/app/src/accounts/",
    "crates/app/src/alert_mails/",
    "crates/app/src/identities/",
    "crates/app/src/oauth/",
    "crates/app/src/report_mail/",
];

/// What compares a ground within a change.
const COMPARISONS: [&str; 9] = [
    // The preconditions of an entry.
    "compare",
    "compare_session",
    "compare_confirmed",
    "compare_credentials",
    // The account that an emailed link, a one-time link or a passkey opens.
    "opened_in",
    "give_address",
    "use_link",
    "use_up",
    // The person of an app, who still has the credentials with which they connected it.
    "is_connected",
];

/// Changes of accounts that compare no ground, with the reason.
const WITHOUT_COMPARISON: [(&str, &str); 16] = [
    ("accounts/by_operator.rs: lock_account", "a command of the operator"),
    ("accounts/by_operator.rs: unlock_account", "a command of the operator"),
    ("accounts/by_operator.rs: reset_second_factor", "a command of the operator"),
    ("accounts/by_operator.rs: unlink_identities", "a command of the operator"),
    ("accounts/by_operator.rs: put_confirmed", "a command of the operator"),
    ("accounts/by_operator.rs: put_address", "a command of the operator"),
    ("accounts/sessions/one_time_link.rs: put_one_time_link", "a command of the operator"),
    ("accounts/failed_log_ins.rs: write_failures", "records what an unknown person tried"),
    ("accounts/new_account.rs: mail_sign_up", "anybody may ask, and has no effect that they could see"),
    ("accounts/mailed_links/password_reset.rs: mail_reset", "anybody may ask, and has no effect that they could see"),
    ("alert_mails/choose.rs: end_all", "the signed link of an email is checked before; it only ends emails"),
    ("report_mail/subscribe.rs: end", "the signed link of an email is checked before; it only ends emails"),
    ("alert_mails/send.rs: send", "nobody asked for it: it reports an event"),
    ("report_mail/send.rs: send", "nobody asked for it: it reports a week"),
    ("identities/sign_in.rs: found", "the account is a new one"),
    ("identities/sign_in.rs: enter", "the identity is read in the change, and `put_session` compares the account"),
];

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
const READS: [&str; 54] = [
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
    // A digest, made before a change.
    "digest_visitor",
    "token_account",
    "account_of_address",
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
    "app",
    "app_of_code",
    "app_of_token",
    // A keyed digest, made before a change.
    "next_refresh_token",
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

/// Changes that concern no account yet, or that nobody asked for: they remove what expired, note the time of a use, or report the work of a job under its
/// lease.
const BACKGROUND: [&str; 18] = [
    "forget_used_ceremonies",
    // A sign-in at a provider that belongs to no account yet.
    "begin_flow",
    "end_flow",
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
        let is_allowed = ["Ground", "AuditDraft", "Precondition"].iter().any(|needed| method.contains(needed));
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

/// The functions of a source that begin a change and compare no ground.
fn without_comparison(source: &[String]) -> Vec<String> {
    let compares = |function: &[String]| {
        (0..function.len()).any(|at| COMPARISONS.iter().any(|name| starts_with(&function[at..], &[name, "("])))
    };
    functions(source)
        .into_iter()
        .filter(|function| is_next(function, &[".", "begin", "("]) && !compares(function))
        .filter_map(|function| function.get(1).cloned())
        .collect()
}

#[test]
fn a_use_case_that_changes_an_account_compares_its_ground_in_the_change() {
    let all = OF_ACCOUNTS.into_iter().flat_map(sources);
    let found: Vec<String> = all
        .flat_map(|(path, source)| {
            let path = path.replace("crates/app/src/", "");
            without_comparison(&source).into_iter().map(move |name| format!("{path}: {name}"))
        })
        .collect();
    let is_listed = |change: &&String| WITHOUT_COMPARISON.iter().any(|(listed, _)| listed == change);
    none(
        "compare the ground in the change, or list it with the reason",
        &found.iter().filter(|one| !is_listed(one)).cloned().collect::<Vec<_>>(),
    );
    let gone = WITHOUT_COMPARISON.iter().filter(|(listed, _)| !found.iter().any(|one| one == listed));
    none("listed, and not there any more", &gone.map(|(listed, _)| (*listed).to_owned()).collect::<Vec<_>>());
}

#[test]
fn a_change_of_an_account_that_compares_no_ground_is_found() {
    let source = "async fn rename() { let mut change = s.begin(&[]).await?; change.put_name(u).await } \
                  async fn end() { let mut change = s.begin(&[]).await?; change.compare_session(g).await?; } \
                  async fn read() { s.account(u).await } \
                  async fn undo() { let mut change = s.begin(&[]).await?; give_address(&mut *change).await }";
    assert_eq!(without_comparison(&crate::circles::tokens::tokens(source)), ["rename"]);
}

#[test]
fn a_change_without_a_ground_is_found() {
    let port = "trait Accounts {\n    async fn rename(&self, user: UserId, name: &str) -> StoreResult<()>;\n    \
                async fn user(&self, id: UserId) -> StoreResult<()>;\n    \
                async fn lock(&self, ground: SessionGround, audits: Vec<AuditDraft>) -> StoreResult<()>;\n    \
                async fn unlock(&self, audits: Vec<AuditDraft>) -> StoreResult<()>;\n}";
    assert_eq!(without_ground(port), ["rename"]);
    assert_eq!(has_only_entries(port), ["unlock"]);
}
