//! `askline man`: the manual pages, generated from the commands. Needs no data and no settings.

use std::{
    io,
    path::{Path, PathBuf},
};

use clap::Args;
use clap_mangen::{
    Man,
    roff::{Inline, Roff, bold, roman},
};
use serde_json::json;

use super::examples::{self, place_of};
use crate::{
    commands::answer::{print_bytes, print_json, with_changed},
    data_folder::{OPEN_TO_ALL, make_folder, write_file},
    failure::Failure,
};

/// Exit codes and their meanings, as every command has them.
const EXIT_CODES: [(&str, &str); 5] = [
    ("0", "The command did what it was asked for."),
    ("1", "The command failed; one line on stderr says why."),
    ("2", "The command line or a setting is wrong."),
    ("130", "Ctrl-C ended the command before it was ready."),
    ("141", "The program at the other end of the pipe stopped reading."),
];
/// The files that commands read or write.
const FILES: [(&str, &str); 6] = [
    ("/etc/askline/askline.toml", "The settings of the Debian package; elsewhere the file that --config names."),
    ("/var/lib/askline", "The data folder of the Debian package; elsewhere the folder of the setting data."),
    ("metadata.db, events.db", "The two databases in the data folder. They belong together."),
    ("metadata.db-wal, events.db-wal", "SQLite's own files; never delete or copy them alone."),
    ("secrets.key", "The key that encrypts the secrets of webhooks. No backup contains it."),
    ("address.json", "In the data folder: where the server is reached, for commands that run without its settings."),
];
/// The environment variables that every command reads.
const VARIABLES: [(&str, &str); 3] = [
    ("ASKLINE_CONFIG", "The settings file, if --config is missing."),
    ("ASKLINE_DATA", "The data folder, if --data is missing."),
    (
        "ASKLINE_…",
        "Every setting: its name in capitals, with two underscores for a dot. askline settings lists them all. \
         ASKLINE_LIMITS__IDLE_SECONDS is limits.idle_seconds.",
    ),
];

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
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let Some(folder) = &self.to else {
            let page =
                page_of(&command, "").map_err(|error| Failure::failed(format!("cannot make the page: {error}")))?;
            return if as_json {
                print_json(&with_changed(&json!({ "page": String::from_utf8_lossy(&page) })))
            } else {
                print_bytes(&page)
            };
        };
        make_folder(folder, OPEN_TO_ALL)
            .and_then(|()| write_pages(&command, "", folder))
            .map_err(|error| Failure::failed(format!("cannot write pages into {}: {error}", folder.display())))?;
        if as_json { print_json(&json!({ "changed": true, "folder": folder })) } else { Ok(()) }
    }
}

/// Writes the page of a command, named after its words, and those of the commands in it.
fn write_pages(command: &clap::Command, words: &str, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        write_pages(inner, format!("{words} {}", inner.get_name()).trim(), folder)?;
    }
    let name = format!("askline {words}").trim().replace(' ', "-");
    write_file(&folder.join(format!("{name}.1")), page_of(command, words)?)
}

fn page_of(command: &clap::Command, words: &str) -> io::Result<Vec<u8>> {
    let manual = Man::new(command.clone());
    let mut page = Vec::new();
    manual.render_title(&mut page)?;
    manual.render_name_section(&mut page)?;
    manual.render_synopsis_section(&mut page)?;
    manual.render_description_section(&mut page)?;
    manual.render_options_section(&mut page)?;
    if command.has_subcommands() {
        manual.render_subcommands_section(&mut page)?;
    }
    section("EXIT STATUS", &EXIT_CODES).to_writer(&mut page)?;
    section("ENVIRONMENT", &VARIABLES).to_writer(&mut page)?;
    section("FILES", &FILES).to_writer(&mut page)?;
    if let Some(shown) = examples::of(words) {
        let mut lines = Roff::new();
        lines.control("SH", ["EXAMPLES"]);
        for example in shown.examples {
            lines.control("PP", []).control("nf", []).text([bold(*example)]).control("fi", []);
        }
        lines.control("SH", ["SEE ALSO"]).text([roman(place_of(shown.document))]);
        lines.to_writer(&mut page)?;
    }
    if command.get_version().is_some() {
        manual.render_version_section(&mut page)?;
    }
    Ok(page)
}

/// A section in which each term has an explanation.
fn section(title: &str, entries: &[(&str, &str)]) -> Roff {
    let mut section = Roff::new();
    section.control("SH", [title]);
    for (term, meaning) in entries {
        let texts: [Inline; 1] = [roman(*meaning)];
        section.control("TP", []).text([bold(*term)]).text(texts);
    }
    section
}
