//! Why a command failed: one line for stderr, and an exit code.

use std::{
    fmt,
    io::{self, Write as _},
    process::ExitCode,
};

use askline_app::{error::UseCaseError, ports::StoreError};
use askline_domain::shared::{calendar::UnreadableTime, violation::Violation};

/// The exit code of a program that was ended by SIGPIPE, as shells show it.
const UNREAD_CODE: u8 = 141;

/// Why a command ended without success. Its text is one line and contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The command line or a setting is wrong: exit code 2.
    Misuse(String),
    /// The command line was correct, but the command failed: exit code 1.
    Failed(String),
    /// Everything was already printed, or stdout is closed: no text, only this exit code.
    Silent(u8),
}

impl Failure {
    /// stdout is closed: the command ends silently, as other tools do.
    pub const UNREAD: Self = Self::Silent(UNREAD_CODE);

    /// A wrong command line or setting.
    pub fn misuse(text: impl Into<String>) -> Self {
        Self::Misuse(one_line(&text.into()))
    }

    /// A command that failed.
    pub fn failed(text: impl Into<String>) -> Self {
        Self::Failed(one_line(&text.into()))
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Misuse(_) => ExitCode::from(2),
            Failure::Failed(_) => ExitCode::from(1),
            Failure::Silent(code) => ExitCode::from(*code),
        }
    }

    /// Why text could not be written to stdout.
    pub fn unprinted(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::UNREAD,
            _ => Self::failed(format!("the answer cannot be printed: {error}")),
        }
    }

    /// Prints the text to stderr, if that is still open.
    pub fn say(&self) {
        if !matches!(self, Failure::Silent(_)) {
            say(&format!("askline: {self}"));
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Misuse(text) | Failure::Failed(text) => f.write_str(text),
            Failure::Silent(code) => write!(f, "ended with exit code {code}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::failed(error.to_string())
    }
}

impl From<UseCaseError> for Failure {
    fn from(error: UseCaseError) -> Self {
        match error {
            UseCaseError::Invalid(violations) | UseCaseError::AgainstPolicy(violations) => violations.into(),
            UseCaseError::Store(error) => error.into(),
            other => Self::failed(other.to_string()),
        }
    }
}

impl From<UnreadableTime> for Failure {
    fn from(error: UnreadableTime) -> Self {
        StoreError::from(error).into()
    }
}

impl From<Vec<Violation>> for Failure {
    fn from(violations: Vec<Violation>) -> Self {
        let texts: Vec<String> = violations.into_iter().map(|violation| violation.message).collect();
        Self::misuse(texts.join(" "))
    }
}

/// The result of printing the first lines of a server, which continues if stdout is closed.
pub fn unless_unread(printed: Result<(), Failure>) -> Result<(), Failure> {
    match printed {
        Err(failure) if failure == Failure::UNREAD => Ok(()),
        printed => printed,
    }
}

/// Writes a line to stderr. `eprintln!` would panic if nobody reads it any more.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Makes a text one line, since scripts read stderr line by line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
