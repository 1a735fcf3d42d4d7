//! What the policy refuses, and how it is reported.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::prompts::PromptWarning;

/// Findings that are reported for one text: an author who has fixed these asks again.
pub const MAX_FINDINGS: usize = 20;

/// What a passage does that is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PolicyRule {
    /// Has the assistant remember something.
    MemoryInstruction,
    /// Has it prefer, recommend or name someone as a standing rule.
    StandingPreference,
    /// Has it trust someone.
    PlantedTrust,
    /// Reaches into other conversations.
    FutureConversations,
    /// Has characters that cannot be seen, or words pushed out of sight.
    HiddenText,
    /// Writes one of the above so that people read over it.
    DisguisedWords,
    /// Tells it whom to cite or link.
    DictatedCitation,
    /// Tells it whom to rank first, or which grade to give.
    DictatedRank,
    /// Tells it to praise, to say only good things, or to talk the reader into something.
    DictatedPraise,
    /// Tells it what to keep quiet about: criticism, competitors.
    OrderedSilence,
    /// Has an address that is not the page's own.
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
    /// What is wrong, and what would be right.
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

/// A passage that is refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PolicyFinding {
    /// The words as they were written; for what cannot be seen, its code points (`U+200B`).
    pub passage: String,
    /// Where it begins, in characters (code points) from the start of the text.
    pub start: usize,
    /// What it does.
    pub rule: PolicyRule,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl PolicyFinding {
    /// The finding as a warning, for operators who allow such prompts.
    pub fn as_warning(&self) -> PromptWarning {
        PromptWarning {
            code: self.rule.as_str().to_owned(),
            message: format!("'{}': {}", self.passage.escape_debug(), self.message),
        }
    }
}

/// Whether `code` is that of a policy rule.
pub fn is_policy_code(code: &str) -> bool {
    PolicyRule::EVERY.iter().any(|rule| rule.as_str() == code)
}
