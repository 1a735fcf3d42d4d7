//! The largest texts that previews accept, in the writing systems that take longest to check.

use askline_domain::widget::default_labels::LABEL_KEYS;
use serde_json::{Map, Value, json};

/// The number of characters in a prompt.
const PROMPT_CHARACTERS: usize = 2_000;
/// The number of languages with labels, and of characters in a label.
const LANGUAGES: usize = 20;
const LABEL_CHARACTERS: usize = 120;
/// The size of all labels in bytes, which fits into the 128 KiB of a configuration.
const LABEL_BYTES: usize = 122 * 1024;
/// Words from the policy's vocabularies mixed with others, so that neither the first check nor a finding ends the
/// examination early.
const WORDS: [&str; 6] = ["無視", "指示", "信頼", "引用", "記事", "山川"];

fn cjk(characters: usize) -> String {
    WORDS.concat().chars().cycle().take(characters).collect()
}

/// A prompt to preview.
pub fn prompt() -> Value {
    json!({ "text": cjk(PROMPT_CHARACTERS) })
}

/// A configuration to preview, with labels and nothing else.
pub fn configuration() -> Value {
    let (mut labels, mut bytes) = (Map::new(), 0);
    for language in 0..LANGUAGES {
        let mut of_language = Map::new();
        for key in LABEL_KEYS.iter().filter(|key| !key.is_sent) {
            let label = cjk(LABEL_CHARACTERS);
            bytes += key.name.len() + label.len() + r#""":"","#.len();
            if bytes > LABEL_BYTES {
                break;
            }
            of_language.insert(key.name.to_owned(), label.into());
        }
        if !of_language.is_empty() {
            labels.insert(format!("ja-{language:03}"), of_language.into());
        }
    }
    json!({ "labels": labels })
}
