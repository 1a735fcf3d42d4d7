//! The command line: what `askline` understands, and the way from there to one exit code.

mod answer;
mod assistants;
mod audit;
mod backup;
mod completions;
mod demo;
mod doctor;
mod export;
mod health;
mod import;
pub mod key;
mod mail;
mod man;
mod migrate;
mod openapi;
pub mod organization;
mod routes;
mod serve;
pub mod site;
mod user;

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, CommandFactory as _, Parser, Subcommand,
    error::{ContextKind, ErrorKind},
};

pub use answer::{Context, audit_draft};

use crate::{
    config::{Flags, Settings},
    failure::Failure,
};

/// Askline: how AI assistants meet your website.
#[derive(Debug, Parser)]
#[command(name = "askline", version, max_term_width = 100)]
struct CommandLine {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Args)]
struct Common {
    /// The settings file [also: ASKLINE_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data folder [also: ASKLINE_DATA]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the service
    Serve(serve::Serve),
    /// Run a temporary instance with sample data and a page that carries the widget
    Demo(demo::Demo),
    /// Organizations and their plans
    #[command(subcommand)]
    Org(organization::Org),
    /// Accounts of people
    #[command(subcommand)]
    User(user::UserCommand),
    /// Sites
    #[command(subcommand)]
    Site(site::SiteCommand),
    /// API keys
    #[command(subcommand)]
    Key(key::Key),
    /// Bring data in
    #[command(subcommand)]
    Import(import::Import),
    /// Take data out
    #[command(subcommand)]
    Export(export::Export),
    /// Write everything into one file, while a server runs or not
    Backup(backup::Backup),
    /// Fill a data folder from a backup
    Restore(backup::Restore),
    /// Bring the layout of the data up to date, after a backup, or try that on a copy
    Migrate(migrate::Migrate),
    /// The audit log
    #[command(subcommand)]
    Audit(audit::Audit),
    /// Try whether mail works, and look at what is sent
    #[command(subcommand)]
    Mail(mail::MailCommand),
    /// Ask the running server whether it and its stores answer
    Health(health::Health),
    /// Check data, counters, disk and settings
    Doctor(doctor::Doctor),
    /// Print the table of all routes as Markdown
    Routes(routes::Routes),
    /// Print how a prompt reaches each assistant, as Markdown
    Assistants(assistants::Assistants),
    /// Print the OpenAPI document
    Openapi(openapi::Openapi),
    /// Print what a shell needs to complete these commands
    Completions(completions::Completions),
    /// Print the manual page, or write those of all commands
    Man(man::ManualPages),
}

/// Runs one command line to its end.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let line = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            // Whoever pipes the help into a program that ends early has seen enough.
            let _ = error.print();
            return Ok(());
        }
        Err(error) => return Err(misuse(&error)),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(format!("no threads can be started: {error}")))?;
    runtime.block_on(dispatch(line))
}

async fn dispatch(line: CommandLine) -> Result<(), Failure> {
    let CommandLine { common, command } = line;
    match &command {
        Command::Routes(routes) => return routes.run(common.json),
        Command::Openapi(openapi) => return openapi.run(),
        Command::Assistants(assistants) => return assistants.run(common.json),
        Command::Completions(completions) => return completions.run(CommandLine::command()),
        Command::Man(pages) => return pages.run(CommandLine::command()),
        _ => {}
    }
    let listen = match &command {
        Command::Serve(serve) => serve.listen.clone(),
        Command::Demo(demo) => demo.listen.clone(),
        Command::Health(health) => health.listen.clone(),
        _ => None,
    };
    let data_is_given = common.data.is_some();
    let settings = Settings::load(&Flags { config: common.config, data: common.data, listen })?;
    let context = Context { settings, json: common.json };
    match command {
        Command::Serve(_) => serve::run(context).await,
        Command::Demo(_) => demo::run(context, data_is_given).await,
        Command::Org(command) => command.run(&context).await,
        Command::User(command) => command.run(&context).await,
        Command::Site(command) => command.run(&context).await,
        Command::Key(command) => command.run(&context).await,
        Command::Import(command) => command.run(&context).await,
        Command::Export(command) => command.run(&context).await,
        Command::Backup(command) => command.run(&context).await,
        Command::Restore(command) => command.run(&context).await,
        Command::Migrate(command) => command.run(&context).await,
        Command::Audit(command) => command.run(&context).await,
        Command::Mail(command) => command.run(&context).await,
        Command::Health(_) => health::run(&context).await,
        Command::Doctor(command) => command.run(&context).await,
        Command::Routes(_)
        | Command::Openapi(_)
        | Command::Assistants(_)
        | Command::Completions(_)
        | Command::Man(_) => Ok(()),
    }
}

/// The first paragraph of what clap says, in one line.
fn misuse(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::misuse("which command? See askline --help");
    }
    let paragraph = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default().to_owned();
    let meant = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let meant = meant.into_iter().find_map(|kind| error.get(kind)).map(|meant| format!("; did you mean {meant}?"));
    Failure::misuse(format!("{paragraph}{} (see askline --help)", meant.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn a_wrong_command_line_is_one_line() {
        for line in
            [&["askline", "fly"][..], &["askline"], &["askline", "org", "create"], &["askline", "key", "revoke", "x"]]
        {
            let failure = run(line.iter().map(OsString::from)).expect_err("misuse");
            assert!(matches!(failure, Failure::Misuse(_)), "{failure}");
            assert!(!failure.to_string().contains('\n'), "{failure}");
        }
    }
}
