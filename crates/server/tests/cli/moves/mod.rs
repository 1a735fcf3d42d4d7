//! `askline migrate-store`: a full folder goes to PostgreSQL and back, with kills on the way. The API gives the same
//! answers everywhere.

mod answers;
mod filled;
mod killed;
mod refused;
mod surroundings;
mod tables;
mod target;
mod there_and_back;
