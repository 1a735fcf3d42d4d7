//! Opens a log: a file or stdin, as text or packed with gzip. Holds only its beginning in memory.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use askline_domain::logs::{
    formats::MAX_GUESS_LINES,
    lines::{LineCutter, MAX_ARRAY_BYTES, RawLine},
};
use flate2::read::MultiGzDecoder;

use crate::failure::Failure;

/// The number of bytes that are read at once.
const PIECE_BYTES: usize = 64 * 1024;
/// The number of bytes after which a log of long lines is guessed by fewer of them.
const BEGINNING_BYTES: usize = 2 * 1024 * 1024;
/// The first bytes of packed files, and what unpacks them; gzip is unpacked here.
const PACKED: [(&[u8], &str); 5] = [
    (b"\x28\xB5\x2F\xFD", "zstd -dc"),
    (b"\xFD7zXZ\0", "xz -dc"),
    (b"BZh", "bzip2 -dc"),
    (b"PK\x03\x04", "unzip -p"),
    (b"\x1F\x9D", "zcat"),
];
const GZIP: &[u8] = b"\x1F\x8B";

/// An open log.
pub struct LogInput {
    reader: Box<dyn Read>,
    /// What was read to guess the format; it is part of the log.
    beginning: Vec<u8>,
    is_read: bool,
    /// Why nothing can be read after the beginning.
    broken: Option<io::Error>,
}

impl LogInput {
    /// Opens a file; `-` is stdin.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let failed = |error: &io::Error| Failure::failed(format!("{} cannot be read: {error}", path.display()));
        let reader: Box<dyn Read> = if path.as_os_str() == "-" {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|error| failed(&error))?)
        };
        Self::of(reader, &path.display().to_string()).map_err(|error| match error {
            OpenError::Read(error) => failed(&error),
            OpenError::Packed(text) => Failure::failed(text),
        })
    }

    fn of(mut reader: Box<dyn Read>, name: &str) -> Result<Self, OpenError> {
        let mut first = Vec::new();
        reader.by_ref().take(8).read_to_end(&mut first)?;
        for (magic, program) in PACKED {
            if first.starts_with(magic) {
                return Err(OpenError::Packed(format!(
                    "{name} is packed in a form that is not read here; unpack it: {program} {name} | askline logs check -"
                )));
            }
        }
        let is_packed = first.starts_with(GZIP);
        let whole = io::Cursor::new(first).chain(reader);
        let reader: Box<dyn Read> =
            if is_packed { Box::new(MultiGzDecoder::new(io::BufReader::new(whole))) } else { Box::new(whole) };
        Ok(Self { reader, beginning: Vec::new(), is_read: false, broken: None })
    }

    /// The first lines, without empty ones: enough of them to guess the format.
    ///
    /// # Errors
    ///
    /// If not even one line can be read. Later errors are those of [`LogInput::read_lines`].
    pub fn first_lines(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let (mut cutter, mut lines) = (LineCutter::default(), Vec::new());
        while lines.len() < MAX_GUESS_LINES {
            let limit = if lines.is_empty() { MAX_ARRAY_BYTES + PIECE_BYTES } else { BEGINNING_BYTES };
            if self.beginning.len() >= limit {
                break;
            }
            let start = self.beginning.len();
            self.beginning.resize(start + PIECE_BYTES, 0);
            let read = read_some(&mut self.reader, &mut self.beginning[start..]);
            self.beginning.truncate(start + *read.as_ref().unwrap_or(&0));
            let mut keep = |_: u64, line: RawLine<'_>| lines.extend(kept_line(line));
            cutter.push(&self.beginning[start..], &mut keep);
            match read {
                Ok(1..) => continue,
                Ok(0) => cutter.finish(&mut keep),
                Err(error) if lines.is_empty() => return Err(error),
                Err(error) => self.broken = Some(error),
            }
            self.is_read = true;
            break;
        }
        lines.truncate(MAX_GUESS_LINES);
        Ok(lines)
    }

    /// Passes on every line from the first one.
    ///
    /// # Errors
    ///
    /// If the log ends early or cannot be read on. The lines before that were passed on.
    pub fn read_lines(self, mut each: impl FnMut(u64, RawLine<'_>)) -> io::Result<()> {
        let mut cutter = LineCutter::default();
        self.read_pieces(|piece| cutter.push(piece, &mut each))?;
        cutter.finish(&mut each);
        Ok(())
    }

    /// Passes on every byte from the first one, in pieces.
    ///
    /// # Errors
    ///
    /// If the log ends early or cannot be read on. The bytes before that were passed on.
    pub fn read_pieces(mut self, mut each: impl FnMut(&[u8])) -> io::Result<()> {
        each(&std::mem::take(&mut self.beginning));
        if let Some(error) = self.broken {
            return Err(error);
        }
        let mut piece = vec![0; PIECE_BYTES];
        while !self.is_read {
            let read = read_some(&mut self.reader, &mut piece)?;
            self.is_read = read == 0;
            each(&piece[..read]);
        }
        Ok(())
    }
}

/// A line that a format can be guessed by.
fn kept_line(line: RawLine<'_>) -> Option<Vec<u8>> {
    match line {
        RawLine::Whole(line) if !line.trim_ascii().is_empty() => Some(line.to_vec()),
        _ => None,
    }
}

enum OpenError {
    Read(io::Error),
    Packed(String),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Reads what is there; 0 at the end. A signal in between is not an error.
fn read_some(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}
