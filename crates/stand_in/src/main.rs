//! `askline-stand-in`: the server as a program, for tests that are not in Rust. Prints its address, and serves until it
//! is killed.

use std::io::Write as _;

use askline_domain::engines::Engine;
use askline_stand_in::{StandIn, key_of};
use serde_json::{Value, json};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let stand_in = StandIn::start().await?;
    let engines: serde_json::Map<String, Value> = Engine::EVERY
        .into_iter()
        .map(|engine| (engine.to_string(), json!({ "baseUrl": stand_in.base_url(engine), "apiKey": key_of(engine) })))
        .collect();
    let mut stdout = std::io::stdout();
    writeln!(stdout, "{}", json!({ "address": stand_in.address(), "engines": engines }))?;
    stdout.flush()?;
    std::future::pending().await
}
