//! `askline doctor` on PostgreSQL: what only a database server can have wrong.

use super::{Finding, State};
use crate::{config::ServerSettings, time_limits};

/// Whether it gives up on servers that vanish.
pub async fn limits(servers: &ServerSettings) -> Finding {
    let (state, text) = match time_limits::missing(servers).await {
        Ok(None) => (State::Good, "PostgreSQL ends what a server that vanishes has begun".into()),
        Ok(Some(missing)) => (State::Bad, missing),
        Err(failure) => (State::Bad, failure.to_string()),
    };
    Finding { name: "time limits", state, text }
}
