//! The cadences and samples to choose from, with their price and what each would find.

use schemars::JsonSchema;
use serde::Serialize;

use super::{MAX_SAMPLES_PER_RUN, cadence::Cadence};
use crate::{
    citations::statistics::levels::planner::{DIFFERENCES, RATE, plan},
    engines::{Engine, EngineCatalogue, EngineReadiness},
    present_fields::every_field_present,
};

/// The cadence that is proposed for a new monitor.
const PROPOSED_CADENCE: Cadence = Cadence::Daily;
/// The samples that are proposed for a new monitor.
const PROPOSED_SAMPLES: u8 = 3;

/// A cadence with a number of samples: what it costs, and what it would find about one question with one engine.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct MonitorChoice {
    /// How often the question is asked.
    pub cadence: Cadence,
    /// The answers that each engine gives in a run.
    pub samples_per_run: u8,
    /// The maximum credits of a run: what it costs if every engine that can be asked answers every time.
    pub credits_per_run: u32,
    /// The maximum credits of 30 days: 30 daily or 5 weekly runs.
    #[serde(rename = "creditsPer30Days")]
    pub credits_per_30_days: u32,
    /// The days from the first run until a change can be clear, however large it is.
    pub first_change_days: u32,
    /// When changes of different sizes are found.
    pub finds: Vec<FoundAfter>,
    /// Whether this is the choice that is proposed for a new monitor.
    pub is_proposed: bool,
}

/// When a lasting change of a citation rate is found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct FoundAfter {
    /// The citation rate before the change, from 0 to 1.
    pub rate_before: f64,
    /// The citation rate after the change, from 0 to 1.
    pub rate_after: f64,
    /// The days from the change until it is clear in 80 of 100 cases, if the question was asked for as many days before; null if it would
    /// not be found.
    pub days: Option<u32>,
}

/// Every cadence of a schedule with every number of samples, for these engines.
pub fn choices(catalogue: &EngineCatalogue, engines: &[Engine]) -> Vec<MonitorChoice> {
    let ready = catalogue.offers().iter().filter(|offer| engines.contains(&offer.engine));
    let ready = ready.filter(|offer| offer.readiness == EngineReadiness::Ready);
    let credits_per_sample = ready.map(|offer| offer.credits_per_answer).fold(0, u32::saturating_add);
    let of = |cadence: Cadence, samples: u8| {
        let planned = plan(cadence.days_per_run()?, samples.into(), 1);
        let credits_per_run = credits_per_sample.saturating_mul(samples.into());
        let found = |(difference, days): (f64, Option<u32>)| {
            // Sums of decimal fractions are not exact, and this one is shown.
            let rate_after = ((RATE + difference) * 100.0).round() / 100.0;
            FoundAfter { rate_before: RATE, rate_after, days }
        };
        Some(MonitorChoice {
            cadence,
            samples_per_run: samples,
            credits_per_run,
            credits_per_30_days: credits_per_run.saturating_mul(cadence.max_runs_in_30_days()),
            first_change_days: planned.min_days,
            finds: DIFFERENCES.into_iter().zip(planned.days_to_find).map(found).collect(),
            is_proposed: (cadence, samples) == (PROPOSED_CADENCE, PROPOSED_SAMPLES),
        })
    };
    let samples = 1..=MAX_SAMPLES_PER_RUN;
    [Cadence::Daily, Cadence::Weekly]
        .into_iter()
        .flat_map(|cadence| samples.clone().filter_map(move |samples| of(cadence, samples)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::EngineOffer;

    fn catalogue() -> EngineCatalogue {
        let offer = |(engine, credits_per_answer, readiness)| EngineOffer {
            engine,
            model: "a-model".into(),
            credits_per_answer,
            readiness,
        };
        let offers = [
            (Engine::OpenAi, 3, EngineReadiness::Ready),
            (Engine::Perplexity, 2, EngineReadiness::Ready),
            (Engine::Gemini, 50, EngineReadiness::NoKey),
        ];
        EngineCatalogue::new(offers.into_iter().map(offer).collect())
    }

    #[test]
    fn each_choice_has_the_price_of_its_runs_with_the_engines_that_can_be_asked() {
        let all = choices(&catalogue(), &[Engine::OpenAi, Engine::Perplexity, Engine::Gemini]);
        assert_eq!(all.len(), 2 * usize::from(MAX_SAMPLES_PER_RUN));
        for choice in &all {
            assert_eq!(choice.credits_per_run, 5 * u32::from(choice.samples_per_run));
            let runs = if choice.cadence == Cadence::Daily { 30 } else { 5 };
            assert_eq!(choice.credits_per_30_days, runs * choice.credits_per_run);
        }
        assert_eq!(choices(&catalogue(), &[]).first().map(|one| one.credits_per_30_days), Some(0));
    }

    #[test]
    fn a_daily_choice_is_proposed_and_a_weekly_one_can_find_nothing_for_36_weeks() {
        let all = choices(&catalogue(), &[Engine::OpenAi]);
        let proposed: Vec<&MonitorChoice> = all.iter().filter(|one| one.is_proposed).collect();
        assert_eq!(proposed.len(), 1);
        assert_eq!(proposed[0].cadence, Cadence::Daily);
        let weekly = all.iter().filter(|one| one.cadence == Cadence::Weekly);
        assert!(weekly.clone().count() > 0 && weekly.clone().all(|one| one.first_change_days >= 36 * 7));
        assert!(proposed[0].finds.iter().any(|found| (found.rate_before, found.rate_after) == (0.3, 0.7)));
    }
}
