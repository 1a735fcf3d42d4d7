//! Changes to several prompts that are stored together.

use crate::{prompts::Prompt, shared::ids::PromptId};

/// Changes to prompts of one site that are stored together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PromptChanges {
    /// Every prompt that the site had when the changes were planned, with its version.
    pub read: Vec<(PromptId, u32)>,
    /// Prompts to create.
    pub created: Vec<Prompt>,
    /// Prompts to replace; each has the version after the one that was read.
    pub updated: Vec<Prompt>,
    /// Prompts to delete.
    pub deleted: Vec<PromptId>,
}

impl PromptChanges {
    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.created.is_empty() && self.updated.is_empty() && self.deleted.is_empty()
    }

    /// The number of prompts that the site has after the changes.
    pub fn prompts_after(&self) -> usize {
        (self.read.len() + self.created.len()).saturating_sub(self.deleted.len())
    }
}
