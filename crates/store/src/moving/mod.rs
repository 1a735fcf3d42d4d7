//! Moves everything from a data folder to PostgreSQL, or back. The source's data is not changed, and the target is not
//! served until both have been compared.
//!
//! The metadata is moved in one transaction, the events in many, each of which records how far it got. An interrupted
//! move continues there. What is moved follows from the layouts of the two databases (`carried`), and all of it is
//! compared row by row (`comparison`), so that changes to the source between an interruption and the next run are
//! detected.

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
