//! Random choices in the sample data, some more likely than others.

use rand::{RngExt as _, rngs::StdRng};

/// Items with their weights.
#[derive(Debug)]
pub struct Choice<T> {
    /// Each item, with the sum of the weights up to and including its own.
    ends: Vec<(f64, T)>,
}

impl<T> Choice<T> {
    /// A choice among these items. Items of weight 0 are never chosen. `None` if all weights are 0.
    pub fn of(weighted: impl IntoIterator<Item = (f64, T)>) -> Option<Self> {
        let mut sum = 0.0;
        let ends: Vec<(f64, T)> = weighted
            .into_iter()
            .filter(|(weight, _)| *weight > 0.0)
            .map(|(weight, thing)| {
                sum += weight;
                (sum, thing)
            })
            .collect();
        (!ends.is_empty()).then_some(Self { ends })
    }

    /// Picks an item at random.
    pub fn pick(&self, random: &mut StdRng) -> &T {
        let (whole, last) = &self.ends[self.ends.len() - 1];
        let place = random.random_range(0.0..*whole);
        let found = self.ends.partition_point(|(end, _)| *end <= place);
        self.ends.get(found).map_or(last, |(_, thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn things_are_picked_as_often_as_they_weigh() {
        let choice = Choice::of([(3.0, 'a'), (0.0, 'b'), (1.0, 'c')]).expect("something weighs something");
        let mut random = StdRng::seed_from_u64(7);
        let picked: Vec<char> = (0..4_000).map(|_| *choice.pick(&mut random)).collect();
        let times = |wanted| picked.iter().filter(|thing| **thing == wanted).count();
        assert!((2_900..3_100).contains(&times('a')), "{}", times('a'));
        assert_eq!(times('b'), 0);
        assert!(Choice::of([(0.0, 'a')]).is_none());
    }
}
