//! Why a command did not do what it was asked: one line for stderr and an exit code.

use std::{fmt, process::ExitCode};

use askline_domain::{ports::StoreError, violation::Violation};

/// A command that ended without success. Its text is one line and holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The command line or a setting is wrong: exit code 2.
    Misuse(String),
    /// The command was right and could not be done: exit code 1.
    Failed(String),
}

impl Failure {
    /// A wrong command line or setting.
    pub fn misuse(text: impl Into<String>) -> Self {
        Self::Misuse(one_line(&text.into()))
    }

    /// Something that could not be done.
    pub fn failed(text: impl Into<String>) -> Self {
        Self::Failed(one_line(&text.into()))
    }

    /// What the process ends with.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Misuse(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Misuse(text) | Failure::Failed(text)) = self;
        f.write_str(text)
    }
}

impl std::error::Error for Failure {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<Vec<Violation>> for Failure {
    fn from(violations: Vec<Violation>) -> Self {
        let texts: Vec<String> = violations.into_iter().map(|violation| violation.message).collect();
        Self::misuse(texts.join(" "))
    }
}

/// Scripts read stderr by lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
