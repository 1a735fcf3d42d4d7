//! The ids of questions, prompts and own items that a site has or had. An event with any other id is invalid.

use std::collections::HashSet;

use crate::shared::ids::{MenuItemId, PromptId, QuestionId};

/// The maximum number of former ids of a site that are known, newest first: far more than a cached page can contain.
pub const MAX_PAST_IDS_KNOWN: u32 = 20_000;

/// The questions, prompts and own items that readers of a site can have clicked, including on pages that a browser cached earlier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedIds {
    /// Suggested questions, from the configuration and from rules, manual or generated.
    pub questions: HashSet<QuestionId>,
    /// Prompts with any status.
    pub prompts: HashSet<PromptId>,
    /// Own items of the widget, from the versions of the configuration that are kept.
    pub items: HashSet<MenuItemId>,
}

impl OfferedIds {
    /// Adds an id given as text. Returns whether it is the id of a question, a prompt or an item of the site.
    pub fn insert_text(&mut self, text: &str) -> bool {
        if let Ok(question) = text.parse() {
            self.questions.insert(question);
        } else if let Ok(prompt) = text.parse() {
            self.prompts.insert(prompt);
        } else if let Ok(item) = text.parse() {
            self.items.insert(item);
        } else {
            return false;
        }
        true
    }
}
