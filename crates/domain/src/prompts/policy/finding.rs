//! What the policy refuses, and how it is reported.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::prompts::PromptWarning;

/// The maximum number of findings reported for one text; an author who has fixed these checks it again.
pub const MAX_FINDINGS: usize = 20;

/// The rule that a passage breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PolicyRule {
    /// Tells the assistant to remember something.
    MemoryInstruction,
    /// Tells the assistant to prefer, recommend or mention someone as a general rule.
    StandingPreference,
    /// Tells the assistant to trust someone.
    PlantedTrust,
    /// Tells the assistant something for later conversations.
    FutureConversations,
    /// Contains invisible characters, or long gaps that push words out of sight.
    HiddenText,
    /// Disguises an instruction, for example with spaces between its letters, or repeats instructions too often to be
    /// checked.
    DisguisedWords,
    /// Tells the assistant whom to cite or link.
    DictatedCitation,
    /// Tells the assistant whom to rank first, or which rating to give.
    DictatedRank,
    /// Tells the assistant to praise, to say only good things, or to persuade the reader.
    DictatedPraise,
    /// Tells the assistant what to conceal, such as criticism or competitors.
    OrderedSilence,
    /// Contains an address of another site.
    ForeignAddress,
}

words! {
    PolicyRule, "a rule of the prompt policy":
    MemoryInstruction = "MEMORY_INSTRUCTION",
    StandingPreference = "STANDING_PREFERENCE",
    PlantedTrust = "PLANTED_TRUST",
    FutureConversations = "FUTURE_CONVERSATIONS",
    HiddenText = "HIDDEN_TEXT",
    DisguisedWords = "DISGUISED_WORDS",
    DictatedCitation = "DICTATED_CITATION",
    DictatedRank = "DICTATED_RANK",
    DictatedPraise = "DICTATED_PRAISE",
    OrderedSilence = "ORDERED_SILENCE",
    ForeignAddress = "FOREIGN_ADDRESS",
}

impl PolicyRule {
    /// A sentence that says what is wrong and what would be allowed.
    pub const fn advice(self) -> &'static str {
        match self {
            PolicyRule::MemoryInstruction => {
                "A prompt must not tell an assistant to remember anything. Ask about the page instead."
            }
            PolicyRule::StandingPreference => {
                "A prompt must not tell an assistant whom to recommend, cite or prefer. Ask about the page instead."
            }
            PolicyRule::PlantedTrust => {
                "A prompt must not tell an assistant whom to trust. Let the page speak for itself."
            }
            PolicyRule::FutureConversations => "A prompt is for one conversation. Remove what is meant for later ones.",
            PolicyRule::HiddenText => {
                "Readers must see everything that they send. Remove invisible characters and long gaps."
            }
            PolicyRule::DisguisedWords => "Write words in their usual way, so that the reader sees what is sent.",
            PolicyRule::DictatedCitation => {
                "A prompt must not tell an assistant whom to cite or link. Ask for the sections that an answer rests on \
                 instead."
            }
            PolicyRule::DictatedRank => {
                "A prompt must not tell an assistant whom to rank first or what rating to give. Ask for a comparison instead."
            }
            PolicyRule::DictatedPraise => {
                "A prompt must not tell an assistant to praise or to persuade. Ask for strengths and weaknesses instead."
            }
            PolicyRule::OrderedSilence => {
                "A prompt must not tell an assistant what to hide from readers. Remove that part."
            }
            PolicyRule::ForeignAddress => {
                "A prompt leads to the page that it is about and to no other address. Use {{url}}, or an address of the \
                 site without placeholders."
            }
        }
    }
}

/// A passage that the policy refuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PolicyFinding {
    /// The passage as it was written; for invisible characters, their code points (`U+200B`).
    pub passage: String,
    /// The position at which the passage begins, in characters (code points) from the start of the text.
    pub start: usize,
    /// The rule that the passage breaks.
    pub rule: PolicyRule,
    /// A sentence that says what is wrong and what would be allowed.
    pub message: String,
}

impl PolicyFinding {
    /// Returns the finding as a warning, for instances that allow such prompts.
    pub fn as_warning(&self) -> PromptWarning {
        PromptWarning {
            code: self.rule.as_str().to_owned(),
            message: format!("'{}': {}", self.passage.escape_debug(), self.message),
        }
    }
}

/// Whether `code` is the code of a policy rule.
pub fn is_policy_code(code: &str) -> bool {
    PolicyRule::EVERY.iter().any(|rule| rule.as_str() == code)
}
