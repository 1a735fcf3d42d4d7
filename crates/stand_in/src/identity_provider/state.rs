//! What the provider knows: its client, its keys, and the codes that it gave.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::signing::{Keys, Signature};

/// The client that the provider knows.
pub const CLIENT_ID: &str = "askline";
/// Its secret, with characters that must be encoded.
pub const CLIENT_SECRET: &str = "secret: with/characters+that%must&be=encoded";

/// A code that was given, and the token that it is exchanged for.
pub(super) struct Grant {
    pub(super) redirect_uri: String,
    pub(super) challenge: String,
    pub(super) claims: Map<String, Value>,
    pub(super) userinfo: Map<String, Value>,
    pub(super) signature: Signature,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) keys: Keys,
    pub(super) codes: HashMap<String, Grant>,
    pub(super) given: u32,
    /// What the userinfo endpoint says, by access token.
    pub(super) userinfo: HashMap<String, Map<String, Value>>,
    /// The paths of all requests.
    pub(super) requests: Vec<String>,
    pub(super) is_down: bool,
}
