//! Checks whether the disk of the data folder has free space.

use std::path::Path;

use super::finding::{Finding, State, finding};
use crate::disk_space::{Level, Room};

/// Less free space than this is a warning even on a small disk, since the stores need it for their logs.
const MIN_BYTES: u64 = 512 * 1_024 * 1_024;

/// Checks the disk of a data folder.
pub(super) fn room(data: &Path) -> Finding {
    if !data.exists() {
        return finding("disk", Ok("nothing is stored on this machine".into()));
    }
    let room = match Room::of(data) {
        Ok(room) => room,
        Err(error) => return finding("disk", Err(error.to_string())),
    };
    match room.level() {
        Level::Full => finding("disk", Err(format!("{}: events and changes are refused", room.text()))),
        Level::Enough if room.free >= MIN_BYTES => finding("disk", Ok(room.text())),
        Level::Low | Level::Enough => Finding { name: "disk", state: State::Worry, text: room.text() },
    }
}
