//! What only the SQLite file guarantees.

mod faults;
mod file;
