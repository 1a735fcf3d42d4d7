//! What a reader wants is not an instruction. Examples: "From now on I want to understand …", "Convince me or talk me
//! out of it".

use std::sync::LazyLock;

use regex::Regex;

use super::finding::PolicyRule;

/// How many bytes after a match are read.
pub(super) const MAX_BYTES: usize = 90;

/// What a reader wants, right after "from now on".
static WANTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^[, ،、]*(?:i(?:'d| would)? (?:want|need|wish|like|plan|hope)|mochte ich|will ich|je (?:veux|voudrais|souhaite)|j'aimerais|",
        r"(?:yo )?(?:quiero|quisiera|me gustaria|necesito)|(?:eu )?(?:quero|queria|gostaria|preciso)|(?:io )?(?:voglio|vorrei)|wil ik|",
        r"я хочу|我想|اريد|اود)",
    ))
    .expect("a constant pattern")
});
/// After these words, the reader wants something of the assistant.
static OF_ASSISTANT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:you|dass du|dass sie|que tu|que vous|que usted|que me|que voce|che tu|dat je|dat u)\b|чтобы|你|منك|ان ت",
    )
    .expect("a constant pattern")
});
/// The other side, which a reader asks for in the same breath.
static EITHER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"\b(?:or (?:talk|dissuade|against|not)|oder (?:rede|rate|halte|nicht|bring)|ou (?:dissua|non|pas|nao|deconseille|desaconselh|o contrario)|",
        r"o (?:disua|no\b|desaconsej|quita|lo contrario)|e depois o contrario)|または|思いとどまら|او (?:اثن|ثبط|لا)",
    ))
    .expect("a constant pattern")
});

/// "Not only the advantages".
static NOT_ONLY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:not (?:only|just)|nicht nur|pas (?:seulement|que)|no solo|nao (?:so|apenas)|non solo|niet alleen)\b",
    )
    .expect("a constant pattern")
});

/// Whether a match of `length` bytes at the start of `text` says what the reader wants.
pub(super) fn is_wish(rule: PolicyRule, text: &str, length: usize) -> bool {
    let end = text.floor_char_boundary((length + MAX_BYTES).min(text.len()));
    let after = &text[length..end];
    let sentence = &after[..after.find(['.', '!', '?', '\n', '。']).unwrap_or(after.len())];
    match rule {
        PolicyRule::FutureConversationInstruction => WANTS.is_match(sentence) && !OF_ASSISTANT.is_match(sentence),
        PolicyRule::PraiseInstruction => {
            EITHER.is_match(sentence) || EITHER.is_match(&text[..length]) || NOT_ONLY.is_match(&text[..length])
        }
        _ => false,
    }
}
