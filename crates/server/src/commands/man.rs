//! `askline man`: the manual's pages, made from the commands themselves. Needs no data and no settings.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Args;

use crate::failure::Failure;

/// `askline man`
#[derive(Debug, Args)]
pub struct ManualPages {
    /// Write a page for each command into this folder, and print nothing
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl ManualPages {
    /// Prints the page of `askline`, or writes the page of every command.
    pub fn run(&self, command: clap::Command) -> Result<(), Failure> {
        // No page for `help`, which every command has and which says the same.
        let command = command.disable_help_subcommand(true);
        let Some(folder) = &self.to else {
            let mut page = Vec::new();
            let made = clap_mangen::Man::new(command).render(&mut page).and_then(|()| io::stdout().write_all(&page));
            return made.map_err(|error| Failure::failed(format!("cannot write the page: {error}")));
        };
        std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| Failure::failed(format!("cannot write pages into {}: {error}", folder.display())))
    }
}
