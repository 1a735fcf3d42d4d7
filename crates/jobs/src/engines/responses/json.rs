//! Lenient reads of JSON. A missing value, or one of another type, is `None` or empty; nothing here fails.

use serde_json::Value;

/// The text at a JSON pointer.
pub fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

/// The items of the list at a JSON pointer; empty if there is no list.
pub fn items<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether the value has this `type`.
pub fn is_type(value: &Value, wanted: &str) -> bool {
    text(value, "/type") == Some(wanted)
}

/// The text of a value that may be a text or a number: some engines' codes are either.
pub fn word(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether the text contains any of these words (in lower case), ignoring case.
pub fn says(text: Option<&str>, words: &[&str]) -> bool {
    let text = text.unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| text.contains(word))
}
