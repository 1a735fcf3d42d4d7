//! Follows one log: sends what is appended, and opens the next file after a rotation.

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use rand::RngExt as _;

use super::{
    batch::{Heading, MAX_BATCH_BYTES, batch_length},
    file::LogFile,
    position::{Pending, Position, Positions},
    rotations::rotations,
};
use crate::{
    commands::logs::{
        destination::{Destination, Sent},
        state_file::StateFile,
    },
    failure::{Failure, say},
};

/// How often the log is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How long a rotated file that does not change is read on: servers write to it until they open the next one.
const ROTATED_FILES_READ: Duration = Duration::from_secs(60);
/// The number of files that are known as sent to their end. Older ones are told by their time.
const MAX_FINISHED: usize = 8;

/// A log that is followed.
pub struct FollowedLog {
    path: PathBuf,
    destination: Destination,
    stored: StateFile,
    /// The files, the oldest first; the last one is the one at the path, once there is one.
    files: Vec<LogFile>,
    /// The latest files that were sent to their end.
    finished: Vec<Position>,
    /// When the last known file was last written to.
    written: Option<SystemTime>,
    /// How long a rotated file that does not change is read on.
    rotated_files_read: Duration,
    /// What was last said about a missing or unreadable file, so that it is said once.
    said: Option<String>,
}

impl FollowedLog {
    /// Opens a log where it was left.
    pub fn open(path: PathBuf, state: &Path, destination: Destination) -> Result<Self, Failure> {
        let what = path.display().to_string();
        let (stored, positions): (_, Positions) = StateFile::open(state, &what, &destination)?;
        let (mut files, last) = (Vec::new(), positions.files.len().saturating_sub(1));
        for (place, position) in positions.files.iter().enumerate() {
            match LogFile::find(&path, position) {
                Some(file) => files.push(file),
                None if position.has_unsent() => {
                    say(&format!(
                        "a file of {what} was deleted or replaced; its lines after byte {} are lost",
                        position.offset
                    ));
                }
                None if place == last => {
                    say(&format!(
                        "the last known file of {what} was deleted or replaced; if it got lines after byte {}, they are lost",
                        position.offset
                    ));
                }
                None => {}
            }
        }
        let (finished, written) = (positions.finished, positions.written);
        Ok(Self {
            path,
            destination,
            stored,
            files,
            finished,
            written,
            rotated_files_read: ROTATED_FILES_READ,
            said: None,
        })
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
        let (mut has_sent, mut place) = (false, 0);
        while place < self.files.len() {
            let is_rotated = place + 1 < self.files.len();
            if self.send_some(place, false).await? {
                has_sent = true;
            } else if is_rotated && self.files[place].is_unchanged_for(self.rotated_files_read)? {
                // The last line of a rotated file may have no end.
                while self.send_some(place, true).await? {}
                self.finish(place)?;
                continue;
            }
            place += 1;
        }
        Ok(has_sent)
    }

    /// Lets go of a file that was sent to its end.
    fn finish(&mut self, place: usize) -> Result<(), Failure> {
        self.finished.push(self.files.remove(place).position);
        let too_many = self.finished.len().saturating_sub(MAX_FINISHED);
        self.finished.drain(..too_many);
        self.store()
    }

    /// Opens the file at the path if it is another one than the last, and before it what the log was rotated to meanwhile.
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
                let unseen = self.unseen_rotations(&file)?;
                self.files.extend(unseen);
                self.files.push(file);
                self.store()?;
            }
        }
        Ok(())
    }

    /// The rotated files that were written after the last known one, the oldest first: the log was rotated several times while nothing
    /// could be sent.
    fn unseen_rotations(&self, current: &LogFile) -> io::Result<Vec<LogFile>> {
        let written = self.files.last().map_or(Ok(self.written), |last| last.written().map(Some))?;
        let Some(written) = written else { return Ok(Vec::new()) };
        let mut unseen: Vec<LogFile> = Vec::new();
        for rotation in rotations(&self.path)? {
            let name = rotation.path.display();
            if rotation.is_packed {
                if rotation.written > written {
                    say(&format!(
                        "{name} was packed before it was sent to its end; its lines that were not sent are lost"
                    ));
                }
                continue;
            }
            if rotation.written < written {
                continue;
            }
            let file = match LogFile::open(&rotation.path) {
                Ok(Some(file)) => file,
                Ok(None) => continue,
                Err(error) => {
                    say(&format!("{name} cannot be read: {error}; its lines are lost"));
                    continue;
                }
            };
            let is_open = self.files.iter().chain([current]).any(|known| known.position.file == file.position.file);
            let mut is_known = is_open;
            for finished in &self.finished {
                is_known |= file.is_of(finished)?;
            }
            if !is_known {
                say(&format!("{} was rotated before it was read; {name} is sent first", self.path.display()));
                unseen.push(file);
            }
        }
        Ok(unseen)
    }

    /// Sends the next lines of a file, and if it gets no more (`is_ended`), also one without an end; whether there were any.
    async fn send_some(&mut self, place: usize, is_ended: bool) -> Result<bool, Trouble> {
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
        let length = batch_length(&bytes, is_ended);
        if length == 0 {
            return Ok(false);
        }
        let pending = Pending { name: new_name(), end: offset + length as u64 };
        self.files[place].position.pending = Some(pending.clone());
        self.store()?;
        self.send(place, &bytes[..length], pending).await?;
        Ok(true)
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

    fn store(&mut self) -> Result<(), Failure> {
        let position = |file: &LogFile| {
            let size = file.size().unwrap_or(file.position.size);
            Position { size, ..file.position.clone() }
        };
        self.written = self.files.last().and_then(|last| last.written().ok()).or(self.written);
        let files = self.files.iter().map(position).collect();
        self.stored.store(&Positions { files, finished: self.finished.clone(), written: self.written })
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

#[cfg(test)]
mod tests;
