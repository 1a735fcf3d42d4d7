//! The definitions of figures that are easily confused.
//!
//! API, tools and documents give these and no others.

/// A figure of the API and what it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// Its field in the API.
    pub field: &'static str,
    /// What it counts, as a sentence.
    pub definition: &'static str,
    /// The unit of its numbers for assistants, in few words.
    pub unit: &'static str,
}

/// Clicks on assistants' buttons.
pub const AI_CLICKS: Figure = Figure {
    field: "aiClicks",
    definition: "Clicks on an assistant's button. Questions are not included.",
    unit: "clicks on assistants' buttons, without questions",
};

/// Clicks on questions.
pub const QUESTION_CLICKS: Figure = Figure {
    field: "questionClicks",
    definition: "Clicks on a question, suggested or the reader's own.",
    unit: "clicks on questions, suggested or the reader's own",
};

/// What the dashboard calls AI asks: [`super::ask_rate::asks`].
pub const ASKS: Figure = Figure {
    field: "asks",
    definition: "AI asks: clicks on an assistant's button or on a question, so `aiClicks` and `questionClicks` together.",
    unit: "AI asks: aiClicks and questionClicks together",
};

/// All of them.
pub const FIGURES: [Figure; 3] = [AI_CLICKS, QUESTION_CLICKS, ASKS];
