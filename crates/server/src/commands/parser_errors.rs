//! Reports a wrong command line in one line. The line names the help of the command that was probably meant.

use std::{ffi::OsString, io};

use clap::{
    Command,
    error::{ContextKind, ErrorKind},
};

use crate::failure::Failure;

/// The exit code of misuse.
const MISUSE_CODE: u8 = 2;

/// Prints help or the version, which are not errors. If the command of a group is missing, prints the group's help and
/// fails without a message. Any other error becomes a message of one line.
pub fn answer(error: &clap::Error, arguments: &[OsString], root: &Command) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.print().map_err(|error| Failure::unprinted(&error)),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // The help goes to stderr; whether it can be printed does not matter.
            let _: io::Result<()> = error.print();
            Err(Failure::Silent(MISUSE_CODE))
        }
        _ => Err(misuse(error, &help_call(arguments, root))),
    }
}

/// The first paragraph of clap's message, in one line.
fn misuse(error: &clap::Error, help: &str) -> Failure {
    let text = error.render().to_string();
    let paragraph = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default().to_owned();
    let meant = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let meant = meant.into_iter().find_map(|kind| error.get(kind)).map(|meant| format!("; did you mean {meant}?"));
    Failure::misuse(format!("{paragraph}{} (see {help})", meant.unwrap_or_default()))
}

/// The call that shows help for the command that these arguments name, such as `askline key create --help`.
fn help_call(arguments: &[OsString], root: &Command) -> String {
    let (mut command, mut names) = (root, vec![root.get_name()]);
    let mut words = arguments.iter().skip(1).map(|word| word.to_string_lossy());
    while let Some(word) = words.next() {
        if let Some(long) = word.strip_prefix("--") {
            let is_it = |argument: &&clap::Arg| argument.get_long() == Some(long);
            let option = command.get_arguments().chain(root.get_arguments()).find(is_it);
            if option.is_some_and(|option| option.get_action().takes_values()) {
                words.next();
            }
        } else if let Some(named) = command.find_subcommand(&*word) {
            command = named;
            names.push(named.get_name());
        } else {
            break;
        }
    }
    format!("{} --help", names.join(" "))
}
