//! How visible a site is in the answers of an engine: counts, and the rates that follow from them. Failures never count.

use jiff::Timestamp;

use crate::{
    citations::{
        interval::{Interval, interval95},
        samples::SampleCluster,
    },
    engine::Engine,
    id::{MonitorId, RunId},
};

/// Counts over the answers of one engine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AnswerCounts {
    /// Answers.
    pub samples: u64,
    /// Times that there was no answer.
    pub failed: u64,
    /// Answers without a search.
    pub unsearched: u64,
    /// Answers that cite the site.
    pub cited: u64,
    /// Answers whose engine read the site and does not cite it.
    pub consulted_only: u64,
    /// Answers that name the site.
    pub mentioned: u64,
    /// Competitors that are cited, summed over the answers.
    pub competitors_cited: u64,
    /// The site's positions, summed over the answers that cite it.
    pub position_sum: u64,
    /// Credits that the answers cost.
    pub credits: u64,
}

/// What one engine answered in one run: what every figure over answers is summed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunAnswers {
    /// The run.
    pub run: RunId,
    /// The monitor that ran.
    pub monitor: MonitorId,
    /// Which engine.
    pub engine: Engine,
    /// When the first of the answers or failures came.
    pub first_at: Timestamp,
    /// The counts.
    pub counts: AnswerCounts,
}

impl RunAnswers {
    /// The samples that cite the site.
    pub fn cluster(&self) -> SampleCluster {
        self.citing(self.counts.cited)
    }

    /// The samples, of which this many cite, such as those that cite one page.
    pub fn citing(&self, cited: u64) -> SampleCluster {
        SampleCluster { run: self.run, question: self.monitor, samples: self.counts.samples, cited }
    }
}

/// The counts of all these answers.
pub fn total<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> AnswerCounts {
    answers.into_iter().fold(AnswerCounts::default(), |sum, one| sum.plus(one.counts))
}

/// Where the true citation rate of these answers lies, in 95 of 100 cases; `None` without answers.
pub fn citation_interval<'a>(answers: impl IntoIterator<Item = &'a RunAnswers>) -> Option<Interval> {
    interval95(&answers.into_iter().map(RunAnswers::cluster).collect::<Vec<_>>())
}

/// How often one run's answers cite a page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCitations {
    /// The page's path.
    pub path: String,
    /// The run.
    pub run: RunId,
    /// Answers of the run that cite the page, whichever engine gave them.
    pub cited: u64,
}

impl AnswerCounts {
    /// The counts of both.
    pub fn plus(self, other: Self) -> Self {
        Self {
            samples: self.samples + other.samples,
            failed: self.failed + other.failed,
            unsearched: self.unsearched + other.unsearched,
            cited: self.cited + other.cited,
            consulted_only: self.consulted_only + other.consulted_only,
            mentioned: self.mentioned + other.mentioned,
            competitors_cited: self.competitors_cited + other.competitors_cited,
            position_sum: self.position_sum + other.position_sum,
            credits: self.credits + other.credits,
        }
    }

    /// The part of the answers that cite the site; `None` without answers.
    pub fn citation_rate(&self) -> Option<f64> {
        rate(self.cited, self.samples)
    }

    /// The part of the answers that name the site; `None` without answers.
    pub fn mention_rate(&self) -> Option<f64> {
        rate(self.mentioned, self.samples)
    }

    /// The site's part of all citations of the site and its competitors, each counted once in an answer; `None` when
    /// nobody is cited.
    pub fn share_of_voice(&self) -> Option<f64> {
        rate(self.cited, self.cited + self.competitors_cited)
    }

    /// The mean position over the answers that cite the site; `None` without any.
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

    #[test]
    fn without_answers_there_are_no_rates() {
        let none = AnswerCounts { failed: 3, ..AnswerCounts::default() };
        assert_eq!((none.citation_rate(), none.mention_rate(), none.share_of_voice()), (None, None, None));
        assert_eq!(none.average_position(), None);
        assert_eq!(citation_interval(&[]), None);
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
