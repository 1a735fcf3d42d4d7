//! `askline logs`: looks at access logs and sends them. Needs no data folder and no settings; only `follow` and `import` send.

mod check;
mod destination;
mod digest;
mod follow;
mod import;
mod imported;
mod input;
mod report;
mod state_file;

use clap::Subcommand;

use crate::failure::Failure;

/// `askline logs …`
#[derive(Debug, Subcommand)]
pub enum Logs {
    /// Show what Askline would keep of an access log: which crawlers and agents read the site, and how the server answered
    Check(check::Check),
    /// Send the lines of access logs to Askline as they are written, across rotations and restarts
    Follow(follow::Follow),
    /// Send whole access logs of the past to Askline
    Import(import::Import),
}

impl Logs {
    /// Runs it.
    pub async fn run(&self, as_json: bool) -> Result<(), Failure> {
        match self {
            Self::Check(check) => check.run(as_json),
            Self::Follow(follow) => follow.run().await,
            Self::Import(import) => import.run(as_json).await,
        }
    }
}
