//! A file that is encrypted with the operator's key, in pieces. It is written and read without being held in memory. A
//! piece that was changed, moved, removed or added is detected, and so is a truncated file.
//!
//! The header: `MAGIC`, the version of the format, the id of the key, and a nonce of the file. Then pieces of
//! `PIECE_BYTES`, each with a tag; the last piece may be shorter. They are encrypted with XChaCha20-Poly1305 in the
//! STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, <https://eprint.iacr.org/2015/189>): the nonce of a
//! piece contains its number, and whether it is the last. The header is the associated data of every piece. No part of
//! a piece is returned before its tag has been verified. Whether the file is complete is known only at its end.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use aead_stream::{DecryptorBE32, EncryptorBE32, Nonce, StreamBE32};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use chacha20poly1305::{XChaCha20Poly1305, aead::Payload};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::Rng as _;
use sha2::Sha256;

use crate::{data_folder::private_file, failure::Failure};

/// The first bytes of a sealed file.
const MAGIC: &[u8; 15] = b"askline-sealed\n";
/// The version of the format.
const VERSION: u8 = 1;
const KEY_ID_BYTES: usize = 8;
const NONCE_BYTES: usize = 19;
const HEADER_BYTES: usize = MAGIC.len() + 1 + KEY_ID_BYTES + NONCE_BYTES;
/// The size of a piece in bytes, before it is sealed.
const PIECE_BYTES: usize = 64 * 1_024;
const TAG_BYTES: usize = 16;
const KEY_BYTES: usize = 32;
/// The maximum number of bytes of a key file that are read: enough for a key and a line end.
const MAX_KEY_FILE_BYTES: u64 = 256;
/// The input for the id of a key. The id reveals nothing about the key.
const KEY_ID_OF: &[u8] = b"askline: which key sealed a backup";

/// The operator's key. This program never prints it, and stores it only in the file that the operator named.
#[derive(Clone, PartialEq, Eq)]
pub struct BackupKey([u8; KEY_BYTES]);

impl BackupKey {
    /// Reads the key from a file: 32 bytes in hexadecimal or base64. On Unix, fails if other users have any access to
    /// the file.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let named = |why: &str| Failure::failed(format!("the backup key {} {why}", file.display()));
        let cannot = |error: io::Error| named(&format!("cannot be read: {error}"));
        let opened = File::open(file).map_err(cannot)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            if opened.metadata().map_err(cannot)?.permissions().mode() & 0o077 != 0 {
                return Err(named("can be read by other users; restrict it with chmod 600"));
            }
        }
        let mut text = String::new();
        opened.take(MAX_KEY_FILE_BYTES).read_to_string(&mut text).map_err(cannot)?;
        Self::of_text(text.trim()).ok_or_else(|| {
            named("contains no key: it must be 32 random bytes in hexadecimal or base64, as from askline backup key")
        })
    }

    fn of_text(text: &str) -> Option<Self> {
        let bytes = match text.len() {
            64 => hex::decode(text).ok()?,
            _ => BASE64_STANDARD.decode(text).ok()?,
        };
        bytes.try_into().ok().map(Self)
    }

    /// Creates a key in a file that must not exist yet, and that only its owner can read.
    pub fn make(file: &Path) -> io::Result<Self> {
        let mut key = [0_u8; KEY_BYTES];
        rand::rng().fill_bytes(&mut key);
        let mut written = private_file(file)?;
        writeln!(written, "{}", hex::encode(key))?;
        written.sync_all()?;
        Ok(Self(key))
    }

    /// An id that distinguishes keys.
    fn id(&self) -> [u8; KEY_ID_BYTES] {
        let mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        let whole = mac.chain_update(KEY_ID_OF).finalize().into_bytes();
        let mut id = [0; KEY_ID_BYTES];
        id.copy_from_slice(&whole[..KEY_ID_BYTES]);
        id
    }
}

impl fmt::Debug for BackupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[key]")
    }
}

/// A writer that encrypts. The file is complete only after [`Self::finish`].
pub struct Sealing<W> {
    to: W,
    header: [u8; HEADER_BYTES],
    sealer: EncryptorBE32<XChaCha20Poly1305>,
    piece: Vec<u8>,
}

impl<W: Write> Sealing<W> {
    /// Begins a sealed file by writing its header.
    pub fn begin(mut to: W, key: &BackupKey) -> io::Result<Self> {
        let mut nonce = [0_u8; NONCE_BYTES];
        rand::rng().fill_bytes(&mut nonce);
        let mut header = [0; HEADER_BYTES];
        let parts = [MAGIC.as_slice(), &[VERSION], &key.id(), &nonce].concat();
        header.copy_from_slice(&parts);
        to.write_all(&header)?;
        let sealer = EncryptorBE32::new(&key.0.into(), &nonce_of(nonce));
        Ok(Self { to, header, sealer, piece: Vec::with_capacity(PIECE_BYTES) })
    }

    /// Seals the last piece.
    pub fn finish(mut self) -> io::Result<W> {
        let payload = Payload { msg: &self.piece, aad: &self.header };
        let sealed = self.sealer.encrypt_last(payload).map_err(|_| too_long())?;
        self.to.write_all(&sealed)?;
        Ok(self.to)
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full piece is sealed only when more data follows, since it may be the last one.
        if self.piece.len() == PIECE_BYTES && !bytes.is_empty() {
            let payload = Payload { msg: &self.piece, aad: &self.header };
            let sealed = self.sealer.encrypt_next(payload).map_err(|_| too_long())?;
            self.to.write_all(&sealed)?;
            self.piece.clear();
        }
        let taken = bytes.len().min(PIECE_BYTES - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Why a file cannot be opened with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unopened {
    /// It is sealed with another key.
    OtherKey,
    /// A newer release wrote it.
    OtherVersion,
    /// It ends within its header.
    CutOff,
}

/// Whether a file with these first bytes is sealed.
pub fn is_sealed(begin: &[u8]) -> bool {
    begin.starts_with(MAGIC)
}

/// A reader that decrypts. An error of the kind `InvalidData` means that the file was changed or truncated.
pub struct Opening<R> {
    from: R,
    header: [u8; HEADER_BYTES],
    /// `None` after the last piece, and after an error.
    opener: Option<DecryptorBE32<XChaCha20Poly1305>>,
    /// The next piece, still sealed.
    ahead: Vec<u8>,
    /// The decrypted piece; its first `handed_out` bytes have already been returned.
    opened: Vec<u8>,
    handed_out: usize,
    is_damaged: bool,
}

impl<R: Read> Opening<R> {
    /// Starts reading a sealed file: its header and its first piece.
    pub fn begin(mut from: R, key: &BackupKey) -> io::Result<Result<Self, Unopened>> {
        let mut header = [0; HEADER_BYTES];
        if read_full(&mut from, &mut header)? < HEADER_BYTES {
            return Ok(Err(Unopened::CutOff));
        }
        let (start, nonce) = header.split_at(HEADER_BYTES - NONCE_BYTES);
        let (version, id) = (start[MAGIC.len()], &start[MAGIC.len() + 1..]);
        if version != VERSION {
            return Ok(Err(Unopened::OtherVersion));
        }
        if id != key.id() {
            return Ok(Err(Unopened::OtherKey));
        }
        let mut own = [0; NONCE_BYTES];
        own.copy_from_slice(nonce);
        let opener = DecryptorBE32::new(&key.0.into(), &nonce_of(own));
        let mut ahead = vec![0; PIECE_BYTES + TAG_BYTES];
        let read = read_full(&mut from, &mut ahead)?;
        ahead.truncate(read);
        Ok(Ok(Self { from, header, opener: Some(opener), ahead, opened: Vec::new(), handed_out: 0, is_damaged: false }))
    }

    /// Whether a changed, moved or truncated piece was found.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Opens the next piece, unless the final one has been opened.
    fn open_next(&mut self) -> io::Result<()> {
        let Some(mut opener) = self.opener.take() else { return Ok(()) };
        let mut next = vec![0; PIECE_BYTES + TAG_BYTES];
        let read = read_full(&mut self.from, &mut next)?;
        next.truncate(read);
        let payload = Payload { msg: &self.ahead, aad: &self.header };
        self.handed_out = 0;
        if next.is_empty() {
            self.opened = opener.decrypt_last(payload).map_err(|_| damaged())?;
        } else {
            self.opened = opener.decrypt_next(payload).map_err(|_| damaged())?;
            self.opener = Some(opener);
        }
        self.ahead = next;
        Ok(())
    }
}

impl<R: Read> Read for Opening<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.handed_out == self.opened.len() && self.opener.is_some() {
            self.opened.clear();
            let next = self.open_next();
            self.is_damaged |= next.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::InvalidData);
            next?;
        }
        let rest = &self.opened[self.handed_out..];
        let taken = rest.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&rest[..taken]);
        self.handed_out += taken;
        Ok(taken)
    }
}

fn nonce_of(bytes: [u8; NONCE_BYTES]) -> Nonce<XChaCha20Poly1305, StreamBE32<XChaCha20Poly1305>> {
    bytes.into()
}

fn too_long() -> io::Error {
    io::Error::other("it is too long to be sealed")
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a part of it was changed, moved or cut off")
}

/// Reads until the buffer is full or the input ends; returns the number of bytes.
fn read_full(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests;
