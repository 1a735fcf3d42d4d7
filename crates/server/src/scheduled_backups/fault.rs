//! Why a backup failed, in two forms: for everyone, and for the operator.

use std::{fmt, io};

use crate::{data_folder::reason, failure::Failure};

/// Why something about a backup failed.
#[derive(Debug, Clone)]
pub struct Fault {
    /// The text for `/readyz`, which anyone may read; it contains no path and no address.
    pub told: String,
    /// The text for the log and for commands; it contains no secret.
    pub detail: String,
}

impl Fault {
    /// Creates a fault from both forms.
    pub fn new(told: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { told: told.into(), detail: detail.into() }
    }

    /// Creates a fault from a failure. `told` says which part of the work failed, and anyone may read it.
    pub fn of(told: &str, failure: &Failure) -> Self {
        Self::new(told, failure.to_string())
    }

    /// Creates a fault from an I/O error at `place`, which is a folder or a file in one.
    pub fn of_io(place: &dyn fmt::Display, error: &io::Error) -> Self {
        let why = reason(error);
        // The text of an unknown error may contain a path.
        let told = if why.starts_with("cannot be used") {
            "the folder cannot be used".into()
        } else {
            format!("the folder {why}")
        };
        Self::new(told, format!("{place} {why}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}
