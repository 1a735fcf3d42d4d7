//! `askline migrate-store` copies a filled folder to PostgreSQL and back, with kills on the way. The API's responses stay
//! the same.

mod answers;
mod filled;
mod killed;
mod refused;
mod surroundings;
mod tables;
mod target;
mod there_and_back;
