//! `askline completions SHELL`: what a shell completes. Needs no data and no settings.

use std::io::{self, Write as _};

use clap::Args;
use clap_complete::{Shell, generate};

use crate::failure::Failure;

/// `askline completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell that completes
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script that the shell loads.
    pub fn run(&self, mut command: clap::Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, "askline", &mut script);
        io::stdout().write_all(&script).map_err(|error| Failure::failed(format!("cannot write the script: {error}")))
    }
}
