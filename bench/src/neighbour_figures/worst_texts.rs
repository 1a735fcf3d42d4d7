//! The largest texts that previews accept, in the scripts that cost most to check.

use askline_domain::widget::default_labels::LABEL_KEYS;
use serde_json::{Map, Value, json};

/// Characters of a prompt.
const PROMPT_CHARACTERS: usize = 2_000;
/// Languages of labels, and characters of one.
const LANGUAGES: usize = 20;
const LABEL_CHARACTERS: usize = 120;
/// Bytes of all labels: what fits into the 128 KiB of a configuration.
const LABEL_BYTES: usize = 122 * 1024;
/// Words of the policy's vocabularies and other words, so that neither the first check nor a finding ends the
/// examination.
const WORDS: [&str; 6] = ["無視", "指示", "信頼", "引用", "記事", "山川"];

fn cjk(characters: usize) -> String {
    WORDS.concat().chars().cycle().take(characters).collect()
}

/// A prompt to preview.
pub fn prompt() -> Value {
    json!({ "text": cjk(PROMPT_CHARACTERS) })
}

/// A configuration to preview, nearly all of it labels.
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
