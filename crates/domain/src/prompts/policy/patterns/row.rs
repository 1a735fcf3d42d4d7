//! A row of a table of wordings, and the words that fill in its parts.

use crate::prompts::policy::{address::Gate, finding::PolicyRule};

/// A rule, when it applies, its text, and what makes it harmless.
pub(super) type Row = (PolicyRule, Gate, &'static str, Unless);

/// Parts, and their meanings.
pub(super) type Words = &'static [(&'static str, &'static str)];

/// What makes a wording harmless.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unless {
    Nothing,
    /// These words within it.
    Within(&'static str),
    /// These words right before it.
    Before(&'static str),
    /// The first within it, or the second right before it.
    Either(&'static str, &'static str),
}
