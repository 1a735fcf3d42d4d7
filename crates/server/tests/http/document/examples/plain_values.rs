//! Replaces values that differ between two tours with fixed ones: ids, secrets, hashes, ports. Equal values stay equal,
//! and each keeps the form of its schema.

use std::{collections::HashMap, sync::LazyLock};

use regex::{Captures, Regex};
use serde_json::Value;

/// Replaces every API key. It has the right form, but a wrong checksum.
pub const API_KEY: &str = "ak_ExampleExampleExampleExampleExample000";
/// Replaces every session token.
pub const SESSION_TOKEN: &str = "st_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
/// Replaces every secret of a webhook: "example example example example!" as base64.
pub const WEBHOOK_SECRET: &str = "whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSE=";

/// Replaces every token of a service account.
pub const SERVICE_TOKEN: &str = "sv_ExampleExampleExampleExampleExample000";

/// What replaces the digits of every token with a checksum, which is then wrong.
const CHECKED_TOKEN: &str = "ExampleExampleExampleExampleExample000";
/// Replaces every token of a log source.
pub const LOG_TOKEN: &str = "lg_ExampleExampleExampleExampleExample000";
/// Replaces the sealed text of a ceremony.
const CEREMONY: &str = "pc_0123456789abcdef0123456789abcdef";
/// Replaces bytes of a passkey, and of its challenge, in base64url.
const PASSKEY_BYTES: &str = "ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZQ";

const MASKED_KEY: &str = "ak_Exam…e000";
const TOKEN_DIGITS: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
/// The number of entries that a list keeps.
const MAX_ENTRIES: usize = 3;

static ID: LazyLock<Regex> =
    LazyLock::new(|| form(r"\b([a-z]+)_([0-7][0-9a-hjkmnp-tv-z]{9})([0-9a-hjkmnp-tv-z]{16})\b"));
static KEY: LazyLock<Regex> = LazyLock::new(|| form(r"\bak_[0-9A-Za-z]{38}\b"));
static MASKED: LazyLock<Regex> = LazyLock::new(|| form(r"\bak_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}\b"));
/// Tokens with a checksum: of service accounts, log sources and shared links.
static CHECKED: LazyLock<Regex> = LazyLock::new(|| form(r"\b(sv|lg|lk)_[0-9A-Za-z]{38}\b"));
static MASKED_CHECKED: LazyLock<Regex> = LazyLock::new(|| form(r"\b(sv|lg|lk)_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}\b"));
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    form(r"\b(st|ch|inv|setup|once|br|proof|undo|reset|signup|recipient|at|rt|ac|oc|ls)_[0-9a-f]{64}\b")
});
static SEALED: LazyLock<Regex> = LazyLock::new(|| form(r"\bpc_[0-9a-f]{100,}\b"));
static SECRET: LazyLock<Regex> = LazyLock::new(|| form(r"whsec_[0-9A-Za-z+/=]+"));
/// The secret of an authenticator app, alone or in its address.
static APP_SECRET: LazyLock<Regex> = LazyLock::new(|| form(r"\b[A-Z2-7]{32}\b"));
static APP_CODE: LazyLock<Regex> = LazyLock::new(|| form(r"^[0-9]{6}$"));
static RECOVERY_CODE: LazyLock<Regex> =
    LazyLock::new(|| form(r"\b[0-9a-hjkmnp-tv-z]{4}(?:-[0-9a-hjkmnp-tv-z]{4}){3}\b"));
static HASH: LazyLock<Regex> = LazyLock::new(|| form(r"^[0-9a-f]{64}$"));
static LOCAL: LazyLock<Regex> = LazyLock::new(|| form(r"http://127\.0\.0\.1:[0-9]+"));

fn form(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

/// Keeps only the English texts of labels in every language; returns other values unchanged.
fn in_english(labels: &Value) -> Value {
    match labels.get("en") {
        Some(texts) => serde_json::json!({ "en": texts }),
        None => labels.clone(),
    }
}

/// What a device answers, or the options for it, with fixed bytes.
fn with_fixed_bytes(value: &Value) -> Value {
    const BYTES: [&str; 8] = [
        "challenge",
        "rawId",
        "id",
        "clientDataJSON",
        "attestationObject",
        "authenticatorData",
        "signature",
        "userHandle",
    ];
    match value {
        Value::Object(members) => {
            let fixed = |(name, value): (&String, &Value)| {
                // The relying party has an id, too, which is its host.
                let is_bytes = BYTES.contains(&name.as_str()) && value.as_str().is_some_and(|text| !text.contains('.'));
                (name.clone(), if is_bytes { PASSKEY_BYTES.into() } else { with_fixed_bytes(value) })
            };
            Value::Object(members.iter().map(fixed).collect())
        }
        Value::Array(values) => values.iter().map(with_fixed_bytes).collect(),
        other => other.clone(),
    }
}

/// Replaces values, and remembers the replacements.
#[derive(Default)]
pub struct PlainValues {
    known: HashMap<String, u64>,
}

impl PlainValues {
    /// The value with every variable part replaced, and its lists shortened.
    pub fn plain(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| {
                    let value = match name.as_str() {
                        // Measured in real time, although the server's clock stands still.
                        "durationMs" if value.is_number() => 12.into(),
                        "nextCursor" if value.is_string() => "bmV4dCBwYWdl".into(),
                        "credential" | "publicKey" if value.is_object() => with_fixed_bytes(value),
                        "qr" if value.is_string() => "<svg xmlns=\"http://www.w3.org/2000/svg\"/>".into(),
                        // With values that are random, and a port.
                        "location" if value.is_string() => "https://id.example.com/authorize?response_type=code".into(),
                        "labels" => self.plain(&in_english(value)),
                        _ => self.plain(value),
                    };
                    (name.clone(), value)
                });
                Value::Object(members.collect())
            }
            Value::Array(values) => values.iter().take(MAX_ENTRIES).map(|value| self.plain(value)).collect(),
            Value::String(text) => self.plain_text(text).into(),
            other => other.clone(),
        }
    }

    /// A text with every variable part replaced.
    pub fn plain_text(&mut self, text: &str) -> String {
        if HASH.is_match(text) && text.bytes().any(|byte| byte != b'0') {
            return format!("{:064x}", self.number(text));
        }
        let text = KEY.replace_all(text, API_KEY);
        let text = MASKED.replace_all(&text, MASKED_KEY);
        let text = CHECKED.replace_all(&text, |found: &Captures| format!("{}_{CHECKED_TOKEN}", &found[1]));
        let text = MASKED_CHECKED.replace_all(&text, |found: &Captures| format!("{}_Exam…e000", &found[1]));
        let text = TOKEN.replace_all(&text, |found: &Captures| format!("{}_{TOKEN_DIGITS}", &found[1]));
        let text = SEALED.replace_all(&text, CEREMONY);
        let text = SECRET.replace_all(&text, WEBHOOK_SECRET);
        let text = APP_SECRET.replace_all(&text, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
        let text = APP_CODE.replace_all(&text, "123456");
        let text = RECOVERY_CODE.replace_all(&text, "7h2k-9wqd-m3xv-0c5t");
        let text = LOCAL.replace_all(&text, "https://hooks.example.com");
        let plain = |found: &Captures| format!("{}_{}{:0>16}", &found[1], &found[2], self.number(&found[3]));
        ID.replace_all(&text, plain).into_owned()
    }

    /// The number of a value; equal values have equal numbers. Its decimal digits are valid in every alphabet used here.
    fn number(&mut self, thing: &str) -> u64 {
        let next = self.known.len() as u64 + 1;
        *self.known.entry(thing.to_owned()).or_insert(next)
    }
}
