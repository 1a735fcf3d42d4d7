//! The ids of questions and prompts that a site has or had. An event with another id is made up.

use std::collections::HashSet;

use crate::shared::ids::{PromptId, QuestionId};

/// How many former ids of a site are known, the newest ones: far more than a cached page can have.
pub const MAX_PAST_IDS_KNOWN: u32 = 20_000;

/// What readers of a site can have clicked, including on a page that a browser cached earlier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedIds {
    /// Suggested questions: of the configuration and of rules, written or generated.
    pub questions: HashSet<QuestionId>,
    /// Prompts of any status.
    pub prompts: HashSet<PromptId>,
}

impl OfferedIds {
    /// Adds an id given as text; returns whether it is that of a question or a prompt.
    pub fn insert_text(&mut self, text: &str) -> bool {
        if let Ok(question) = text.parse() {
            self.questions.insert(question);
        } else if let Ok(prompt) = text.parse() {
            self.prompts.insert(prompt);
        } else {
            return false;
        }
        true
    }
}
