//! Creates, changes and deletes webhooks, rotates their secrets, sends tests and replays, and records attempts.

mod change;
mod create;
mod delete;
mod record;
mod refusal;
mod replay;
mod rotate;
mod send;

pub use change::{change, put};
pub use create::{add, create};
pub use delete::{delete, remove};
pub use record::record;
pub use replay::{Replayed, attempt_now, replay, replay_since, send_again};
pub use rotate::{put_secret, rotate};
pub use send::{send, test};
