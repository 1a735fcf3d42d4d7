//! Matches a path against the steps of a glob.
//!
//! Each possible position is a bit, and all of them advance together with each byte. The cost is at most path ×
//! ⌈(steps + 1) / 64⌉ word operations for any glob and path; nothing backtracks.

/// The number of positions in one word.
const PLACES: usize = u64::BITS as usize;

/// One position in a glob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Exactly this byte.
    Byte(u8),
    /// Any number of bytes other than `/`.
    WithinSegment,
    /// Any number of bytes.
    Anything,
    /// A `/` and the [`Step::Anything`] that follows, or neither of them.
    OptionalBelow,
}

/// The two steps of a `/**`, which matches nothing, or `/` and anything.
pub(super) const BELOW: [Step; 2] = [Step::OptionalBelow, Step::Anything];

/// The steps of a glob as bits: bit `n` of each mask is about the step at position `n`.
struct Masks {
    words: usize,
    /// Steps at which a position may stay: [`Step::Anything`] for every byte, [`Step::WithinSegment`] for every byte
    /// except `/`.
    anything: Vec<u64>,
    within_segment: Vec<u64>,
    /// Steps at which a `/**` begins, which may be skipped.
    optional: Vec<u64>,
    /// For each byte, the steps that consume it: `words` words per byte.
    passed_by: Vec<u64>,
}

impl Masks {
    fn of(steps: &[Step]) -> Self {
        // There is one position more than steps: the end.
        let words = (steps.len() + 1).div_ceil(PLACES);
        let mut masks = Self {
            words,
            anything: vec![0; words],
            within_segment: vec![0; words],
            optional: vec![0; words],
            passed_by: vec![0; words * 256],
        };
        for (place, step) in steps.iter().enumerate() {
            let (word, bit) = (place / PLACES, 1_u64 << (place % PLACES));
            match step {
                Step::Anything => masks.anything[word] |= bit,
                Step::WithinSegment => masks.within_segment[word] |= bit,
                Step::OptionalBelow => {
                    masks.optional[word] |= bit;
                    masks.passed_by[usize::from(b'/') * words + word] |= bit;
                }
                Step::Byte(byte) => masks.passed_by[usize::from(*byte) * words + word] |= bit,
            }
        }
        masks
    }

    /// Advances every position over `byte`; returns `false` if none is left. `None` is the end of the path: only steps
    /// that need no byte are passed. Bits that leave a word are carried into the next one, so one pass over the words
    /// is enough.
    fn advance(&self, places: &mut [u64], byte: Option<u8>) -> bool {
        let (mut past_star, mut past_optional, mut past_byte) = (0, 0, 0);
        let mut left = 0;
        for (word, now) in places.iter_mut().enumerate() {
            let stars = self.anything[word] | self.within_segment[word];
            // A star never follows a star, and a `/**` never follows a `/**`.
            let star = *now | past_star;
            past_star = (star & stars) >> (PLACES - 1);
            let optional = star | ((star & stars) << 1);
            let below = optional & self.optional[word];
            let closed = optional | (below << 2) | past_optional;
            past_optional = below >> (PLACES - 2);
            *now = match byte {
                None => closed,
                Some(byte) => {
                    let passed = closed & self.passed_by[usize::from(byte) * self.words + word];
                    let stays = self.anything[word] | if byte == b'/' { 0 } else { self.within_segment[word] };
                    let next = (closed & stays) | (passed << 1) | past_byte;
                    past_byte = passed >> (PLACES - 1);
                    next
                }
            };
            left |= *now;
        }
        left != 0
    }
}

/// Whether all of `path` matches all of `steps`. Adds the number of word operations to `cost`.
pub(super) fn walk(steps: &[Step], path: &[u8], cost: &mut u64) -> bool {
    let masks = Masks::of(steps);
    let mut places = vec![0; masks.words];
    places[0] = 1;
    for &byte in path {
        *cost += masks.words as u64;
        if !masks.advance(&mut places, Some(byte)) {
            return false;
        }
    }
    masks.advance(&mut places, None);
    places[steps.len() / PLACES] >> (steps.len() % PLACES) & 1 == 1
}
