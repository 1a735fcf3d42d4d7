//! API keys as targets of audit entries.

use super::Target;
use crate::keys::KeyRecord;

impl KeyRecord {
    /// The key as a target of audit entries.
    pub fn audit_target(&self) -> Target {
        let name = if self.name.is_empty() { &self.masked } else { &self.name };
        Target::new("key", self.id, name.clone())
    }
}
