//! `askline migrate-store`: a folder that holds one of everything goes to PostgreSQL and back, with kills on the way, and the API
//! answers the same everywhere.

mod answers;
mod filled;
mod killed;
mod refused;
mod surroundings;
mod tables;
mod target;
mod there_and_back;
