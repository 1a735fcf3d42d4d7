//! Packs texts with zstd, and unpacks them up to a limit.

use std::io::Read as _;

use ruzstd::{
    decoding::StreamingDecoder,
    encoding::{CompressionLevel, compress_to_vec},
};

use crate::ports::{StoreError, StoreResult};

/// More than any packed text or difference has when it is unpacked.
const MAX_UNPACKED_BYTES: u64 = 1024 * 1024;

pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

pub(super) fn unpacked(packed: &[u8]) -> StoreResult<Vec<u8>> {
    let broken = |error: String| StoreError::Internal(format!("a stored text of a page cannot be unpacked: {error}"));
    let mut bytes = Vec::new();
    let decoder = StreamingDecoder::new(packed).map_err(|error| broken(error.to_string()))?;
    decoder.take(MAX_UNPACKED_BYTES).read_to_end(&mut bytes).map_err(|error| broken(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked_as_it_was(text in "(.{0,20}abc\\n){0,200}") {
            prop_assert_eq!(unpacked(&pack(text.as_bytes())).expect("a packed text"), text.into_bytes());
        }
    }

    #[test]
    fn a_text_takes_less_space_when_it_is_packed_and_broken_bytes_are_an_error() {
        let text = "The dealer measures your inseam.\n".repeat(100);
        assert!(pack(text.as_bytes()).len() * 4 < text.len());
        assert!(unpacked(b"no zstd").is_err());
    }
}
