//! The operations that need a proof from within the last minutes. A session that was left open is not enough.
//!
//! Beside the table of routes. A row names an operation and when it asks: always, or for some bodies. The test of the table
//! (`crates/server/tests/http/second_factor/fresh_proofs.rs`) walks it.

use askline_domain::identity::role::Role;
use serde_json::Value;

/// When an operation asks for a fresh proof.
#[derive(Clone, Copy)]
pub enum Asks {
    /// Whatever is sent.
    Always,
    /// If this is true for the body.
    If(fn(&Value) -> bool),
    /// Its use case asks, which compares the change with what is stored.
    InUseCase,
}

/// An operation that asks.
pub struct FreshProof {
    /// The operation id: the handler's name.
    pub operation: &'static str,
    /// When it asks.
    pub asks: Asks,
}

const fn always(operation: &'static str) -> FreshProof {
    FreshProof { operation, asks: Asks::Always }
}

const fn only_if(operation: &'static str, asks: fn(&Value) -> bool) -> FreshProof {
    FreshProof { operation, asks: Asks::If(asks) }
}

/// The operations. Changes of the password and the email address, and the end of all other access, contain the password, which
/// is a proof; an account without a password proves itself as everywhere else.
pub const FRESH_PROOFS: &[FreshProof] = &[
    only_if("change_password", |body| lacks(body, "currentPassword")),
    only_if("revoke_access", |body| lacks(body, "password")),
    always("set_up_totp"),
    always("remove_totp"),
    always("replace_recovery_codes"),
    always("begin_passkey"),
    always("add_passkey"),
    always("remove_passkey"),
    always("begin_identity_link"),
    always("unlink_identity"),
    only_if("create_api_key", gives_writing),
    always("rotate_api_key"),
    // Only the use case knows whether a key may do more afterwards.
    FreshProof { operation: "update_api_key", asks: Asks::InUseCase },
    only_if("connect_app", gives_writing),
    always("create_service_account"),
    always("update_service_account"),
    always("create_service_token"),
    only_if("update_organization", |body| body["requireSecondFactor"] == false),
    always("delete_organization"),
    only_if("invite_member", makes_owner),
    only_if("update_member", makes_owner),
    // Only the use case knows which role was offered.
    FreshProof { operation: "renew_invitation", asks: Asks::InUseCase },
    always("delete_site"),
    always("create_webhook"),
    always("update_webhook"),
    always("rotate_webhook_secret"),
    always("create_channel"),
    only_if("update_channel", |body| !lacks(body, "address")),
];

/// Whether an operation can ask for a fresh proof.
pub fn may_ask(operation: &str) -> bool {
    find(operation).is_some()
}

/// Whether an operation with this body asks for a fresh proof. A body that cannot be read is refused elsewhere.
pub(crate) fn asks(operation: &str, body: &[u8]) -> bool {
    match find(operation).map(|row| row.asks) {
        None | Some(Asks::InUseCase) => false,
        Some(Asks::Always) => true,
        Some(Asks::If(asks)) => serde_json::from_slice(body).is_ok_and(|body| asks(&body)),
    }
}

fn find(operation: &str) -> Option<&'static FreshProof> {
    FRESH_PROOFS.iter().find(|row| row.operation == operation)
}

fn lacks(body: &Value, field: &str) -> bool {
    body[field].is_null()
}

fn makes_owner(body: &Value) -> bool {
    body["role"] == Role::Owner.as_str()
}

/// Whether one of the scopes allows changes.
fn gives_writing(body: &Value) -> bool {
    let scopes = body["scopes"].as_array().into_iter().flatten().filter_map(Value::as_str);
    scopes.into_iter().any(|scope| scope == "*" || scope.ends_with(":write"))
}
