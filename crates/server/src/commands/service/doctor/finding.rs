//! A finding of `askline doctor`, and its severity.

/// The result of one check.
pub(super) struct Finding {
    pub(super) name: &'static str,
    pub(super) state: State,
    pub(super) text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Good,
    Worry,
    Bad,
}

impl State {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            State::Good => "ok",
            State::Worry => "warning",
            State::Bad => "failed",
        }
    }
}

/// The finding of a check that succeeds or fails.
pub(super) fn finding(name: &'static str, result: Result<String, String>) -> Finding {
    match result {
        Ok(text) => Finding { name, state: State::Good, text },
        Err(text) => Finding { name, state: State::Bad, text },
    }
}
