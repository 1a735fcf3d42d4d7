//! Many changes to prompts that are stored together.

use crate::{prompts::Prompt, shared::ids::PromptId};

/// Many changes to one site's prompts at once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PromptChanges {
    /// Every prompt that the site had when the changes were made, with its version.
    pub read: Vec<(PromptId, u32)>,
    /// Prompts to be added.
    pub created: Vec<Prompt>,
    /// Prompts to be replaced, each in the version after the one that was read.
    pub updated: Vec<Prompt>,
    /// Prompts to be removed.
    pub deleted: Vec<PromptId>,
}

impl PromptChanges {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.created.is_empty() && self.updated.is_empty() && self.deleted.is_empty()
    }

    /// How many prompts the site has afterwards.
    pub fn prompts_after(&self) -> usize {
        (self.read.len() + self.created.len()).saturating_sub(self.deleted.len())
    }
}
