//! Defensive looks into JSON: what is absent or of another form is nothing, and nothing here fails.

use serde_json::Value;

/// The text at a JSON pointer.
pub fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

/// The items of the list at a JSON pointer; none if there is no list.
pub fn items<'a>(value: &'a Value, pointer: &str) -> &'a [Value] {
    value.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Whether the value's `type` is this.
pub fn is_type(value: &Value, wanted: &str) -> bool {
    text(value, "/type") == Some(wanted)
}

/// The items of the list at a JSON pointer whose `type` is this.
pub fn items_of_type<'a>(value: &'a Value, pointer: &str, wanted: &'a str) -> impl Iterator<Item = &'a Value> {
    items(value, pointer).iter().filter(move |item| is_type(item, wanted))
}

/// The text of a value that may be a text or a number: some engines' codes are either.
pub fn word(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether any of these words is in the text, whatever the case of its letters.
pub fn says(text: Option<&str>, words: &[&str]) -> bool {
    let text = text.unwrap_or_default().to_ascii_lowercase();
    words.iter().any(|word| text.contains(word))
}
