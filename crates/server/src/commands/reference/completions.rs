//! `askline completions SHELL`: the completion script for a shell. Needs no data and no settings.

use clap::Args;
use clap_complete::{Shell, generate};
use serde_json::json;

use crate::{
    commands::answer::{print_bytes, print_json, with_changed},
    failure::Failure,
};

/// `askline completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script that the shell loads.
    pub fn run(&self, mut command: clap::Command, as_json: bool) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut command, "askline", &mut script);
        if as_json {
            print_json(&with_changed(&json!({ "script": String::from_utf8_lossy(&script) })))
        } else {
            print_bytes(&script)
        }
    }
}
