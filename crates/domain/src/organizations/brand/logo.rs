//! The logo of a brand: a PNG, decoded with limits and written again.
//!
//! What is stored is a file of our own: its pixels and their palette, and nothing else that the uploaded file contained.

use std::io::Cursor;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use png::{ColorType, Compression, Decoder, DecodingError, Encoder, Limits, Reader, Transformations};

use crate::{
    identity::secret::SecretDigest,
    shared::{steps, violation::Violation},
};

/// The maximum size of an uploaded logo.
pub const MAX_LOGO_BYTES: usize = 64 * 1024;
/// The maximum width and height of a logo.
pub const MAX_LOGO_PIXELS: u32 = 2_000;
/// The maximum size of a logo after it was written again: the packing differs from that of the uploaded file.
pub const MAX_STORED_LOGO_BYTES: usize = 2 * MAX_LOGO_BYTES;
/// The number of characters of a digest.
pub const LOGO_DIGEST_CHARACTERS: usize = 32;
/// What a decoder may allocate besides the pixels.
const MAX_DECODER_BYTES: usize = 4 * 1024 * 1024;
/// The most bytes of a pixel once it is read: 8 bits for each of four channels.
const MAX_PIXEL_BYTES: usize = 4;
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// A checked logo.
#[derive(Clone, PartialEq, Eq)]
pub struct BrandLogo {
    /// The digest of the file, in hexadecimal.
    pub digest: String,
    /// The file.
    pub png: Vec<u8>,
}

impl std::fmt::Debug for BrandLogo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BrandLogo({}, {} bytes)", self.digest, self.png.len())
    }
}

impl BrandLogo {
    /// Checks a PNG in base64, and writes it again.
    pub(super) fn check(path: &str, text: &str) -> Result<Self, Violation> {
        let refused = |code: &str, message: String| Violation::new(path, code, format!("{path} {message}"));
        let too_large =
            || refused("TOO_LARGE", format!("may have at most {MAX_LOGO_BYTES} bytes before its encoding as base64."));
        if text.len() > MAX_LOGO_BYTES.div_ceil(3) * 4 {
            return Err(too_large());
        }
        let file =
            STANDARD.decode(text).map_err(|_| refused("INVALID_BASE64", "must be base64 with padding.".into()))?;
        if file.len() > MAX_LOGO_BYTES {
            return Err(too_large());
        }
        if !file.starts_with(&SIGNATURE) {
            return Err(refused("NOT_A_PNG", "must be a PNG file.".into()));
        }
        let png = written_again(&file).map_err(|fault| match fault {
            Fault::Size { width, height } => refused(
                "TOO_MANY_PIXELS",
                format!("is {width} × {height} pixels; at most {MAX_LOGO_PIXELS} × {MAX_LOGO_PIXELS} are allowed."),
            ),
            Fault::Animated => refused("ANIMATED", "must be a still picture.".into()),
            Fault::Unreadable(reason) => refused("UNREADABLE_PNG", format!("cannot be read as a PNG file: {reason}.")),
        })?;
        if png.len() > MAX_STORED_LOGO_BYTES {
            return Err(too_large());
        }
        let digest = hex::encode(SecretDigest::of_bytes(&png).0);
        Ok(Self { digest: digest[..LOGO_DIGEST_CHARACTERS].to_owned(), png })
    }
}

/// Why a file is no logo.
enum Fault {
    Size { width: u32, height: u32 },
    Animated,
    Unreadable(String),
}

impl From<DecodingError> for Fault {
    fn from(error: DecodingError) -> Self {
        Self::Unreadable(error.to_string().trim_end_matches('.').to_owned())
    }
}

impl From<png::EncodingError> for Fault {
    fn from(error: png::EncodingError) -> Self {
        Self::Unreadable(error.to_string().trim_end_matches('.').to_owned())
    }
}

/// Decodes a file, and encodes its pixels.
fn written_again(file: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: MAX_DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    // The size is known before anything is unpacked.
    let header = decoder.read_header_info()?;
    let (width, height, color) = (header.width, header.height, header.color_type);
    if width.max(height) > MAX_LOGO_PIXELS {
        return Err(Fault::Size { width, height });
    }
    // A palette stays one, because the file would grow. A transparent color of another file becomes an alpha channel.
    decoder.set_transformations(match color {
        ColorType::Indexed => Transformations::IDENTITY,
        _ => Transformations::STRIP_16 | Transformations::EXPAND,
    });
    let mut reader = decoder.read_info()?;
    if reader.info().animation_control.is_some() {
        return Err(Fault::Animated);
    }
    let most = width as usize * height as usize * MAX_PIXEL_BYTES;
    let size = reader.output_buffer_size().filter(|size| *size <= most);
    let mut pixels = vec![0; size.ok_or_else(|| Fault::Unreadable("it has too many channels".into()))?];
    steps::count(pixels.len() * 8);
    reader.next_frame(&mut pixels)?;
    encoded(&reader, (width, height), &pixels)
}

fn encoded(reader: &Reader<Cursor<&[u8]>>, (width, height): (u32, u32), pixels: &[u8]) -> Result<Vec<u8>, Fault> {
    let (color, depth) = reader.output_color_type();
    let info = reader.info();
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    encoder.set_compression(Compression::Balanced);
    if color == ColorType::Indexed {
        encoder.set_palette(info.palette.clone().ok_or_else(|| Fault::Unreadable("it has no palette".into()))?);
        if let Some(transparency) = &info.trns {
            encoder.set_trns(transparency.clone());
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(png)
}

#[cfg(test)]
mod tests;
