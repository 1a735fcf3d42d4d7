//! How many credits a site may use in a month.

/// The maximum of a site's own limit.
pub const MAX_CREDITS_PER_MONTH: u32 = 1_000_000_000;
/// The share of the limit from which on the team is told, once a month.
const TOLD_FROM_PERCENT: i64 = 80;

/// What a site has used of its limit in the current month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteCredits {
    /// The limit.
    pub most: u32,
    /// The credits that were paid this month, and those that running work has reserved.
    pub taken: i64,
    /// Whether the team was told this month.
    pub is_told: bool,
}

impl SiteCredits {
    /// Why a run that may cost `needed` credits cannot begin; `None` if it can.
    pub fn refusal(&self, needed: u32) -> Option<String> {
        let is_over = self.with(needed).taken > i64::from(self.most);
        is_over.then(|| {
            format!(
                "The run may need {needed} credits, and the site has used {} of its {} this month.",
                self.taken, self.most
            )
        })
    }

    /// What is used once work that may cost `needed` credits has reserved them.
    #[must_use]
    pub fn with(self, needed: u32) -> Self {
        Self { taken: self.taken.saturating_add(needed.into()), ..self }
    }

    /// Whether the team is to be told that the limit is near.
    pub fn is_to_be_told(&self) -> bool {
        !self.is_told && self.taken.saturating_mul(100) >= i64::from(self.most) * TOLD_FROM_PERCENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_begins_if_its_highest_cost_fits_and_the_team_is_notified_once_from_four_fifths_on() {
        let credits = SiteCredits { most: 100, taken: 70, is_told: false };
        assert_eq!(credits.refusal(30), None);
        let refusal = credits.refusal(31).expect("too many");
        assert_eq!(refusal, "The run may need 31 credits, and the site has used 70 of its 100 this month.");
        for (taken, is_told, expected) in
            [(79, false, false), (80, false, true), (100, false, true), (100, true, false)]
        {
            assert_eq!(SiteCredits { taken, is_told, ..credits }.is_to_be_told(), expected, "{taken}");
        }
        let none = SiteCredits { most: 0, taken: 0, is_told: false };
        assert!(none.refusal(1).is_some() && none.refusal(0).is_none() && none.is_to_be_told());
    }
}
