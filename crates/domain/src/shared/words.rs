//! A macro for enums that are stored, sent and shown as words.

use std::fmt;

/// A text that is not one of the expected words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    /// The text.
    pub text: String,
    /// What was expected, with its article, such as "a role".
    pub what: &'static str,
    /// The valid words.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not {}; known: {}", self.text, self.what, self.known.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

/// Gives an enum its words: `EVERY`, `as_str`, and the traits that read and write them. `EVERY` is in the order of the
/// list.
macro_rules! words {
    ($name:ident, $what:literal: $($variant:ident = $word:literal),* $(,)?) => {
        impl $name {
            const WORDS: &[&str] = &[$($word),*];

            /// Every variant.
            pub const EVERY: [$name; $name::WORDS.len()] = [$($name::$variant),*];

            /// The word of the variant, as it is stored, sent and shown.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::shared::words::UnknownWord;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($word => Ok($name::$variant),)*
                    _ => Err($crate::shared::words::UnknownWord { text: text.to_owned(), what: $what, known: $name::WORDS }),
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use std::{fmt::Debug, str::FromStr};

    use super::UnknownWord;
    use crate::{
        citations::answer_reading::{CitationOutcome, SourceOwner},
        engines::Engine,
        events::{EventType, device::Device, visit_source::VisitKind},
        identity::role::Role,
        jobs::JobState,
        keys::scope::Scope,
        monitors::{
            cadence::Cadence,
            run::{RunStatus, RunTrigger},
        },
        organizations::{ledger::LedgerEntryType, plan::Plan},
        prompts::{PromptKind, PromptSource, PromptStatus, import::ImportMode, policy::PolicyRule},
        rules::RuleActionType,
        sites::InstallProblem,
        webhooks::{DeliveryStatus, DisabledReason, EventName},
        widget::placement::Position,
    };

    /// Checks that the word of an enum is also its JSON and that it can be parsed.
    fn check<T: FromStr<Err = UnknownWord> + serde::Serialize + Copy + PartialEq + Debug>(
        every: &[T],
        word: fn(T) -> &'static str,
    ) {
        for one in every {
            assert_eq!(serde_json::to_value(one).expect("a text"), word(*one));
            assert_eq!(word(*one).parse::<T>().as_ref(), Ok(one));
        }
    }

    macro_rules! check {
        ($($name:ident),* $(,)?) => { $(check(&$name::EVERY, $name::as_str);)* };
    }

    #[test]
    fn a_word_reads_back_and_is_the_same_in_json() {
        check! {
            Cadence, CitationOutcome, DeliveryStatus, Device, DisabledReason, Engine, EventName, EventType, ImportMode,
            InstallProblem, JobState, LedgerEntryType, Plan, PolicyRule, Position, PromptKind, PromptSource,
            PromptStatus, Role, RuleActionType, RunStatus, RunTrigger, Scope, SourceOwner, VisitKind,
        }
    }

    #[test]
    fn an_unknown_word_is_reported_with_the_known_ones() {
        let error = "Owner".parse::<Role>().expect_err("it is written otherwise");
        assert_eq!(error.to_string(), "'Owner' is not a role; known: viewer, member, admin, owner");
    }
}
