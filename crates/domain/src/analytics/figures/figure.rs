//! What a figure is: its names, what it counts, its unit.

/// A figure of the API and what it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// Its field in the API.
    pub field: &'static str,
    /// The schemas in which the field has this meaning; empty for all schemas that no other entry names.
    pub schemas: &'static [&'static str],
    /// What the dashboard and files call it.
    pub name: &'static str,
    /// What it counts, in sentences.
    pub definition: &'static str,
    /// The field that it is divided by; `None` for a count.
    pub denominator: Option<&'static str>,
    /// When it is null; `None` if it never is.
    pub null: Option<&'static str>,
    /// The unit of its numbers for assistants, in few words.
    pub unit: &'static str,
    /// On which days it counts what.
    pub counted: Counted,
    /// Whether the dashboard explains it.
    pub is_explained: bool,
}

/// What a figure counts, which decides on which day something counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Events of the widget.
    Events,
    /// Answers of engines.
    Answers,
    /// Requests of crawlers, by the log of the site's server.
    Reads,
}

impl Counted {
    /// The zone of its days, and what happens to today, which is not over.
    pub const fn days(self) -> &'static str {
        match self {
            Self::Events => {
                "Days of the site's time zone. Today counts up to now, and is compared with a previous day up to the same hour."
            }
            Self::Answers => {
                "Days of the site's time zone; a run counts on the day of its first answer. Today's answers count when they arrive."
            }
            Self::Reads => "Days of the site's time zone. Today counts the lines of the log that have arrived.",
        }
    }
}

impl Figure {
    pub(super) const fn new(
        counted: Counted,
        field: &'static str,
        name: &'static str,
        definition: &'static str,
        unit: &'static str,
    ) -> Self {
        Self {
            field,
            schemas: &[],
            name,
            definition,
            denominator: None,
            null: None,
            unit,
            counted,
            is_explained: false,
        }
    }

    pub(super) const fn events(
        field: &'static str,
        name: &'static str,
        definition: &'static str,
        unit: &'static str,
    ) -> Self {
        Self::new(Counted::Events, field, name, definition, unit)
    }

    pub(super) const fn answers(
        field: &'static str,
        name: &'static str,
        definition: &'static str,
        unit: &'static str,
    ) -> Self {
        Self::new(Counted::Answers, field, name, definition, unit)
    }

    pub(super) const fn reads(
        field: &'static str,
        name: &'static str,
        definition: &'static str,
        unit: &'static str,
    ) -> Self {
        Self::new(Counted::Reads, field, name, definition, unit)
    }

    pub(super) const fn only_in(self, schemas: &'static [&'static str]) -> Self {
        Self { schemas, ..self }
    }

    pub(super) const fn divided_by(self, field: &'static str, null: &'static str) -> Self {
        Self { denominator: Some(field), null: Some(null), ..self }
    }

    pub(super) const fn explained(self) -> Self {
        Self { is_explained: true, ..self }
    }

    /// The definition with the denominator and when it is null, as the reference gives it.
    pub fn description(&self) -> String {
        let divided = self.denominator.map(|field| format!(" Divided by `{field}`."));
        let null = self.null.map(|when| format!(" Null {when}."));
        [Some(self.definition.to_owned()), divided, null].into_iter().flatten().collect()
    }
}
