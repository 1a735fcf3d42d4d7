//! The instructions that an engine gets in addition to the question. The question itself is sent unchanged, so that
//! every engine and every run gets the same one; no site is ever named.

use askline_domain::engines::answer::EngineQuestion;

/// The maximum number of tokens of an answer. A thinking model also spends them on its thoughts, and an answer that is
/// cut off does not show what it would have cited.
pub const MAX_ANSWER_TOKENS: u32 = 6_000;

/// The requested language of the answer, as an instruction. Only Perplexity has a parameter for it, which accepts only
/// codes of two letters.
pub fn language(question: &EngineQuestion) -> Option<String> {
    question.language.as_ref().map(|tag| format!("Write the answer in the language with the BCP 47 tag {tag}."))
}

/// The language, and the country for engines without a parameter for the place of a search.
pub fn language_and_region(question: &EngineQuestion) -> Option<String> {
    let region = question
        .region
        .as_ref()
        .map(|country| format!("The person who asks is in the country with the ISO 3166-1 code {country}."));
    let sentences: Vec<String> = region.into_iter().chain(language(question)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
