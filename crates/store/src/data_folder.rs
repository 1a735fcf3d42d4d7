//! A data folder with both SQLite databases: whether they belong together, and their upgrade.

pub mod check;
pub mod pairing;
pub mod upgrade;
