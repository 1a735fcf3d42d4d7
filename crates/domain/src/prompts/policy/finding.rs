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
    PreferenceInstruction,
    /// Tells the assistant to trust someone.
    TrustInstruction,
    /// Tells the assistant something for later conversations.
    FutureConversationInstruction,
    /// Contains invisible characters, or long gaps that push words out of sight.
    HiddenText,
    /// Disguises an instruction, for example with spaces between its letters, or repeats instructions too often to be
    /// checked.
    ObfuscatedText,
    /// Tells the assistant whom to cite or link.
    CitationInstruction,
    /// Tells the assistant whom to rank first, or which rating to give.
    RankingInstruction,
    /// Tells the assistant to praise, to say only good things, or to persuade the reader.
    PraiseInstruction,
    /// Tells the assistant what to conceal, such as criticism or competitors.
    OmissionInstruction,
    /// Tells the assistant to speak badly of someone.
    DefamationInstruction,
    /// Contains an address of another site.
    ExternalUrl,
}

words! {
    PolicyRule, "a rule of the prompt policy":
    MemoryInstruction = "MEMORY_INSTRUCTION",
    PreferenceInstruction = "PREFERENCE_INSTRUCTION",
    TrustInstruction = "TRUST_INSTRUCTION",
    FutureConversationInstruction = "FUTURE_CONVERSATION_INSTRUCTION",
    HiddenText = "HIDDEN_TEXT",
    ObfuscatedText = "OBFUSCATED_TEXT",
    CitationInstruction = "CITATION_INSTRUCTION",
    RankingInstruction = "RANKING_INSTRUCTION",
    PraiseInstruction = "PRAISE_INSTRUCTION",
    OmissionInstruction = "OMISSION_INSTRUCTION",
    DefamationInstruction = "DEFAMATION_INSTRUCTION",
    ExternalUrl = "EXTERNAL_URL",
}

impl PolicyRule {
    /// A sentence that says what is wrong and what would be allowed.
    pub const fn advice(self) -> &'static str {
        match self {
            PolicyRule::MemoryInstruction => {
                "A prompt must not tell an assistant to remember anything. Ask about the page instead."
            }
            PolicyRule::PreferenceInstruction => {
                "A prompt must not tell an assistant whom to recommend, cite or prefer. Ask about the page instead."
            }
            PolicyRule::TrustInstruction => {
                "A prompt must not tell an assistant whom to trust. Let the page speak for itself."
            }
            PolicyRule::FutureConversationInstruction => {
                "A prompt is for one conversation. Remove what is meant for later ones."
            }
            PolicyRule::HiddenText => {
                "Readers must see everything that they send. Remove invisible characters and long gaps."
            }
            PolicyRule::ObfuscatedText => "Write words in their usual way, so that the reader sees what is sent.",
            PolicyRule::CitationInstruction => {
                "A prompt must not tell an assistant whom to cite or link. Ask for the sections that an answer rests on \
                 instead."
            }
            PolicyRule::RankingInstruction => {
                "A prompt must not tell an assistant whom to rank first or what rating to give. Ask for a comparison instead."
            }
            PolicyRule::PraiseInstruction => {
                "A prompt must not tell an assistant to praise or to persuade. Ask for strengths and weaknesses instead."
            }
            PolicyRule::OmissionInstruction => {
                "A prompt must not tell an assistant what to hide from readers. Remove that part."
            }
            PolicyRule::DefamationInstruction => {
                "A prompt must not tell an assistant to speak badly of someone. Ask for a fair comparison instead."
            }
            PolicyRule::ExternalUrl => {
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
