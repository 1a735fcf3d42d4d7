//! Unpacks a batch, up to a limit: a small file may unpack to any size.

use std::io::Read as _;

use askline_domain::logs::batch::MAX_UNPACKED_BYTES;
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

const GZIP: &[u8] = b"\x1F\x8B";
const ZSTD: &[u8] = b"\x28\xB5\x2F\xFD";
/// How much text a zstd file may refer back to, in bytes: what decoders have to support at least (RFC 8878, section 3.1.1.1.2).
const MAX_ZSTD_WINDOW: u64 = 8 * 1_024 * 1_024;
/// The first bytes of files that are packed in a form that is not read.
const OTHER_FORMS: [&[u8]; 3] = [b"\xFD7zXZ\0", b"BZh", b"PK\x03\x04"];

/// Why a batch cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// It is no complete gzip or zstd file, or a zstd file with a window of more than 8 MiB.
    #[error("The body begins as a gzip or zstd file and cannot be unpacked. Send it again, or send text.")]
    Broken,
    /// It lacks the signature of the drain's secret, or has that of another body or secret.
    #[error(
        "The body has not the signature of the drain's secret in x-vercel-signature. Compare the secret with that of Vercel."
    )]
    NotSigned,
    /// It is packed in another form.
    #[error("The body is packed in a form that is not read here. Send text, gzip or zstd.")]
    OtherForm,
    /// It is too large when it is unpacked.
    #[error("The body has more than {MAX_UNPACKED_BYTES} bytes when it is unpacked. Send smaller batches.")]
    TooLarge,
}

/// The text of a batch that was sent as text, gzip or zstd. What it is follows from its first bytes.
pub(super) fn unpacked(sent: &[u8]) -> Result<std::borrow::Cow<'_, [u8]>, BatchError> {
    if OTHER_FORMS.iter().any(|form| sent.starts_with(form)) {
        return Err(BatchError::OtherForm);
    }
    let mut text = Vec::new();
    let most = MAX_UNPACKED_BYTES as u64 + 1;
    if sent.starts_with(GZIP) {
        MultiGzDecoder::new(sent).take(most).read_to_end(&mut text).map_err(|_| BatchError::Broken)?;
    } else if sent.starts_with(ZSTD) {
        let mut rest = sent;
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_ZSTD_WINDOW);
        while !rest.is_empty() && text.len() <= MAX_UNPACKED_BYTES {
            let frame = StreamingDecoder::new_with_decoder(&mut rest, &mut decoder).map_err(|_| BatchError::Broken)?;
            let left = most - text.len() as u64;
            frame.take(left).read_to_end(&mut text).map_err(|_| BatchError::Broken)?;
        }
    } else {
        return Ok(sent.into());
    }
    if text.len() > MAX_UNPACKED_BYTES { Err(BatchError::TooLarge) } else { Ok(text.into()) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("in memory");
        encoder.finish().expect("in memory")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    #[test]
    fn text_and_packed_text_give_the_same_and_a_bomb_is_refused() {
        assert_eq!(unpacked(b"a\nb").as_deref(), Ok(&b"a\nb"[..]));
        for packed in [gzip, zstd] {
            assert_eq!(unpacked(&packed(b"a\nb")).as_deref(), Ok(&b"a\nb"[..]));
            let two = [packed(b"a\n"), packed(b"b")].concat();
            assert_eq!(unpacked(&two).as_deref(), Ok(&b"a\nb"[..]), "files that were joined");
            let whole = packed(&b"x".repeat(1_000));
            assert_eq!(unpacked(&whole[..whole.len() - 4]), Err(BatchError::Broken));
            let bomb = packed(&vec![b'\n'; MAX_UNPACKED_BYTES + 1]);
            assert!(bomb.len() < 1_000_000);
            assert_eq!(unpacked(&bomb), Err(BatchError::TooLarge));
        }
        // A header that wants a window of a gigabyte.
        assert_eq!(unpacked(b"\x28\xB5\x2F\xFD\x00\xA0"), Err(BatchError::Broken));
        assert_eq!(unpacked(b"BZh9"), Err(BatchError::OtherForm));
    }

    proptest! {
        #[test]
        fn no_bytes_make_the_unpacking_panic(start in 0..2_usize, bytes: Vec<u8>) {
            let _ = unpacked(&[[GZIP, ZSTD][start], &bytes].concat());
        }
    }
}
