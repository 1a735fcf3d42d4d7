//! The audit log: who changed what and when.
//!
//! Entries are linked by hashes, so that a removed or altered entry is detected.
//!
//! There is one chain per organization. The hash of an entry is the SHA-256 of the previous hash, a line feed, and the
//! entry's fields as JSON in a fixed order. An entry never contains a secret.

pub mod context;
mod key_target;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{
    identity::{email_address::shown_email, user::User},
    organizations::preconditions::Precondition,
    present_fields::every_field_present,
    requests::idempotency::IdempotencyRecord,
    shared::{
        ids::{AppId, AuditId, OrgId, SiteId},
        rfc3339::{Moment, as_moment},
    },
};

/// The hash that precedes an organization's first entry.
pub const GENESIS_HASH: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Who made a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Actor {
    /// The kind of actor.
    #[serde(rename = "type")]
    pub kind: ActorKind,
    /// The id of the user, the key or the service account; `askline` for the system.
    pub id: String,
    /// The user's email address, the key's masked form, or the name of a service account, of a command or of a part of the service.
    pub name: String,
    /// The connected app that made the change as this user; null if the user made it.
    #[serde(default)]
    pub via: Option<Via>,
}

/// What made a change as a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Via {
    /// The connected app.
    pub app: ViaApp,
}

/// A connected app that made a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViaApp {
    /// The app's id.
    pub id: AppId,
    /// The name that the app gave itself, or where its answers are sent if it gave none.
    pub name: String,
}

/// The kinds of actors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActorKind {
    /// A member in a session.
    User,
    /// An API key.
    Key,
    /// A service account.
    Service,
    /// The service itself or its command line.
    System,
}

words! {
    ActorKind, "a kind of actor":
    User = "user",
    Key = "key",
    Service = "service",
    System = "system",
}

impl Actor {
    /// The actor for a user.
    pub fn user(user: &User) -> Self {
        Self { kind: ActorKind::User, id: user.id.to_string(), name: shown_email(&user.email), via: None }
    }

    /// The actor for the service itself; `name` names the command or the part of the service.
    pub fn system(name: &str) -> Self {
        Self { kind: ActorKind::System, id: "askline".into(), name: name.into(), via: None }
    }

    /// The same actor, who acts through this app.
    pub fn through(self, app: ViaApp) -> Self {
        Self { via: Some(Via { app }), ..self }
    }

    /// The actor as the hash of an entry contains it. Entries from before there were apps have no member `via`.
    fn hashed(&self) -> Value {
        let mut fields = serde_json::json!({ "type": self.kind, "id": self.id, "name": self.name });
        if let Some(via) = &self.via {
            fields["via"] = serde_json::json!({ "app": { "id": via.app.id, "name": via.app.name } });
        }
        fields
    }
}

/// An object that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Target {
    /// What it is, such as `key`, `site` or `member`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The object's id.
    pub id: String,
    /// The object's name at that time.
    pub name: String,
}

impl Target {
    /// Creates a target.
    pub fn new(kind: &str, id: impl ToString, name: impl Into<String>) -> Self {
        Self { kind: kind.into(), id: id.to_string(), name: name.into() }
    }
}

/// An entry before it is added to the chain. It is passed to the port method whose change it records.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditDraft {
    /// The id.
    pub id: AuditId,
    /// The organization whose chain it is added to.
    #[serde(skip)]
    pub org_id: OrgId,
    /// When it happened.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub occurred_at: Timestamp,
    /// What happened, such as `key.created` or `site.config_updated`.
    pub action: String,
    /// Who did it.
    pub actor: Actor,
    /// The objects that were changed.
    pub targets: Vec<Target>,
    /// The caller's IP address; null for background work and the command line.
    pub ip: Option<String>,
    /// The caller's `User-Agent`; null if it sent none, and for background work and the command line.
    pub user_agent: Option<String>,
    /// The request's id; null for background work and the command line.
    pub request_id: Option<String>,
    /// Details. Holds no secrets.
    #[schemars(description = "Details.")]
    pub metadata: Value,
    /// The idempotent request that caused the change. Its record is stored with the entry, but is not part of it.
    #[serde(skip)]
    pub request: Option<Box<IdempotencyRecord>>,
    /// What the permission for the change is based on. It is checked in the change's transaction, and is not part of
    /// the entry.
    #[serde(skip)]
    pub preconditions: Vec<Precondition>,
}

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct AuditEntry {
    /// The content.
    #[serde(flatten)]
    pub draft: AuditDraft,
    /// The hash of the organization's previous entry.
    pub previous_hash: String,
    /// The hash of this entry.
    pub hash: String,
}

impl AuditDraft {
    /// Sets the id of the created object for repeats of the request, if it is not the last target's id.
    pub fn making(mut self, id: impl ToString) -> Self {
        if let Some(request) = &mut self.request {
            request.made_id = Some(id.to_string());
        }
        self
    }

    /// Adds another precondition of the permission for the change.
    pub fn provided(mut self, precondition: Precondition) -> Self {
        self.preconditions.push(precondition);
        self
    }

    /// The site that the entry is about, if it is about one.
    pub fn site_id(&self) -> Option<SiteId> {
        let named = self.metadata.get("siteId").and_then(|id| id.as_str()?.parse().ok());
        named.or_else(|| self.targets.iter().find(|target| target.kind == "site")?.id.parse().ok())
    }

    /// Creates another entry for the same change.
    pub fn beside(&self, id: AuditId, action: &str, targets: Vec<Target>, metadata: Value) -> Self {
        Self { id, action: action.into(), targets, metadata, request: None, ..self.clone() }
    }

    /// Links the entry to `previous_hash`, the hash of the previous entry.
    pub fn seal(self, previous_hash: &str) -> AuditEntry {
        let hash = self.hash_after(previous_hash);
        AuditEntry { draft: self, previous_hash: previous_hash.into(), hash }
    }

    fn hash_after(&self, previous_hash: &str) -> String {
        let fields = serde_json::json!([
            self.id,
            self.org_id,
            self.occurred_at.as_millisecond(),
            self.action,
            self.actor.hashed(),
            self.targets,
            self.ip,
            self.user_agent,
            self.request_id,
            canonical(&self.metadata),
        ]);
        let mut hash = Sha256::new();
        hash.update(previous_hash.as_bytes());
        hash.update(b"\n");
        hash.update(fields.to_string().as_bytes());
        hex::encode(hash.finalize())
    }
}

impl AuditEntry {
    /// Whether the entry is unaltered and follows `previous_hash`.
    pub fn follows(&self, previous_hash: &str) -> bool {
        self.previous_hash == previous_hash && self.draft.hash_after(previous_hash) == self.hash
    }
}

/// The metadata as JSON text with sorted keys, so that the hash does not change if a store reorders keys.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<_> = fields.keys().collect();
            names.sort();
            let inner: Vec<String> = names
                .into_iter()
                .map(|name| format!("{}:{}", Value::from(name.as_str()), canonical(&fields[name])))
                .collect();
            format!("{{{}}}", inner.join(","))
        }
        Value::Array(items) => {
            let inner: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", inner.join(","))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    const HASH_WITHOUT_APP: &str = "cb582d47a0ef7226fa6104482dcf52236a73e2bfb82d42ac20fa0d7dc11657ae";

    fn draft(action: &str) -> AuditDraft {
        AuditDraft {
            id: AuditId::from_bits(1),
            org_id: OrgId::from_bits(2),
            occurred_at: Timestamp::UNIX_EPOCH,
            action: action.into(),
            actor: Actor::system("test"),
            targets: vec![Target::new("key", "key_1", "CI")],
            ip: None,
            user_agent: None,
            request_id: None,
            metadata: serde_json::json!({ "b": 1, "a": [true, null] }),
            request: None,
            preconditions: Vec::new(),
        }
    }

    #[test]
    fn an_altered_entry_shows() {
        let entry = draft("key.created").seal(GENESIS_HASH);
        assert!(entry.follows(GENESIS_HASH));
        let mut altered = entry.clone();
        altered.draft.action = "key.revoked".into();
        assert!(!altered.follows(GENESIS_HASH));
        let mut altered = entry;
        altered.draft.metadata["b"] = 2.into();
        assert!(!altered.follows(GENESIS_HASH));
    }

    #[test]
    fn the_app_of_a_change_is_part_of_the_chain_and_entries_without_one_keep_their_hash() {
        let own = draft("key.created");
        // The hash that releases without apps gave this entry.
        assert_eq!(own.clone().seal(GENESIS_HASH).hash, HASH_WITHOUT_APP);
        let app = ViaApp { id: AppId::from_bits(3), name: "Claude".into() };
        let through = AuditDraft { actor: own.actor.clone().through(app), ..own };
        let mut entry = through.seal(GENESIS_HASH);
        assert!(entry.hash != HASH_WITHOUT_APP && entry.follows(GENESIS_HASH));
        entry.draft.actor.via = None;
        assert!(!entry.follows(GENESIS_HASH));
    }

    #[test]
    fn a_removed_entry_shows() {
        let first = draft("a").seal(GENESIS_HASH);
        let second = draft("b").seal(&first.hash);
        let third = draft("c").seal(&second.hash);
        assert!(third.follows(&second.hash));
        assert!(!third.follows(&first.hash));
    }
}
