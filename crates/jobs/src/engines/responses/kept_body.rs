//! The body of a response as it is stored.
//!
//! It is evidence, so it stays valid JSON after cutting, and contains no key.

use askline_domain::identity::secret::Secret;
use serde_json::{Value, json};

/// The maximum number of bytes of a response that are stored. The answer takes about ten thousand; the rest is
/// encrypted pages and widgets.
pub const MAX_RAW_BYTES: usize = 256 * 1024;
/// The number of bytes that are kept of each long text in a body that is too long: enough for an answer, not for a
/// page.
const TEXT_BYTES_KEPT: usize = 8 * 1024;
/// Replaces a key.
const KEY_REMOVED: &str = "[key]";
/// Marks where a text was cut.
const CUT: &str = "… [cut]";
/// The field that says how long a body was of which only the beginning is kept.
const CUT_AFTER: &str = "cutAfterBytes";

/// The text without the key, in every form in which an engine may repeat it: plain, or escaped within JSON.
pub fn without_key(text: &str, key: &Secret) -> String {
    let key = key.expose();
    let quoted = Value::from(key).to_string();
    let escaped = &quoted[1..quoted.len() - 1];
    let text = text.replace(key, KEY_REMOVED);
    // Some engines escape a slash with a backslash.
    text.replace(escaped, KEY_REMOVED).replace(&escaped.replace('/', "\\/"), KEY_REMOVED)
}

/// Returns a JSON body unchanged if it is short enough, otherwise with its long texts cut, or, if that is still too
/// long, its beginning within a JSON object.
pub fn kept_json(text: &str, value: &Value) -> String {
    if text.len() <= MAX_RAW_BYTES {
        return text.to_owned();
    }
    let mut shorter = value.clone();
    shorten(&mut shorter);
    let shorter = shorter.to_string();
    if shorter.len() <= MAX_RAW_BYTES {
        return shorter;
    }
    // A character may take six bytes when escaped in JSON.
    json!({ CUT_AFTER: text.len(), "beginning": beginning(text, MAX_RAW_BYTES / 8) }).to_string()
}

/// A body that is not JSON, cut to the limit.
pub fn kept_text(text: &str) -> String {
    beginning(text, MAX_RAW_BYTES).to_owned()
}

/// Whether a kept body lacks a part of the response.
pub fn is_cut(value: &Value) -> bool {
    match value {
        Value::String(text) => text.ends_with(CUT),
        Value::Array(items) => items.iter().any(is_cut),
        Value::Object(fields) => fields.contains_key(CUT_AFTER) || fields.values().any(is_cut),
        _ => false,
    }
}

fn beginning(text: &str, max_bytes: usize) -> &str {
    &text[..text.floor_char_boundary(max_bytes)]
}

fn shorten(value: &mut Value) {
    match value {
        Value::String(text) if text.len() > TEXT_BYTES_KEPT => {
            text.truncate(text.floor_char_boundary(TEXT_BYTES_KEPT));
            text.push_str(CUT);
        }
        Value::Array(items) => items.iter_mut().for_each(shorten),
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(value: &Value) -> String {
        kept_json(&value.to_string(), value)
    }

    #[test]
    fn kept_body_is_unchanged_while_it_fits() {
        let text = "{ \"a\" :\t1.0 }";
        assert_eq!(kept_json(text, &json!({ "a": 1.0 })), text);
    }

    #[test]
    fn a_long_body_stays_json_and_keeps_its_short_texts() {
        let long = json!({ "page": "é".repeat(MAX_RAW_BYTES), "answer": "short" });
        let read: Value = serde_json::from_str(&kept(&long)).expect("JSON");
        assert_eq!((&read["answer"], is_cut(&read), is_cut(&long)), (&json!("short"), true, false));
        assert!(read["page"].as_str().expect("a text").ends_with(CUT));
        let many = Value::from(vec!["\u{1}\u{1}\u{1}\u{1}"; 100_000]);
        let kept = kept(&many);
        assert!(kept.len() <= MAX_RAW_BYTES && serde_json::from_str::<Value>(&kept).is_ok_and(|kept| is_cut(&kept)));
        assert_eq!(kept_text(&"é".repeat(MAX_RAW_BYTES)).len(), MAX_RAW_BYTES);
    }

    #[test]
    fn key_is_redacted_everywhere_and_in_every_escaped_form() {
        let key = Secret::new("sk-0123456789");
        assert_eq!(without_key("no sk-0123456789, \"sk-0123456789\"", &key), "no [key], \"[key]\"");
        let odd = Secret::new("a/b\"c\\d-0123");
        for written in ["a/b\"c\\d-0123", r#"a/b\"c\\d-0123"#, r#"a\/b\"c\\d-0123"#] {
            assert_eq!(without_key(&format!("<{written}>"), &odd), "<[key]>", "{written}");
        }
    }
}
