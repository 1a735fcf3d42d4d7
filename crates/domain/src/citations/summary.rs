//! Counts how often an engine's answers cite and mention a site.
//!
//! Contains the counts and the rates computed from them. Failures never count as answers.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    citations::statistics::{
        interval::{Interval, MeanInterval, interval95, mean_interval95},
        samples::SampleCluster,
    },
    engines::Engine,
    shared::{
        calendar::Day,
        ids::{MonitorId, RunId},
    },
};

/// Counts over answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// The number of answers.
    pub samples: u64,
    /// The number of requests without an answer.
    pub failed: u64,
    /// Of these, the number whose response could not be read or misses evidence.
    pub unreadable: u64,
    /// The number of answers without a search.
    pub unsearched: u64,
    /// The number of answers that cite the site.
    pub cited: u64,
    /// The number of answers that do not cite the site although the engine read it.
    pub consulted_only: u64,
    /// The number of answers that mention the site.
    pub mentioned: u64,
    /// Competitors that are cited, summed over the answers.
    pub competitors_cited: u64,
    /// The site's positions, summed over the answers that cite it.
    pub position_sum: u64,
    /// The credits that the answers cost.
    pub credits: u64,
    /// The searches that the engines bill for the answers.
    pub billed_queries: u64,
}

/// One engine's answers in one run. Figures about answers are computed from these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunAnswers {
    /// The run.
    pub run: RunId,
    /// The monitor that ran.
    pub monitor: MonitorId,
    /// The engine.
    pub engine: Engine,
    /// When the first of the answers or failures was received.
    pub first_at: Timestamp,
    /// The version of the rules that read the answers; if there are two, the lower one.
    pub reading_version: u16,
    /// The counts.
    pub counts: AnswerCounts,
}

/// What one engine's answers in one run say about a competitor. The counts treat the competitor as the site; any other
/// watched domain that is cited counts as a competitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompetitorAnswers {
    /// The competitor's domain.
    pub domain: String,
    /// The answers that were searched for it.
    pub answers: RunAnswers,
}

impl RunAnswers {
    /// The samples that cite the site.
    pub fn cluster(&self) -> SampleCluster {
        self.citing(self.counts.cited)
    }

    /// The samples, of which `cited` cite what is counted, such as one page.
    pub fn citing(&self, cited: u64) -> SampleCluster {
        SampleCluster { run: self.run, question: self.monitor, samples: self.counts.samples, cited }
    }
}

/// The sum of the counts of these answers.
pub fn total<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> AnswerCounts {
    answers.into_iter().fold(AnswerCounts::default(), |sum, one| sum.plus(one.counts))
}

/// The 95% interval of the citation rate of these answers; `None` without answers.
pub fn citation_interval<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> Option<Interval> {
    interval95(&answers.into_iter().map(RunAnswers::cluster).collect::<Vec<_>>())
}

/// The 95% interval of the share of these answers that mention the site; `None` without answers.
pub fn mention_interval<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> Option<Interval> {
    interval95(&answers.into_iter().map(|one| one.citing(one.counts.mentioned)).collect::<Vec<_>>())
}

/// The 95% interval of the site's share of all citations of it and its competitors; `None` if none of them is cited.
pub fn voice_interval<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> Option<Interval> {
    let clusters = answers.into_iter().map(|one| {
        let samples = one.counts.cited + one.counts.competitors_cited;
        SampleCluster { samples, ..one.cluster() }
    });
    interval95(&clusters.collect::<Vec<_>>())
}

/// The 95% interval of the mean position; `None` if fewer than four runs cite the site.
pub fn position_interval<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> Option<MeanInterval> {
    let mut runs = BTreeMap::<RunId, (u64, u64)>::new();
    for one in answers {
        let (sum, count) = runs.entry(one.run).or_default();
        *sum += one.counts.position_sum;
        *count += one.counts.cited;
    }
    mean_interval95(&runs.into_values().collect::<Vec<_>>(), 1.0)
}

/// How many answers of one run cite a page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCitations {
    /// The page's path.
    pub path: String,
    /// The run.
    pub run: RunId,
    /// The number of the run's answers that cite the page, from all engines.
    pub cited: u64,
}

/// A rate with its interval, both with four digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The rate, from 0 to 1.
    pub rate: f64,
    /// The 95% interval.
    pub interval95: Option<Interval>,
}

/// The share of these answers that cite a page; `of_page` are the page's citations. `None` without answers. The answers
/// of all engines in a run form one cluster.
pub fn share_of_page(answers: &[RunAnswers], of_page: &[PageCitations]) -> Option<Share> {
    let mut clusters = BTreeMap::<RunId, SampleCluster>::new();
    for one in answers {
        clusters
            .entry(one.run)
            .and_modify(|known| known.samples += one.counts.samples)
            .or_insert_with(|| one.citing(0));
    }
    for found in of_page {
        if let Some(cluster) = clusters.get_mut(&found.run) {
            cluster.cited += found.cited;
        }
    }
    let clusters: Vec<SampleCluster> = clusters.into_values().collect();
    let sum = |value: fn(&SampleCluster) -> u64| clusters.iter().map(value).sum::<u64>();
    let (samples, cited) = (sum(|one| one.samples), sum(|one| one.cited.min(one.samples)));
    let rate = rate(cited, samples)?;
    Some(Share { rate: four_digits(rate), interval95: interval95(&clusters).map(Interval::with_four_digits) })
}

/// The counts of each day with answers. A run counts on the day of its first answer or failure.
pub fn counts_by_day<'a>(
    answers: impl IntoIterator<Item = &'a RunAnswers>,
    zone: &TimeZone,
) -> BTreeMap<Day, AnswerCounts> {
    let mut counts: BTreeMap<Day, AnswerCounts> = BTreeMap::new();
    for one in answers.into_iter().filter(|one| one.counts.samples > 0) {
        let day = counts.entry(Day::of(one.first_at, zone)).or_default();
        *day = day.plus(one.counts);
    }
    counts
}

/// The engines that answered, in the order of [`Engine::EVERY`].
pub fn engines_that_answered(answers: &[RunAnswers]) -> Vec<Engine> {
    let answered = |engine: &Engine| answers.iter().any(|one| one.engine == *engine && one.counts.samples > 0);
    Engine::EVERY.into_iter().filter(answered).collect()
}

/// The engines to report on for a monitor, in the order of [`Engine::EVERY`]: those that it asks, and those with stored
/// answers or failures.
pub fn engines_of_monitor(monitor: MonitorId, asked: &[Engine], answers: &[RunAnswers]) -> Vec<Engine> {
    let has_answers = |engine: Engine| answers.iter().any(|one| one.monitor == monitor && one.engine == engine);
    Engine::EVERY.into_iter().filter(|engine| asked.contains(engine) || has_answers(*engine)).collect()
}

/// The number of questions with answers.
pub fn questions_answered(answers: &[RunAnswers]) -> u64 {
    let answered = answers.iter().filter(|one| one.counts.samples > 0).map(|one| one.monitor);
    answered.collect::<BTreeSet<_>>().len() as u64
}

/// Rounds a rate to four digits, which are enough, so that every client shows the same rate.
pub fn four_digits(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}

impl AnswerCounts {
    /// Adds other counts.
    pub fn plus(self, other: Self) -> Self {
        Self {
            samples: self.samples + other.samples,
            failed: self.failed + other.failed,
            unreadable: self.unreadable + other.unreadable,
            unsearched: self.unsearched + other.unsearched,
            cited: self.cited + other.cited,
            consulted_only: self.consulted_only + other.consulted_only,
            mentioned: self.mentioned + other.mentioned,
            competitors_cited: self.competitors_cited + other.competitors_cited,
            position_sum: self.position_sum + other.position_sum,
            credits: self.credits + other.credits,
            billed_queries: self.billed_queries + other.billed_queries,
        }
    }

    /// The share of the requests that were answered in a form that could not be read; `None` without requests.
    pub fn unreadable_rate(&self) -> Option<f64> {
        rate(self.unreadable, self.samples + self.failed)
    }

    /// The share of the answers that cite the site; `None` without answers.
    pub fn citation_rate(&self) -> Option<f64> {
        rate(self.cited, self.samples)
    }

    /// The share of the answers that mention the site; `None` without answers.
    pub fn mention_rate(&self) -> Option<f64> {
        rate(self.mentioned, self.samples)
    }

    /// The site's share of all citations of the site and its competitors, each counted once per answer; `None` if none
    /// of them is cited.
    pub fn share_of_voice(&self) -> Option<f64> {
        rate(self.cited, self.cited + self.competitors_cited)
    }

    /// The mean position in the answers that cite the site; `None` without such answers.
    pub fn average_position(&self) -> Option<f64> {
        rate(self.position_sum, self.cited)
    }
}

fn rate(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::ids::Id as _;

    #[test]
    fn without_answers_there_are_no_rates() {
        let none = AnswerCounts { failed: 3, ..AnswerCounts::default() };
        assert_eq!((none.citation_rate(), none.mention_rate(), none.share_of_voice()), (None, None, None));
        assert_eq!(none.average_position(), None);
        assert_eq!(citation_interval(&[]), None);
    }

    fn answered(run: u128, monitor: u128, engine: Engine, at: &str, counts: AnswerCounts) -> RunAnswers {
        let (run, monitor) = (RunId::from_bits(run), MonitorId::from_bits(monitor));
        RunAnswers { run, monitor, engine, first_at: at.parse().expect("a timestamp"), reading_version: 1, counts }
    }

    #[test]
    fn the_share_of_a_page_counts_a_run_once_and_never_more_than_its_answers() {
        let answers = |samples| AnswerCounts { samples, ..AnswerCounts::default() };
        let at = "2026-03-01T12:00:00Z";
        let all = [
            answered(1, 9, Engine::EVERY[0], at, answers(2)),
            answered(1, 9, Engine::EVERY[1], at, answers(2)),
            answered(2, 9, Engine::EVERY[0], at, answers(2)),
        ];
        let found = |run, cited| PageCitations { path: "/a".into(), run: RunId::from_bits(run), cited };
        let rate = |found: &[PageCitations]| share_of_page(&all, found).map(|share| share.rate);
        assert_eq!(rate(&[]), Some(0.0));
        assert_eq!(rate(&[found(1, 1), found(2, 1)]), Some(0.3333));
        assert_eq!(rate(&[found(1, 3), found(1, 3), found(2, 2)]), Some(1.0));
        assert_eq!(rate(&[found(7, 5)]), Some(0.0), "of a run that is not asked about");
        assert_eq!(share_of_page(&[], &[found(1, 1)]), None);
        assert_eq!(share_of_page(&[answered(1, 9, Engine::EVERY[0], at, answers(0))], &[]), None);
    }

    #[test]
    fn a_run_counts_on_the_day_of_its_first_answer_in_the_sites_zone() {
        let one = AnswerCounts { samples: 1, cited: 1, ..AnswerCounts::default() };
        let failed = AnswerCounts { failed: 1, ..AnswerCounts::default() };
        let engine = Engine::EVERY[0];
        let answers = [
            answered(1, 9, engine, "2026-03-01T22:59:59Z", one),
            answered(2, 9, engine, "2026-03-01T23:00:00Z", one),
            answered(3, 9, engine, "2026-03-02T12:00:00Z", one),
            answered(4, 9, engine, "2026-03-05T12:00:00Z", failed),
        ];
        let berlin = TimeZone::get("Europe/Berlin").expect("a zone");
        let days: Vec<(String, u64)> = counts_by_day(&answers, &berlin)
            .iter()
            .map(|(day, counts)| (day.date().to_string(), counts.cited))
            .collect();
        assert_eq!(days, [("2026-03-01".to_owned(), 1), ("2026-03-02".to_owned(), 2)]);
    }

    #[test]
    fn failures_answer_no_question_and_yet_show_that_an_engine_was_asked() {
        let at = "2026-03-01T12:00:00Z";
        let [first, second, third] = [Engine::EVERY[0], Engine::EVERY[1], Engine::EVERY[2]];
        let failed = AnswerCounts { failed: 1, ..AnswerCounts::default() };
        let one = AnswerCounts { samples: 1, ..AnswerCounts::default() };
        let answers =
            [answered(1, 8, second, at, one), answered(2, 8, second, at, one), answered(3, 9, first, at, failed)];
        assert_eq!(engines_that_answered(&answers), [second]);
        assert_eq!(questions_answered(&answers), 1);
        assert_eq!(engines_of_monitor(MonitorId::from_bits(9), &[third], &answers), [first, third]);
        assert_eq!(engines_of_monitor(MonitorId::from_bits(7), &[], &answers), []);
    }

    #[test]
    fn rates_follow_from_the_counts() {
        let one = AnswerCounts {
            samples: 3,
            cited: 2,
            mentioned: 1,
            competitors_cited: 1,
            position_sum: 5,
            ..AnswerCounts::default()
        };
        let other = AnswerCounts { samples: 1, competitors_cited: 5, ..AnswerCounts::default() };
        let both = one.plus(other);
        assert_eq!((both.citation_rate(), both.mention_rate()), (Some(0.5), Some(0.25)));
        assert_eq!((both.share_of_voice(), both.average_position()), (Some(0.25), Some(2.5)));
        assert_eq!(other.share_of_voice(), Some(0.0));
    }
}
