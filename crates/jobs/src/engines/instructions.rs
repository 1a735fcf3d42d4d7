//! What an engine is told beside the question. The question itself is sent untouched, so that every engine and every run
//! is asked the same; no site is ever named.

use askline_domain::engine_answer::EngineQuestion;

/// The wanted language of the answer, as an instruction. No engine here has a dependable parameter for it.
pub fn language(question: &EngineQuestion) -> Option<String> {
    question.language.as_ref().map(|tag| format!("Write the answer in the language with the BCP 47 tag {tag}."))
}

/// The language, and the country for engines that have no parameter for where a search is made from.
pub fn language_and_region(question: &EngineQuestion) -> Option<String> {
    let region = question
        .region
        .as_ref()
        .map(|country| format!("The person who asks is in the country with the ISO 3166-1 code {country}."));
    let sentences: Vec<String> = region.into_iter().chain(language(question)).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
