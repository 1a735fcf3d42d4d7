//! Moves everything from a data folder to a PostgreSQL, or back. The source is not changed, and the target is not served before
//! both were compared.
//!
//! The metadata moves in one transaction, the events in many, each of which records how far it came. A move that was killed goes on
//! there. What is carried follows from the layouts of the two databases (`carried`), and what was carried is compared row by row
//! (`comparison`), so a source that changed between a kill and the next run is found.

mod back;
mod carried;
mod comparison;
mod database;
mod differences;
mod error;
mod filling;
mod folder;
mod mark;
mod outcome;
mod pieces;
mod rows;
mod sealed;
mod there;

pub use back::move_to_folder;
pub use differences::NOT_CARRIED;
pub use error::MoveError;
pub use outcome::{Compared, Moved, Tell};
pub use there::move_to_database;
