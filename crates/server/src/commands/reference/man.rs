//! `askline man`: the manual pages, generated from the commands. Needs no data and no settings.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::{
    commands::answer::{print_bytes, print_json, with_changed},
    failure::Failure,
};

/// `askline man`
#[derive(Debug, Args)]
pub struct ManualPages {
    /// Write a page for each command into this folder instead of printing one
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl ManualPages {
    /// Prints the page of `askline`, or writes the page of every command.
    pub fn run(&self, command: clap::Command, as_json: bool) -> Result<(), Failure> {
        // There is no page for `help`, which every group of commands has and which prints the same.
        let command = command.disable_help_subcommand(true);
        let Some(folder) = &self.to else {
            let mut page = Vec::new();
            let made = clap_mangen::Man::new(command).render(&mut page);
            made.map_err(|error| Failure::failed(format!("cannot make the page: {error}")))?;
            return match as_json {
                true => print_json(&with_changed(&json!({ "page": String::from_utf8_lossy(&page) }))),
                false => print_bytes(&page),
            };
        };
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| Failure::failed(format!("cannot write pages into {}: {error}", folder.display())))?;
        match as_json {
            true => print_json(&json!({ "changed": true, "folder": folder })),
            false => Ok(()),
        }
    }
}
