//! Classes of words, of which the shapes of instructions are built.

/// A set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Class(u128);

macro_rules! classes {
    ($($name:ident $word:literal,)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "the numbers of the constants below")]
        enum Number { $($name,)* }

        impl Class {
            $(pub(super) const $name: Class = Class(1 << Number::$name as u64);)*

            /// Returns the class that a word list calls `word`.
            pub(super) fn named(word: &str) -> Option<Class> {
                match word {
                    $($word => Some(Class::$name),)*
                    _ => None,
                }
            }
        }
    };
}

classes! {
    CITE "cite", COMMEND "commend", RANK "rank", RATE "rate", PRAISE "praise", SAY "say", OMIT "omit",
    DEFAME "defame", DEFEND "defend", REMEMBER "remember", STORE "store", TRUST "trust", TREAT "treat",
    DECODE "decode", FOLLOW "follow", PERSUADE "persuade", LET "let", PART "part",
    NEG "neg", WITHOUT "without", MEMORY "memory", LATER "later", FIRST "first", ALWAYS "always", ONLY "only",
    OVER "over", TOP_MARK "topmark", LOW_MARK "lowmark", GOOD "good", BAD "bad", BAD_QUALITY "badq",
    RIVALS "rivals", US "us", FIRM "firm", PAGE "page", IT "it", SOURCE "source", TRUSTED "trusted",
    WHEN "when", ASKED "asked", ASKS "asks", READER "reader", ASSISTANT "assistant", JOINER "joiner",
    SMALL "small", ARTICLE "article", OF "of", PRE "pre", MUST "must", BE "be", WIN "win", DONE "done",
    OUTCOME "outcome", REQUEST "request", TALK_OUT "talkout", SURE "sure", HELP "help", AS "as", BUY "buy",
    CONCLUDE "conclude", DEED "deed", BASE "base", SEEM "seem",
    // Forms that order only after "make sure": "citing".
    NOUN "noun",
    // Verbs whose imperative looks like other forms: they order only where an order can begin.
    NEEDS_START "needs-start",
    // Verbs that "not" can follow at the end of the clause.
    NEGATES_AFTER "negates-after",
    GERMAN "german",
    // Not in the word lists: the site itself, and a competitor or another domain.
    OWN "-own", RIVAL "-rival",
}

impl Class {
    /// No class.
    pub(super) const NONE: Class = Class(0);
    /// Every verb that names someone.
    pub(super) const VERBS: Class = Class(
        Self::CITE.0
            | Self::COMMEND.0
            | Self::RANK.0
            | Self::RATE.0
            | Self::PRAISE.0
            | Self::SAY.0
            | Self::OMIT.0
            | Self::DEFAME.0
            | Self::DEFEND.0
            | Self::REMEMBER.0
            | Self::STORE.0
            | Self::TRUST.0
            | Self::TREAT.0
            | Self::DECODE.0
            | Self::PERSUADE.0
            | Self::CONCLUDE.0
            | Self::BASE.0
            | Self::LET.0,
    );

    /// Whether the sets share a class.
    pub(super) const fn has(self, other: Class) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    pub(super) const fn with(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// The classes that are in both sets.
    pub(super) const fn among(self, other: Class) -> Class {
        Class(self.0 & other.0)
    }

    /// Whether there is no class.
    pub(super) const fn is_none(self) -> bool {
        self.0 == 0
    }
}
