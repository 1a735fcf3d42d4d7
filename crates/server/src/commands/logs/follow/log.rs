//! Follows one log: sends what is appended, and opens the next file after a rotation.

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rand::RngExt as _;

use super::{
    batch::{Heading, MAX_BATCH_BYTES, batch_length},
    file::LogFile,
    position::{Pending, PositionFile, Positions},
};
use crate::{
    commands::logs::destination::{Destination, Sent},
    failure::{Failure, say},
};

/// How often the log is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How long a file that was rotated is read on: servers write to it until they open the next one.
const ROTATED_FILES_READ: Duration = Duration::from_secs(60);

/// A log that is followed.
pub struct FollowedLog {
    path: PathBuf,
    destination: Destination,
    stored: PositionFile,
    /// The files, the oldest first; the last one is the one at the path, once there is one.
    files: Vec<LogFile>,
    /// When the first file was last written to.
    last_written: Instant,
    /// What was last said about a missing or unreadable file, so that it is said once.
    said: Option<String>,
}

impl FollowedLog {
    /// Opens a log where it was left.
    pub fn open(path: PathBuf, state: &Path, destination: Destination) -> Result<Self, Failure> {
        let (stored, positions) = PositionFile::open(state, &path, destination.to.as_str())?;
        let mut files = Vec::new();
        for position in &positions.files {
            match LogFile::find(&path, position) {
                Some(file) => files.push(file),
                None => say(&format!(
                    "a file of {} that was sent up to byte {} was deleted or replaced; lines after it are not counted",
                    path.display(),
                    position.offset
                )),
            }
        }
        Ok(Self { path, destination, stored, files, last_written: Instant::now(), said: None })
    }

    /// Sends what is appended, for as long as the program runs; or with `once`, what is there.
    pub async fn follow(&mut self, once: bool) -> Result<(), Failure> {
        loop {
            let has_sent = match self.look().await {
                Ok(has_sent) => has_sent,
                Err(Trouble::Failure(failure)) => return Err(failure),
                Err(Trouble::File(error)) if once => {
                    return Err(Failure::failed(format!("{} cannot be read: {error}", self.path.display())));
                }
                Err(Trouble::File(error)) => {
                    self.say_once(format!("{} cannot be read: {error}", self.path.display()));
                    false
                }
            };
            if once && !has_sent {
                return Ok(());
            }
            if !has_sent {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        }
    }

    /// Sends at most one batch of each file; whether any was sent.
    async fn look(&mut self) -> Result<bool, Trouble> {
        self.find_next_file()?;
        let mut has_sent = false;
        for place in 0..self.files.len() {
            if self.send_some(place).await? {
                has_sent = true;
                self.last_written = Instant::now();
            }
        }
        if !has_sent && self.files.len() > 1 && self.last_written.elapsed() > ROTATED_FILES_READ {
            // The last line of a rotated file may have no end.
            self.send_rest(0).await?;
            self.files.remove(0);
            self.store()?;
            self.last_written = Instant::now();
        }
        Ok(has_sent)
    }

    /// Opens the file at the path if it is another one than the last.
    fn find_next_file(&mut self) -> Result<(), Trouble> {
        let Some(file) = LogFile::open(&self.path)? else {
            self.say_once(format!("{} does not exist yet", self.path.display()));
            return Ok(());
        };
        match self.files.iter_mut().find(|known| known.position.file == file.position.file) {
            Some(known) => {
                if known.was_replaced()? {
                    known.start_again();
                    self.store()?;
                    say(&format!("{} was truncated; it is sent from its beginning", self.path.display()));
                }
            }
            None => {
                self.said = None;
                self.files.push(file);
                self.last_written = Instant::now();
                self.store()?;
            }
        }
        Ok(())
    }

    /// Sends the next lines of a file; whether there were any.
    async fn send_some(&mut self, place: usize) -> Result<bool, Trouble> {
        let file = &self.files[place];
        let (offset, size) = (file.position.offset, file.size()?);
        if let Some(pending) = file.position.pending.clone() {
            let text = file.read(offset, pending.end - offset)?;
            self.send(place, &text, pending).await?;
            return Ok(true);
        }
        if size <= offset {
            return Ok(false);
        }
        let bytes = file.read(offset, (size - offset).min(MAX_BATCH_BYTES as u64))?;
        // A rotated file may still get the end of its last line.
        let length = batch_length(&bytes, false);
        if length == 0 {
            return Ok(false);
        }
        let pending = Pending { name: new_name(), end: offset + length as u64 };
        self.files[place].position.pending = Some(pending.clone());
        self.store()?;
        self.send(place, &bytes[..length], pending).await?;
        Ok(true)
    }

    /// Sends what is left of a file that gets no more lines.
    async fn send_rest(&mut self, place: usize) -> Result<(), Trouble> {
        let file = &self.files[place];
        let (offset, size) = (file.position.offset, file.size()?);
        if size <= offset {
            return Ok(());
        }
        let bytes = file.read(offset, (size - offset).min(MAX_BATCH_BYTES as u64))?;
        let pending = Pending { name: new_name(), end: offset + bytes.len() as u64 };
        self.files[place].position.pending = Some(pending.clone());
        self.store()?;
        self.send(place, &bytes, pending).await
    }

    /// Sends a batch whose name is stored, and moves on.
    async fn send(&mut self, place: usize, lines: &[u8], pending: Pending) -> Result<(), Trouble> {
        let mut heading = Heading::of(&self.files[place].position.heading);
        let text = [heading.text(), lines].concat();
        match self.destination.send(&pending.name, &text).await? {
            Sent::Counted(answer) => {
                if answer.unreadable > 0 {
                    let first =
                        answer.errors.first().map_or(String::new(), |error| format!(", such as: {}", error.message));
                    self.say_once(format!("{} has lines that cannot be read{first}", self.path.display()));
                }
            }
            // The content of the file was replaced since the name was stored: these bytes were never sent under it.
            Sent::NameTaken => {
                let pending = Pending { name: new_name(), ..pending.clone() };
                self.files[place].position.pending = Some(pending.clone());
                self.store()?;
                self.destination.send(&pending.name, &text).await?;
            }
        }
        heading.note_all(lines);
        let file = &mut self.files[place];
        file.position.offset = pending.end;
        file.position.pending = None;
        file.position.heading = String::from_utf8_lossy(heading.text()).into_owned();
        file.note_head()?;
        self.store()?;
        Ok(())
    }

    fn store(&self) -> Result<(), Failure> {
        let files = self.files.iter().map(|file| file.position.clone()).collect();
        self.stored.store(&Positions { files })
    }

    fn say_once(&mut self, text: String) {
        if self.said.as_ref() != Some(&text) {
            say(&text);
            self.said = Some(text);
        }
    }
}

fn new_name() -> String {
    format!("follow {:032x}", rand::rng().random::<u128>())
}

/// Why a log cannot be followed now.
enum Trouble {
    /// The file cannot be read; it may be readable later.
    File(io::Error),
    /// Nothing more can be sent.
    Failure(Failure),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
