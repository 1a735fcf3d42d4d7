//! What one node grants while minutes cannot be shared.

use std::sync::atomic::{AtomicU64, Ordering};

/// A node's place among all nodes. Together they grant no more than the limit.
#[derive(Debug)]
pub struct Share(AtomicU64);

impl Default for Share {
    /// The only node.
    fn default() -> Self {
        Self(AtomicU64::new(1))
    }
}

impl Share {
    /// From now on it is the node `place`, from 0, of `nodes`.
    pub fn set(&self, place: u32, nodes: u32) {
        self.0.store((u64::from(place) << 32) | u64::from(nodes.max(1)), Ordering::Relaxed);
    }

    /// Its part of a limit. What cannot be divided goes to the first nodes.
    pub fn of(&self, limit: u32) -> u32 {
        let both = self.0.load(Ordering::Relaxed);
        let (place, nodes) = ((both >> 32) as u32, both as u32);
        limit / nodes + u32::from(place < limit % nodes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_shares_of_all_nodes_are_the_limit(limit: u32, nodes in 1_u32..200) {
            let share = Share::default();
            let granted: u64 = (0..nodes)
                .map(|place| {
                    share.set(place, nodes);
                    u64::from(share.of(limit))
                })
                .sum();
            prop_assert_eq!(granted, u64::from(limit));
        }
    }
}
