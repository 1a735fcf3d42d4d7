//! The hours in which a counter was raised.
//!
//! They are a few bytes beside the counter's value, so that hours need no separate rows.
//!
//! Stored format: for each hour with counts, in order, one byte for the hour and the count as LEB128
//! (<https://dwarfstd.org/doc/DWARF5.pdf>, section 7.6). A store may append to it: entries for the same hour are added
//! up when they are read.

use askline_domain::shared::calendar::MAX_HOURS;

/// How much was counted in each hour.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hours {
    /// The first hour is separate: a commit seldom spans two hours, and a single hour needs no allocation.
    first: Option<(u8, i64)>,
    more: Vec<(u8, i64)>,
}

impl Hours {
    /// Adds a value to an hour.
    pub(crate) fn add(&mut self, hour: u8, value: i64) {
        let mut hours = self.first.iter_mut().chain(&mut self.more);
        if let Some((_, sum)) = hours.find(|(known, _)| *known == hour) {
            *sum += value;
        } else if self.first.is_none() {
            self.first = Some((hour, value));
        } else {
            self.more.push((hour, value));
        }
    }

    /// Adds all hours of another value.
    pub(crate) fn add_all(&mut self, more: &Hours) {
        more.iter().for_each(|(hour, value)| self.add(hour, value));
    }

    /// Returns each hour that has counts, once.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, i64)> {
        self.first.iter().chain(&self.more).copied()
    }

    /// Returns the stored format; `None` if there are no counts.
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut hours: Vec<_> = self.iter().collect();
        hours.sort_unstable();
        let mut bytes = Vec::with_capacity(hours.len() * 3);
        for (hour, value) in hours {
            bytes.push(hour);
            let mut rest = value.unsigned_abs();
            while rest >= 0x80 {
                bytes.push((rest & 0x7f) as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        (!bytes.is_empty()).then_some(bytes)
    }

    /// Reads stored hours. Unreadable hours are ignored, since the total is stored separately.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Self {
        let mut hours = Self::default();
        let mut rest = bytes.iter().copied();
        while let Some(hour) = rest.next().filter(|hour| *hour < MAX_HOURS) {
            let mut value = 0_u64;
            for shift in (0..63).step_by(7) {
                let Some(byte) = rest.next() else { return hours };
                value |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    break;
                }
            }
            hours.add(hour, i64::try_from(value).unwrap_or(i64::MAX));
        }
        hours
    }

    /// What a counter has up to and including an hour.
    pub(crate) fn until(stored: Option<&[u8]>, value: i64, last: u8) -> i64 {
        Self::parts(stored, value).filter(|(hour, _)| *hour <= last).map(|(_, value)| value).sum()
    }

    /// The parts of a counter by hour; their sum is its value. Whatever was counted without a known hour is added to
    /// hour 0.
    pub(crate) fn parts(stored: Option<&[u8]>, value: i64) -> impl Iterator<Item = (u8, i64)> {
        let mut hours = stored.map(Self::of_bytes).unwrap_or_default();
        let known: i64 = hours.iter().map(|(_, value)| value).sum();
        if known != value {
            hours.add(0, value - known);
        }
        hours.first.into_iter().chain(hours.more)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn hours_read_back_and_add_up_as_they_were_counted(
            one in prop::collection::vec((0_u8..MAX_HOURS, 1_i64..1 << 40), 0..30),
            other in prop::collection::vec((0_u8..MAX_HOURS, 1_i64..1 << 40), 0..30),
        ) {
            let hours_of = |pairs: &[(u8, i64)]| {
                let mut hours = Hours::default();
                pairs.iter().for_each(|(hour, value)| hours.add(*hour, *value));
                hours
            };
            let stored_of = |pairs| hours_of(pairs).to_bytes().unwrap_or_default();
            let mut sum = Hours::of_bytes(&stored_of(&one));
            sum.add_all(&Hours::of_bytes(&stored_of(&other)));
            let stored = sum.to_bytes();
            let behind_each_other = [stored_of(&one), stored_of(&other)].concat();
            prop_assert_eq!(&Hours::of_bytes(&behind_each_other).to_bytes(), &stored);
            let both: Vec<_> = one.into_iter().chain(other).collect();
            prop_assert_eq!(&stored, &hours_of(&both).to_bytes());
            let total: i64 = both.iter().map(|(_, value)| value).sum();
            let mut parts: Vec<_> = Hours::parts(stored.as_deref(), total + 5).collect();
            parts.sort_unstable();
            let mut expected = [0_i64; MAX_HOURS as usize];
            expected[0] = 5;
            both.iter().for_each(|(hour, value)| expected[usize::from(*hour)] += value);
            let expected: Vec<_> = (0..MAX_HOURS).zip(expected).filter(|(_, value)| *value != 0).collect();
            prop_assert_eq!(parts, expected);
        }

        #[test]
        fn no_bytes_make_the_reader_panic_and_the_sum_is_kept(bytes: Vec<u8>, value in 0_i64..1_000_000) {
            let sum = Hours::parts(Some(&bytes), value).fold(0_i128, |sum, (_, part)| sum + i128::from(part));
            prop_assert!(sum == i128::from(value) || bytes.len() > 8);
        }
    }
}
