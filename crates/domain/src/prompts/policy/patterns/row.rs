//! A row of a table of wordings, and the words that fill in its parts.

use crate::prompts::policy::{address::Gate, finding::PolicyRule};

/// A wording: the rule that it breaks, when it counts, its pattern, and what makes it harmless.
pub(super) type Row = (PolicyRule, Gate, &'static str, Unless);

/// Placeholders and the patterns that replace them.
pub(super) type Words = &'static [(&'static str, &'static str)];

/// Words that make a wording harmless.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unless {
    Nothing,
    /// These words within the match.
    Within(&'static str),
    /// These words right before the match.
    Before(&'static str),
    /// The first words within the match, or the second ones right before it.
    Either(&'static str, &'static str),
}
