//! Why a backup failed, in two forms: for every member, and for the operator.

use std::{fmt, io};

use crate::{data_folder::reason, failure::Failure};

/// Why something about a backup failed.
#[derive(Debug, Clone)]
pub struct Fault {
    /// For `/readyz`, which anyone may read: no path, no address.
    pub told: String,
    /// For the log and for commands. Holds no secret.
    pub detail: String,
}

impl Fault {
    /// With both forms.
    pub fn new(told: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { told: told.into(), detail: detail.into() }
    }

    /// A failure; every member may read which part of the work failed.
    pub fn of(told: &str, failure: &Failure) -> Self {
        Self::new(told, failure.to_string())
    }

    /// What the system refused at a place.
    pub fn of_io(place: &dyn fmt::Display, error: &io::Error) -> Self {
        let why = reason(error);
        // Its text may name a path.
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
