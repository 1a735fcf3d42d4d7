//! `askline logs`: looks at the access log of a web server. Needs no data, no settings and no server, and sends nothing.

mod check;
mod input;
mod report;

use clap::Subcommand;

use crate::failure::Failure;

/// `askline logs …`
#[derive(Debug, Subcommand)]
pub enum Logs {
    /// Show what Askline would keep of an access log: which crawlers and agents read the site, and how the server answered
    Check(check::Check),
}

impl Logs {
    /// Runs it.
    pub fn run(&self, as_json: bool) -> Result<(), Failure> {
        let Self::Check(check) = self;
        check.run(as_json)
    }
}
