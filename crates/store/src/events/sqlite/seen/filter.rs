//! A blocked Bloom filter over event ids. False positives are possible, false negatives are not.
//!
//! Each id sets one bit in each of the eight words of a 64-byte block, so a lookup reads one cache line. At 16 bits per
//! id, about one unknown id in a thousand is a false positive. Source: Putze, Sanders, Singler, "Cache-, Hash- and
//! Space-Efficient Bloom Filters", 2009.

const BITS_PER_ID: usize = 16;
const WORDS: usize = 8;
const BLOCK_BYTES: usize = WORDS * 8;

/// Aligned to a cache line, so that a block never spans two.
#[derive(Debug, Clone, PartialEq, Eq)]
#[repr(align(64))]
struct Block([u64; WORDS]);

/// An id, hashed once for lookups in many filters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MixedId {
    block: u64,
    /// One bit in each word of the block.
    bits: [u64; WORDS],
}

impl MixedId {
    /// Hashes `id`. The result decides which bits are set in stored filters, so it can never change.
    pub(crate) fn of(id: u128) -> Self {
        let (high, low) = ((id >> 64) as u64, id as u64);
        let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd1b5_4a32_d192_ed03);
        let folded = (product >> 64) as u64 ^ product as u64;
        let places = finalized(folded.wrapping_add(low) ^ 0xa076_1d64_78bd_642f);
        Self {
            block: finalized(folded ^ high.rotate_left(32)),
            bits: std::array::from_fn(|word| 1 << ((places >> (word * 6)) & 63)),
        }
    }
}

fn blocks_for(ids: usize) -> usize {
    (ids * BITS_PER_ID).div_ceil(BLOCK_BYTES * 8).max(1)
}

/// The last step of SplitMix64: every bit of the input changes about half of the output's bits.
fn finalized(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The filter of one sealed run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Filter {
    blocks: Vec<Block>,
}

impl Filter {
    /// Creates an empty filter for up to `ids` ids.
    pub(super) fn for_ids(ids: usize) -> Self {
        Self { blocks: vec![Block([0; WORDS]); blocks_for(ids)] }
    }

    /// Returns the memory of a filter for `ids` ids, in bytes.
    pub(super) fn bytes_for(ids: usize) -> usize {
        blocks_for(ids) * BLOCK_BYTES
    }

    /// Adds an id.
    pub(crate) fn insert(&mut self, id: MixedId) {
        let at = self.block_of(id);
        for (word, bit) in self.blocks[at].0.iter_mut().zip(id.bits) {
            *word |= bit;
        }
    }

    /// Whether the id may have been added.
    #[inline]
    pub(super) fn may_contain(&self, id: MixedId) -> bool {
        let block = &self.blocks[self.block_of(id)];
        // Without an early exit: reading all eight words is cheaper than one mispredicted branch.
        block.0.iter().zip(id.bits).fold(0, |missing, (word, bit)| missing | (bit & !word)) == 0
    }

    fn block_of(&self, id: MixedId) -> usize {
        ((u128::from(id.block) * self.blocks.len() as u128) >> 64) as usize
    }

    /// Returns the stored form of the filter.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.blocks.iter().flat_map(|block| block.0).flat_map(u64::to_le_bytes).collect()
    }

    /// Reads a stored filter; `None` if the bytes are not a filter.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (blocks, rest) = bytes.as_chunks::<BLOCK_BYTES>();
        if blocks.is_empty() || !rest.is_empty() {
            return None;
        }
        let blocks = blocks
            .iter()
            .map(|block| {
                let (words, _) = block.as_chunks::<8>();
                Block(std::array::from_fn(|place| u64::from_le_bytes(words[place])))
            })
            .collect();
        Some(Self { blocks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_added_id_is_always_found(ids: Vec<u128>) {
            let mut filter = Filter::for_ids(ids.len());
            for id in &ids {
                filter.insert(MixedId::of(*id));
            }
            let stored = Filter::from_bytes(&filter.to_bytes()).expect("its own bytes");
            prop_assert_eq!(&stored, &filter);
            prop_assert!(ids.iter().all(|id| stored.may_contain(MixedId::of(*id))));
        }
    }

    fn check_strangers(make: impl Fn(u64) -> u128) {
        const IDS: u64 = 65_536;
        let mut filter = Filter::for_ids(IDS as usize);
        for n in 0..IDS {
            filter.insert(MixedId::of(make(n)));
        }
        let strangers = (IDS..IDS * 4).filter(|n| filter.may_contain(MixedId::of(make(*n)))).count();
        assert!(strangers < 196_608 / 250, "{strangers} of 196,608 strangers were let through");
    }

    #[test]
    fn few_strangers_are_let_through_whatever_the_ids_look_like() {
        // Random (UUIDv4), time first (UUIDv7), consecutive, consecutive in the upper half.
        check_strangers(|n| u128::from(finalized(n)) << 64 | u128::from(finalized(!n)));
        check_strangers(|n| (u128::from(n / 8) + (1_700_000_000_000 << 16)) << 64 | u128::from(finalized(n)));
        check_strangers(u128::from);
        check_strangers(|n| u128::from(n) << 64);
    }

    #[test]
    fn bytes_of_another_length_are_no_filter() {
        assert!(Filter::from_bytes(&[]).is_none());
        assert!(Filter::from_bytes(&[0; 65]).is_none());
    }
}
