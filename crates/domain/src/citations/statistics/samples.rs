//! Samples, grouped by the run and the question that they belong to. Samples of a run resemble each other, and so do
//! runs of a question, so a confidence interval needs to know which samples belong together.

use std::collections::BTreeMap;

use crate::shared::ids::{MonitorId, RunId};

/// The answers to one question in one run, from one engine or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleCluster {
    /// The run. Clusters of one run are combined.
    pub run: RunId,
    /// The monitor of the question.
    pub question: MonitorId,
    /// The number of answers, without failures.
    pub samples: u64,
    /// The number of answers that cite what is counted.
    pub cited: u64,
}

/// The number of samples that belong together, and how many of them cite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Group {
    /// The number of answers.
    pub samples: u64,
    /// The number of answers that cite.
    pub cited: u64,
}

impl Group {
    /// Adds another group.
    pub fn plus(self, other: Self) -> Self {
        Self { samples: self.samples + other.samples, cited: self.cited + other.cited }
    }

    /// The share of the answers that cite; 0 without samples.
    pub fn rate(self) -> f64 {
        if self.samples == 0 { 0.0 } else { self.cited as f64 / self.samples as f64 }
    }
}

/// Groups the samples by a key, in the key's order. Groups without samples are left out.
pub(super) fn grouped<K: Ord>(clusters: &[SampleCluster], key: impl Fn(&SampleCluster) -> K) -> Vec<Group> {
    let mut groups: BTreeMap<K, Group> = BTreeMap::new();
    for cluster in clusters.iter().filter(|cluster| cluster.samples > 0) {
        let group = groups.entry(key(cluster)).or_default();
        *group = group.plus(Group { samples: cluster.samples, cited: cluster.cited.min(cluster.samples) });
    }
    groups.into_values().collect()
}
