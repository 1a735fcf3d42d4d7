//! Unpacks a batch, up to a limit: a small file may unpack to any size.

use std::io::Read as _;

use askline_domain::logs::batch::MAX_UNPACKED_BYTES;
use flate2::read::MultiGzDecoder;

const GZIP: &[u8] = b"\x1F\x8B";
/// The first bytes of files that are packed in a form that is not read.
const OTHER_FORMS: [&[u8]; 4] = [b"\x28\xB5\x2F\xFD", b"\xFD7zXZ\0", b"BZh", b"PK\x03\x04"];

/// Why a batch cannot be unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// It is no complete gzip file.
    #[error("The body begins as a gzip file and cannot be unpacked. Send it again, or send text.")]
    Broken,
    /// It is packed in another form.
    #[error("The body is packed in a form that is not read here. Send text or gzip.")]
    OtherForm,
    /// It is too large when it is unpacked.
    #[error("The body has more than {MAX_UNPACKED_BYTES} bytes when it is unpacked. Send smaller batches.")]
    TooLarge,
}

/// The text of a batch that was sent as text or gzip. What it is follows from its first bytes.
pub(super) fn unpacked(sent: &[u8]) -> Result<std::borrow::Cow<'_, [u8]>, BatchError> {
    if OTHER_FORMS.iter().any(|form| sent.starts_with(form)) {
        return Err(BatchError::OtherForm);
    }
    if !sent.starts_with(GZIP) {
        return Ok(sent.into());
    }
    let mut text = Vec::new();
    let most = MAX_UNPACKED_BYTES as u64 + 1;
    MultiGzDecoder::new(sent).take(most).read_to_end(&mut text).map_err(|_| BatchError::Broken)?;
    if text.len() > MAX_UNPACKED_BYTES { Err(BatchError::TooLarge) } else { Ok(text.into()) }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("in memory");
        encoder.finish().expect("in memory")
    }

    #[test]
    fn text_and_gzip_give_the_same_and_a_bomb_is_refused() {
        assert_eq!(unpacked(b"a\nb").as_deref(), Ok(&b"a\nb"[..]));
        assert_eq!(unpacked(&packed(b"a\nb")).as_deref(), Ok(&b"a\nb"[..]));
        let two = [packed(b"a\n"), packed(b"b")].concat();
        assert_eq!(unpacked(&two).as_deref(), Ok(&b"a\nb"[..]), "files that were joined");
        let whole = packed(&b"x".repeat(1_000));
        assert_eq!(unpacked(&whole[..whole.len() - 4]), Err(BatchError::Broken));
        let bomb = packed(&vec![b'\n'; MAX_UNPACKED_BYTES + 1]);
        assert!(bomb.len() < 1_000_000);
        assert_eq!(unpacked(&bomb), Err(BatchError::TooLarge));
        assert_eq!(unpacked(b"\x28\xB5\x2F\xFD123"), Err(BatchError::OtherForm));
    }
}
