//! Violations: what is wrong with an input, by field and reason.
//!
//! Checks collect every violation that they can find, so that a caller can fix all of them at once. Independent of
//! HTTP.

use schemars::JsonSchema;
use serde::Serialize;

/// A problem with an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Violation {
    /// The path of the field, such as `scopes[0]` or `placement.selector`; empty for the whole body.
    pub path: String,
    /// A stable code in upper case, such as `UNKNOWN_SCOPE` or `TOO_LONG`.
    pub code: String,
    /// A sentence that says what is wrong and what would be valid.
    pub message: String,
    /// The line of the file that it is about, from 1, if the input is a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "integer"))]
    pub line: Option<u32>,
    /// The actual size in bytes, if something is too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "integer"))]
    pub bytes: Option<u64>,
    /// The valid values, if they can be listed, or the maximum number of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Allowed", default)]
    pub allowed: Option<Allowed>,
}

/// The valid values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Allowed {
    /// One of these values.
    OneOf(Vec<String>),
    /// The maximum number of bytes.
    Most(u64),
}

impl Violation {
    /// A violation without a list of valid values.
    pub fn new(path: impl Into<String>, code: &str, message: impl Into<String>) -> Self {
        Self { path: path.into(), code: code.into(), message: message.into(), line: None, bytes: None, allowed: None }
    }
}

/// Collects violations; `finish` returns them, if there are any.
#[derive(Debug, Default)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// No violation yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a violation.
    pub fn add(&mut self, path: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(Violation::new(path, code, message));
    }

    /// Adds a violation with a list of valid values.
    pub fn add_not_one_of<S: ToString>(
        &mut self,
        path: impl Into<String>,
        code: &str,
        message: impl Into<String>,
        allowed: impl IntoIterator<Item = S>,
    ) {
        let allowed = Allowed::OneOf(allowed.into_iter().map(|a| a.to_string()).collect());
        self.0.push(Violation { allowed: Some(allowed), ..Violation::new(path, code, message) });
    }

    /// Adds a violation for a text whose length in characters is outside `least..=most`.
    pub fn check_length(&mut self, path: &str, text: &str, least: usize, most: usize) {
        let length = text.chars().count();
        if length < least {
            let characters = if least == 1 { "character" } else { "characters" };
            self.add(path, "TOO_SHORT", format!("{path} needs at least {least} {characters}."));
        } else if length > most {
            self.add(path, "TOO_LONG", format!("{path} has {length} characters; at most {most} are allowed."));
        }
    }

    /// Adds the violations that another check found.
    pub fn extend(&mut self, others: impl IntoIterator<Item = Violation>) {
        self.0.extend(others);
    }

    /// Whether there is no violation so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `value` if there is no violation, otherwise all violations.
    pub fn finish<T>(self, value: T) -> Result<T, Vec<Violation>> {
        if self.0.is_empty() { Ok(value) } else { Err(self.0) }
    }
}
